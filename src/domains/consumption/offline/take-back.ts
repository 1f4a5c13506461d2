/** 退回补扣: the whole charge of an offline record goes back as a correction; the record stays used and says what became of it. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { draftCorrection } from '../correct/draft.ts';
import { consumptionRefusals } from '../refusals.ts';

/** Within the unit's limit alone: above it 纠错 asks for another person. */
export async function takeBackRecord(ctx: Ctx, { ids, values }: ActionInput): Promise<null | Refusal> {
  const [id, more] = ids;
  if (id === undefined || more !== undefined) return refuse(consumptionRefusals.ONE_PERSON_ONE_RECORD);
  const row = await ctx.db
    .selectFrom('offline_trade')
    .select('trade_id')
    .where('id', '=', id)
    .where('state', 'in', ['POSTED', 'POSTED_OVERDRAFT'])
    .executeTakeFirst();
  if (!row?.trade_id) return refuse('STALE');
  const reason = String(values.reason);
  const done = await draftCorrection(
    ctx,
    { tradeId: row.trade_id, kind: 'FULL_REVERSE', amountFen: null, reason },
    {
      atOnce: true,
      also: async (tx) => {
        await tx.query(
          `update offline_trade set note = left(concat_ws('；', nullif(note, ''), '已全额退回：' || $3::text), 200)
           where organization_id = $1 and id = $2`,
          [ownOrganization(ctx), id, reason],
        );
      },
    },
  );
  return isRefusal(done) ? done : null;
}
