/** 提交审核, 审核通过, 退回, 作废, 重新校验, 停止 and 重试 of a batch. */
import { reopenFailed } from '../../../kit/server/batch/tables.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Mover, mover, moves, unchecked } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { checkJob, enqueueWith, runJob } from '../jobs.ts';
import { subsidyRefusals } from '../refusals.ts';
import type { SubsidyBatchRow } from '../tables.ts';
import { unitOf } from '../units.ts';
import { subsidyBatch } from './batch-row.ts';
import { batchFlow } from './batch-states.ts';

/** When the run of a batch may begin: as its day of the books does. */
export function runAt(grantOn: string): string {
  return isoAt(businessDayEnd(addDays(grantOn, -1)));
}

const jobOf = (batch: SubsidyBatchRow) => ({ organizationId: batch.organization_id, id: batch.id });

/** Nothing to post, or another total than the clerk knows from her own sheet. */
function refuseSubmit(_: Ctx, batch: SubsidyBatchRow, values: ActionInput['values']): Refusal | undefined {
  const { no, action } = { no: batch.batch_no, action: batchFlow.moves.submit.label };
  if (batch.total_count === 0) return refuse(subsidyRefusals.SUBSIDY_NOTHING_TO_POST, { no, action });
  const [controlCount, controlFen] = [Number(values.controlCount), Number(values.controlFen)];
  if (controlCount === batch.total_count && controlFen === batch.total_fen) return undefined;
  const { digits, sign } = unitOf(batch.purse);
  return refuse(subsidyRefusals.SUBSIDY_CONTROL_TOTAL, {
    count: controlCount,
    fen: digits(controlFen),
    batchCount: batch.total_count,
    batchFen: digits(batch.total_fen),
    difference: digits(controlFen - batch.total_fen),
    sign,
  });
}

async function retry(ctx: Ctx, batch: SubsidyBatchRow): Promise<void> {
  await reopenFailed(ctx, subsidyBatch, batch.id);
  await enqueueWith(ctx, runJob, jobOf(batch));
}

const document: Mover<'subsidy_batch', keyof typeof batchFlow.moves> = {
  table: 'subsidy_batch',
  name: (batch) => `${batch.name}（${batch.batch_no}）`,
  stamped: true,
  told: ({ total_count, total_fen, purse }) => [
    { key: 'totalFen', label: '合计', before: null, after: `${total_count} 笔 ${unitOf(purse).said(total_fen)}` },
  ],
  check: { submit: refuseSubmit },
  write: {
    submit: (ctx) => ({ submitted_at: isoAt(ctx.clock.now()), ...unchecked }),
    recheck: () => ({ error: null }),
    stop: () => ({ stop_requested: true }),
    retry: () => ({ stop_requested: false }),
    void: (_, { reason }) => ({ check_note: String(reason) }),
  },
  after: {
    recheck: (ctx, batch) => enqueueWith(ctx, checkJob, jobOf(batch)),
    approve: (ctx, batch) => {
      const later = batch.grant_on > businessDay(ctx.clock.now());
      return enqueueWith(ctx, runJob, jobOf(batch), later ? runAt(batch.grant_on) : undefined);
    },
    retry,
  },
};

/** Moves a batch from where its own page is not: a grant to one person is a batch of one line. */
export const moveBatch = mover(batchFlow, document);
export const batchActions = moves(batchFlow, document);
