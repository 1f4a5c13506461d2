/** A batch on its way: total in large digits, lines, approval, progress, result with what failed. */
import { Alert } from 'antd';
import { Figure, Figures, RunProgress } from '../../../../kit/console/batch/figures.tsx';
import { BatchShown } from '../../../../kit/console/batch/shown.tsx';
import { useWatched, Watched } from '../../../../kit/console/batch/watched.tsx';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import type { Fact } from '../../../../kit/console/widgets/detail-drawer.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type BatchStatus, batchModes, batchStatuses } from '../states.ts';
import { BatchButtons } from './batch-buttons.tsx';
import { type BatchHead, isRefund, stepTitles } from './batch-head.ts';
import { BatchLines } from './batch-lines.tsx';

const stepOf: Record<BatchStatus, number> = {
  CHECKED: 1,
  SUBMITTED: 2,
  RUNNING: 3,
  DONE: 4,
  PART_FAILED: 4,
  CANCELLED: 4,
};

function Totals({ head, refund }: { head: BatchHead; refund: boolean }) {
  const started = stepOf[head.status] >= 3 && head.status !== 'CANCELLED';
  return (
    <>
      <Figures>
        <Figure label={refund ? '退款合计（元）' : '充值合计（元）'}>{formatFenGrouped(head.totalFen)}</Figure>
        <Figure label="人数">{head.totalCount}</Figure>
        <Figure label="未列入" bad={head.leftOutCount > 0}>
          {head.leftOutCount}
        </Figure>
      </Figures>
      {started ? (
        <>
          <RunProgress
            done={head.okCount + head.failCount}
            of={head.totalCount}
            running={head.status === 'RUNNING'}
            failed={head.failCount}
          />
          <p className="k-help">
            成功 {head.okCount} 人 {formatFenGrouped(head.okFen)} 元，失败 {head.failCount} 人{' '}
            {formatFenGrouped(head.failFen)} 元
          </p>
        </>
      ) : null}
    </>
  );
}

const refundsOf = ({ batchNo }: BatchHead): Fact => ({
  label: '退款单',
  value: (
    <button
      type="button"
      className="k-link"
      onClick={() => openTab({ path: '/admin/organization/refund', query: { batchNo } })}
    >
      查看本批退款单，登记打款
    </button>
  ),
});

export function BatchPage({ path, id }: { path: string; id: number }) {
  const record = useWatched<BatchHead>(path, 'progress', id, (head) => head.status === 'RUNNING');
  const refund = isRefund(path);
  return (
    <Watched record={record} name={(head) => head.name}>
      {(head) => (
        <BatchShown
          name={head.name}
          tags={<StatusTag choices={batchStatuses} value={head.status} />}
          batchNo={head.batchNo}
          steps={{
            titles: stepTitles,
            current: stepOf[head.status],
            state: head.status === 'PART_FAILED' ? 'error' : head.status === 'DONE' ? 'finish' : 'process',
          }}
          notices={
            head.auditReason ? <Alert type="warning" showIcon title={`退回/作废原因：${head.auditReason}`} /> : null
          }
          totals={<Totals head={head} refund={refund} />}
          lines={<BatchLines path={path} head={head} />}
          facts={[
            { label: '方式', value: <StatusTag choices={batchModes} value={head.mode} /> },
            ...(head.filename ? [{ label: '表格', value: head.filename }] : []),
            ...(head.reason ? [{ label: '说明', value: head.reason }] : []),
            { label: '制单', value: head.creatorName },
            { label: '复核', value: head.auditorName ?? '—' },
            ...(refund && head.okCount > 0 ? [refundsOf(head)] : []),
          ]}
          factsNote={
            <p className="k-help">
              {refund
                ? '执行后：微信、支付宝的未用部分原路退回；其余冻结，付款或登记打款后出账，可在退款页终止。'
                : '执行后如有差错：当天可在充值页逐单冲正，之后走退款。'}
            </p>
          }
          buttons={<BatchButtons path={path} head={head} />}
        />
      )}
    </Watched>
  );
}
