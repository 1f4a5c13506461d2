/** 执行 and 结果: stopping a run, retrying what failed, and where the money goes from here. */
import { Button } from 'antd';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { can } from '../../../../kit/console/session/can.ts';
import type { StepProps } from './step.ts';

export function Run({ path, batch, actions }: StepProps) {
  if (!can(path, 'stop') || batch.stopRequested) return null;
  return (
    <Button
      danger
      onClick={() => actions.confirm('stop', '停止执行？已完成的保留，其余记为失败，可以重试。', '正在停止')}
    >
      停止
    </Button>
  );
}

export function Retry({ path, batch, actions }: StepProps) {
  if (!can(path, 'retry')) return null;
  return (
    <Button
      type="primary"
      loading={actions.busy === 'retry'}
      onClick={() => void actions.send('retry', {}, '已开始重试')}
    >
      重试失败的 {batch.failedCount} 笔
    </Button>
  );
}

/** Of a grant with lots: taking them back, and its verification sheet. */
export function AfterGrant({ path, batch }: Pick<StepProps, 'path' | 'batch'>) {
  return (
    <>
      <Button
        onClick={() => openTab({ path: `${path}/form`, query: { kind: 'RETURN', sourceBatchId: String(batch.id) } })}
      >
        退补贴
      </Button>
      <Button
        onClick={() =>
          openTab({
            path: '/admin/organization/subsidy/verify_summary',
            query: { batchId: String(batch.id), grantOn: '*' },
          })
        }
      >
        核销
      </Button>
    </>
  );
}
