/** 审核, 驳回, 撤回, 重试 and 放弃 of a batch of corrections, its undecided lines with it. */
import { thenRun } from '../../../kit/server/batch/queue.ts';
import { reopenFailed } from '../../../kit/server/batch/tables.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import type { CorrectionBatchRow } from '../tables.ts';
import { correctionBatch } from './batch-run.ts';
import { batchFlow, batchRuns } from './states.ts';

const run = thenRun(batchRuns);

/** Takes the undecided lines along; `decided` by who moves the batch. */
const lines = (status: string, decided: boolean) => async (ctx: Ctx, batch: CorrectionBatchRow) => {
  const { accountId, name } = ctx.session;
  await ctx.db
    .updateTable('correction')
    .set((eb) => ({
      status,
      checked_at: isoAt(ctx.clock.now()),
      ...(decided ? { checker_id: accountId, checker_name: name } : {}),
      version: eb('version', '+', 1),
    }))
    .where('batch_id', '=', batch.id)
    .where('status', 'in', ['PENDING_AUDIT', 'APPROVED'])
    .execute();
};

export const batchActions = moves(batchFlow, {
  table: 'correction_batch',
  name: (batch) => batch.batch_no,
  write: {
    giveUp: (ctx) => ({ finished_at: isoAt(ctx.clock.now()) }),
  },
  after: {
    approve: async (ctx, batch) => {
      await lines('APPROVED', true)(ctx, batch);
      await run(ctx, batch);
      return null;
    },
    reject: lines('REJECTED', true),
    cancel: lines('CANCELLED', false),
    retry: async (ctx, batch) => {
      await reopenFailed(ctx, correctionBatch, batch.id);
      await run(ctx, batch);
    },
    giveUp: lines('CANCELLED', false),
  },
});
