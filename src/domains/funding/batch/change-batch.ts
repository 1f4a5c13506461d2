/** 提交, 审核, 退回, 作废, 重试 of a batch. */
import { thenRun } from '../../../kit/server/batch/queue.ts';
import { reopenFailed } from '../../../kit/server/batch/tables.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { moves, unchecked } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purseAmount } from '../../wallet/public.server.ts';
import { fundingRefusals } from '../refusals.ts';
import type { FundingBatchRow } from '../tables.ts';
import { findTwin } from './find-twin.ts';
import { fundingBatch, fundingRuns } from './run-batch.ts';
import { batchFlow } from './states.ts';

const totalOf = (batch: FundingBatchRow) => purseAmount(batch.kind === 'COUNT' ? 'COUNT' : 'MAIN', batch.total_fen);

/** Nothing to post, or the same again: a recharge made twice is money given twice; who means it says so in the batch. */
async function refuseSubmit(ctx: Ctx, batch: FundingBatchRow): Promise<Refusal | undefined> {
  if (batch.total_count === 0) return refuse(fundingRefusals.BATCH_EMPTY);
  const twin = batch.kind !== 'REFUND' && !batch.reason.trim() ? await findTwin(ctx, batch) : undefined;
  return (
    twin &&
    refuse(fundingRefusals.BATCH_TWIN, {
      no: twin.batch_no,
      at: twin.created_at.slice(0, 16).replace('T', ' '),
      who: twin.maker_name,
      state: batchFlow.labelOf(twin.status),
      count: batch.total_count,
      amount: totalOf(batch),
    })
  );
}

export const batchActions = moves(batchFlow, {
  table: 'funding_batch',
  name: (batch) => `${batch.name}（${batch.batch_no}）`,
  told: (batch) => [
    {
      key: 'totalFen',
      label: '合计',
      before: null,
      after: `${batch.total_count} 人 ${totalOf(batch)}`,
    },
  ],
  check: { submit: refuseSubmit },
  write: {
    submit: () => unchecked,
    cancel: (_, { reason }) => ({ check_note: String(reason) }),
  },
  after: {
    approve: thenRun(fundingRuns.name),
    retry: async (ctx, batch) => {
      await reopenFailed(ctx, fundingBatch, batch.id);
      await thenRun(fundingRuns.name)(ctx, batch);
    },
  },
});
