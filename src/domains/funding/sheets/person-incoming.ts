/**
 * What each person's purses got and gave back in a time, other than by eating: out of the ledger, read at the outside
 * account each movement came from or went to. A reversal is netted in the column of what it undoes.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';

/** Kinds of posting that count; a reversal counts as the kind it reverses. */
export const incomingKinds = [
  'RECHARGE',
  'DEPOSIT',
  'SUBSIDY_GRANT',
  'REFUND',
  'CASH_OUT',
  'SUBSIDY_CLEAR',
  'SUBSIDY_RETURN',
] as const;

const kind = sql`coalesce(nullif(g.reverses_kind, ''), g.kind)`;
/** Gift money has lots too: of an activity they are granted, taken back and cleared as subsidies are, out of a pool of their own. */
const gifts = sql`e.account = 'gift_pool'`;
/** Fen that entered the purses (negative where they left), over the lines of outside accounts. */
const entered = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(-sum(e.amount_fen) filter (where ${condition}), 0)::bigint`;
const left = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(e.amount_fen) filter (where ${condition}), 0)::bigint`;

/** One row per person with any such movement; a sub-select for a list. */
export function personIncoming(db: Db, from: string | null, to: string | null) {
  const kinds = sql.join(incomingKinds.map((k) => sql.lit(k)));
  let query = db
    .selectFrom('posting as g')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'g.organization_id')
        .onRef('e.business_date', '=', 'g.business_date')
        .onRef('e.posting_id', '=', 'g.id'),
    )
    .where(sql<boolean>`(g.kind in (${kinds}) or g.reverses_kind in (${kinds}))`)
    .where('e.wallet_id', '=', 0)
    // Meals are no fen.
    .where('e.account', 'not in', ['count_pool', 'count_used', 'count_adjustment'])
    .groupBy(['g.organization_id', 'g.person_id'])
    .select([
      'g.organization_id',
      'g.person_id',
      entered(sql`${kind} = 'RECHARGE' and e.account like 'channel:%' and e.account <> 'channel:import'`).as(
        'online_fen',
      ),
      entered(sql`${kind} in ('RECHARGE', 'DEPOSIT') and e.account = 'cash_drawer'`).as('cash_fen'),
      entered(sql`${kind} = 'RECHARGE' and e.account = 'channel:import'`).as('import_fen'),
      entered(gifts).as('gift_fen'),
      entered(sql`${kind} = 'SUBSIDY_GRANT' and not ${gifts}`).as('subsidy_fen'),
      left(sql`${kind} = 'REFUND'`).as('refund_fen'),
      left(sql`${kind} = 'CASH_OUT'`).as('cash_out_fen'),
      left(sql`${kind} = 'SUBSIDY_CLEAR' and not ${gifts}`).as('cleared_fen'),
      left(sql`${kind} = 'SUBSIDY_RETURN' and not ${gifts}`).as('returned_fen'),
      entered(sql`true`).as('net_fen'),
    ]);
  if (from) query = query.where('g.business_date', '>=', from);
  if (to) query = query.where('g.business_date', '<=', to);
  return query;
}
