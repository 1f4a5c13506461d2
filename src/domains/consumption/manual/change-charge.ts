/** 审核, 驳回, 撤回, 重试 and 撤销 of a manual charge. */
import { thenRun } from '../../../kit/server/batch/queue.ts';
import { reopenFailed } from '../../../kit/server/batch/tables.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { consumptionSetting } from '../settings.ts';
import type { ManualChargeRow } from '../tables.ts';
import { chargeBatch, takingBack } from './run.ts';
import { chargeFlow, chargeRuns } from './states.ts';

const run = thenRun(chargeRuns);

/** Never one's own large reversal. */
async function refuseReverse(ctx: Ctx, charge: ManualChargeRow): Promise<Refusal | undefined> {
  if (charge.maker_id !== ctx.session.accountId) return undefined;
  const { manualLimitFen } = await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx));
  return charge.posted_fen > manualLimitFen
    ? refuse('NOT_NOW', { why: `${charge.batch_no} 由您制单，超过免审限额，须由另一人撤销` })
    : undefined;
}

export const chargeActions = moves(chargeFlow, {
  table: 'manual_charge',
  name: (charge) => charge.batch_no,
  check: { reverse: refuseReverse },
  write: {
    reverse: (_, values) => ({ reverse_reason: String(values.reason) }),
  },
  after: {
    approve: run,
    retry: async (ctx, charge) => {
      await reopenFailed(ctx, chargeBatch, charge.id);
      await run(ctx, charge);
    },
    reverse: async (ctx, charge) => {
      await reopenFailed(ctx, chargeBatch, charge.id, takingBack);
      await run(ctx, charge);
    },
  },
});
