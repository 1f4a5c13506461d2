/** 审核: somebody else than the maker sends it back or lets it run. */
import { Button } from 'antd';
import { can } from '../../../../kit/console/session/can.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { BatchHead } from '../batch-api.ts';
import type { StepProps } from './step.ts';

/** Why the maker finds the buttons closed; empty for anybody else. */
export const notOwn = (batch: BatchHead) => (batch.own ? '制单人不能审核自己的批次' : '');
export const totalText = (batch: BatchHead) => `${batch.totalCount} 笔，${formatFenGrouped(batch.totalFen)} 元`;

export function Review({ path, batch, actions }: StepProps) {
  return (
    <>
      {can(path, 'reject') ? (
        <Button
          disabled={batch.own}
          title={notOwn(batch)}
          onClick={() => actions.askFor({ verb: 'reject', title: '退回', done: '已退回' })}
        >
          退回
        </Button>
      ) : null}
      {can(path, 'approve') ? (
        <Button
          type="primary"
          loading={actions.busy === 'approve'}
          disabled={batch.own}
          title={notOwn(batch)}
          onClick={() => actions.confirm('approve', `审核通过：${totalText(batch)}？`, '已审核通过')}
        >
          审核通过
        </Button>
      ) : null}
    </>
  );
}
