/** A batch on its way: the check's figures and lines, handing in, approval, the run with its progress, the result. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton, Steps } from 'antd';
import { useEffect } from 'react';
import { formatTime, today } from '../../../kit/console/clock.ts';
import { replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { Facts } from '../../../kit/console/widgets/detail-drawer.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { batchKinds, batchModes, batchStatuses } from '../batch/batch-states.ts';
import { type BatchHead, readProgress } from './batch-api.ts';
import { DepartmentSums, Figures } from './batch-figures.tsx';
import { BatchLinesTable } from './batch-lines-table.tsx';
import { Foot } from './steps/foot.tsx';

const busyMs = 1_000;
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

export function BatchPage({ path, id }: { path: string; id: number }) {
  const tab = useTab();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'progress', id],
    queryFn: ({ signal }) => readProgress(path, id, signal),
    refetchInterval: (query) => (query.state.data && working(query.state.data.batch) ? busyMs : false),
  });
  const name = data?.batch.name;
  useEffect(() => {
    if (name && tab.title !== name) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title: name });
  }, [name, tab]);
  if (error && !data)
    return (
      <Empty description={error.message} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  const { batch, groups } = data;
  const changed = async () => {
    await client.invalidateQueries({ queryKey: [path] });
    await refetch();
  };
  const stamp = `${batch.status}:${batch.postedCount}:${batch.failedCount}:${batch.totalCount}`;
  return (
    <div className="sb">
      <div className="sb-scroll">
        <section className="k-card" aria-label="批次">
          <div className="sb-head">
            <h1>{batch.name}</h1>
            <StatusTag choices={batchKinds} value={batch.kind} />
            <StatusTag choices={batchStatuses} value={batch.status} />
            <span className="k-muted">{batch.batchNo}</span>
          </div>
          <Steps
            size="small"
            current={stepOf[batch.status]}
            status={
              batch.status === 'PART_FAILED' || batch.error
                ? 'error'
                : batch.status === 'GRANTED'
                  ? 'finish'
                  : 'process'
            }
            items={stepTitles.map((title) => ({ title }))}
          />
        </section>
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
        <Figures batch={batch} />
        <div className="sb-columns">
          <section className="k-card" aria-label="明细">
            <BatchLinesTable path={path} id={id} groups={groups} stamp={batch.status === 'GRANTING' ? 'run' : stamp} />
          </section>
          <div style={{ display: 'grid', gap: 12, alignContent: 'start' }}>
            <section className="k-card" aria-label="资料">
              <Facts
                facts={[
                  { label: '方式', value: <StatusTag choices={batchModes} value={batch.mode} />, wide: true },
                  ...(batch.kind === 'GRANT'
                    ? [
                        { label: '发放日', value: batch.grantOn, wide: true },
                        { label: '到期日', value: batch.expiresOn ?? '长期有效', wide: true },
                      ]
                    : []),
                  ...(batch.filename ? [{ label: '表格', value: batch.filename, wide: true }] : []),
                  ...(batch.reason ? [{ label: '说明', value: batch.reason, wide: true }] : []),
                  { label: '制单', value: batch.creatorName, wide: true },
                  {
                    label: '审核',
                    value: batch.auditorName
                      ? `${batch.auditorName} ${batch.auditedAt ? formatTime(batch.auditedAt) : ''}`
                      : '—',
                    wide: true,
                  },
                ]}
              />
            </section>
            <DepartmentSums path={path} id={id} stamp={`${batch.status === 'DRAFT'}:${batch.totalCount}`} />
          </div>
        </div>
      </div>
      <Foot path={path} batch={batch} onDone={changed} />
    </div>
  );
}
