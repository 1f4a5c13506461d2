/** The bar under a batch: what its step waits for and the buttons that move it on. */
import { App, Button } from 'antd';
import { ApiError } from '../../../../kit/console/http/client.ts';
import { download } from '../../../../kit/console/http/download.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { batchMay } from '../../batch/batch-states.ts';
import type { BatchHead } from '../batch-api.ts';
import { HandIn } from './hand-in.tsx';
import { AfterGrant, Retry, Run } from './result.tsx';
import { notOwn, Review, totalText } from './review.tsx';
import { useActions } from './use-actions.tsx';

function whyOf(path: string, batch: BatchHead): string {
  switch (batch.status) {
    case 'CHECKED':
      return can(path, 'submit') ? '请按自己手中的名单录入笔数和金额，一致才能提交' : '';
    case 'SUBMITTED':
      return notOwn(batch) || `审核合计：${totalText(batch)}`;
    case 'APPROVED':
      return `将于 ${batch.grantOn} 00:05 入账`;
    case 'GRANTING':
      return batch.stopRequested ? '正在停止' : '可以离开本页，执行在后台继续';
    default:
      return '';
  }
}

export function Foot({ path, batch, onDone }: { path: string; batch: BatchHead; onDone: () => Promise<void> }) {
  const { message } = App.useApp();
  const actions = useActions(path, batch, onDone);
  const step = { path, batch, actions };
  const problems = async () => {
    try {
      await download(`${path}/problems`, { id: batch.id }, `${batch.batchNo}_未执行.xlsx`);
    } catch (error) {
      message.error(error instanceof ApiError ? error.message : '下载失败，请重试');
    }
  };
  return (
    <>
      <div className="k-card sb-foot" data-part="form-actions">
        <span className="sb-why">{whyOf(path, batch)}</span>
        {batch.leftOutCount + batch.failedCount > 0 ? <Button onClick={problems}>下载未执行的明细</Button> : null}
        {batchMay('void', batch.status) && can(path, 'void') ? (
          <Button danger onClick={() => actions.askFor('void', '作废')}>
            作废
          </Button>
        ) : null}
        {batch.status === 'CHECKED' ? <HandIn {...step} /> : null}
        {batch.status === 'SUBMITTED' ? <Review {...step} /> : null}
        {batch.status === 'GRANTING' ? <Run {...step} /> : null}
        {batch.status === 'PART_FAILED' ? <Retry {...step} /> : null}
        {batch.kind === 'GRANT' && batch.postedCount > 0 && batch.status !== 'GRANTING' ? (
          <AfterGrant path={path} batch={batch} />
        ) : null}
      </div>
      {actions.dialog}
    </>
  );
}
