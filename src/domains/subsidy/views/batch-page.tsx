/** A batch on its way: the check's figures and lines, handing in, approval, the run with its progress, the result. */
import { Alert } from 'antd';
import type { StepState } from '../../../kit/console/batch/frame.tsx';
import { BatchShown } from '../../../kit/console/batch/shown.tsx';
import { useBatchActions } from '../../../kit/console/batch/use-batch-actions.tsx';
import { useWatched, Watched } from '../../../kit/console/batch/watched.tsx';
import { formatTime, today } from '../../../kit/console/clock.ts';
import type { Fact } from '../../../kit/console/widgets/detail-drawer.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { batchKinds, batchModes, batchStatuses } from '../batch/batch-states.ts';
import type { BatchHead, Progress } from './batch-api.ts';
import { BatchTotals, DepartmentSums } from './batch-figures.tsx';
import { BatchLines } from './batch-lines.tsx';
import { StepButtons, whyOf } from './steps/buttons.tsx';

const stepTitles = ['选择', '校验', '核对提交', '审核', '执行', '结果'];
const stepOf: Record<BatchHead['status'], number> = {
  DRAFT: 1,
  CHECKED: 2,
  SUBMITTED: 3,
  APPROVED: 4,
  GRANTING: 4,
  GRANTED: 5,
  PART_FAILED: 5,
  EXPIRED: 5,
  VOID: 5,
};

/** Is a job at work, so that the page has to ask again? */
const working = (batch: BatchHead) =>
  (batch.status === 'DRAFT' && batch.error === null) ||
  batch.status === 'GRANTING' ||
  (batch.status === 'APPROVED' && batch.grantOn <= today());

const stateOf = ({ status, error }: BatchHead): StepState =>
  status === 'PART_FAILED' || error ? 'error' : status === 'GRANTED' ? 'finish' : 'process';

function Notices({ batch }: { batch: BatchHead }) {
  return (
    <>
      {batch.error ? (
        <Alert
          type="error"
          showIcon
          title={`校验没有完成：${batch.error}`}
          description="请作废本批次，修改后重新建立。"
        />
      ) : null}
      {batch.auditReason ? (
        <Alert
          type="warning"
          showIcon
          title={`${batch.status === 'VOID' ? '作废原因' : '审核退回'}：${batch.auditReason}`}
        />
      ) : null}
    </>
  );
}

const factsOf = (batch: BatchHead): Fact[] => [
  { label: '方式', value: <StatusTag choices={batchModes} value={batch.mode} /> },
  ...(batch.kind === 'GRANT'
    ? [
        { label: '发放日', value: batch.grantOn },
        { label: '到期日', value: batch.expiresOn ?? '长期有效' },
      ]
    : []),
  ...(batch.filename ? [{ label: '表格', value: batch.filename }] : []),
  ...(batch.reason ? [{ label: '说明', value: batch.reason }] : []),
  { label: '制单', value: batch.creatorName },
  {
    label: '审核',
    value: batch.auditorName ? `${batch.auditorName} ${batch.auditedAt ? formatTime(batch.auditedAt) : ''}` : '—',
  },
];

export function BatchPage({ path, id }: { path: string; id: number }) {
  const record = useWatched<Progress>(path, 'progress', id, ({ batch }) => working(batch));
  const actions = useBatchActions(path, id);
  return (
    <Watched record={record} name={({ batch }) => batch.name}>
      {({ batch, groups }) => {
        const stamp = `${batch.status}:${batch.postedCount}:${batch.failedCount}:${batch.totalCount}`;
        return (
          <BatchShown
            name={batch.name}
            tags={
              <>
                <StatusTag choices={batchKinds} value={batch.kind} />
                <StatusTag choices={batchStatuses} value={batch.status} />
              </>
            }
            batchNo={batch.batchNo}
            steps={{ titles: stepTitles, current: stepOf[batch.status], state: stateOf(batch) }}
            notices={<Notices batch={batch} />}
            totals={<BatchTotals batch={batch} />}
            lines={
              <BatchLines path={path} id={id} counts={groups} stamp={batch.status === 'GRANTING' ? 'run' : stamp} />
            }
            facts={factsOf(batch)}
            side={<DepartmentSums path={path} id={id} stamp={`${batch.status === 'DRAFT'}:${batch.totalCount}`} />}
            why={whyOf(path, batch)}
            buttons={
              <>
                <StepButtons path={path} batch={batch} actions={actions} />
                {actions.dialog}
              </>
            }
          />
        );
      }}
    </Watched>
  );
}
