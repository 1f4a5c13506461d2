/** What the step of a batch waits for, and the buttons that move it on. */
import { Button } from 'antd';
import { can } from '../../../../kit/console/session/can.ts';
import { DownloadButton } from '../../../../kit/console/widgets/download-button.tsx';
import { batchMay } from '../../batch/batch-states.ts';
import type { BatchHead } from '../batch-api.ts';
import { HandIn } from './hand-in.tsx';
import { AfterGrant, Retry, Run } from './result.tsx';
import { notOwn, Review, totalText } from './review.tsx';
import type { StepProps } from './step.ts';

/** Words beside the buttons. */
export function whyOf(path: string, batch: BatchHead): string {
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

export function StepButtons(step: StepProps) {
  const { path, batch, actions } = step;
  return (
    <>
      {batch.leftOutCount + batch.failedCount > 0 ? (
        <DownloadButton url={`${path}/problems`} body={{ id: batch.id }} filename={`${batch.batchNo}_未执行.xlsx`}>
          下载未执行的明细
        </DownloadButton>
      ) : null}
      {batchMay('void', batch.status) && can(path, 'void') ? (
        <Button danger onClick={() => actions.askFor({ verb: 'void', title: '作废', done: '已作废' })}>
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
    </>
  );
}
