/** What subsidies did within one month: by the day totals, and once more by the lines of that month. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { accountStatement, businessDayEnd } from '../../wallet/public.server.ts';

export const subsidyFlows = ['grantedFen', 'usedFen', 'clearedFen', 'returnedFen', 'adjustedFen'] as const;
export type SubsidyFlows = Record<(typeof subsidyFlows)[number], number>;

/** By the day totals; `from` and `to` are the month's first and last business day. */
export async function subsidyTotals(
  db: Db,
  from: string,
  to: string,
): Promise<SubsidyFlows & { openingFen: number; closingFen: number }> {
  const [row] = await accountStatement(db, { from, to }, { step: 'ALL', purse: 'SUBSIDY' });
  if (!row) throw new Error('a statement has a row of the purse asked for');
  return {
    openingFen: row.openingFen,
    grantedFen: row.grantFen,
    usedFen: row.consumeFen + row.supplementFen - row.correctedFen,
    clearedFen: row.clearFen,
    returnedFen: row.returnFen,
    adjustedFen: row.otherInFen - row.otherOutFen,
    closingFen: row.closingFen,
  };
}

/** By the ledger lines booked in the month; what was undone is taken out of its own figure. */
export async function subsidyLines(db: Db, from: string, to: string): Promise<SubsidyFlows> {
  const of = (...kinds: string[]) =>
    sql<number>`coalesce(sum(e.amount_fen) filter (where coalesce(nullif(p.reverses_kind, ''), p.kind) = any(${kinds}::text[])), 0)::bigint`;
  const row = await db
    .selectFrom('ledger_entry as e')
    .innerJoin('posting as p', (on) =>
      on
        .onRef('p.organization_id', '=', 'e.organization_id')
        .onRef('p.business_date', '=', 'e.business_date')
        .onRef('p.id', '=', 'e.posting_id'),
    )
    .select([
      of('SUBSIDY_GRANT').as('grantedFen'),
      of('CONSUME', 'SUPPLEMENT').as('usedFen'),
      of('SUBSIDY_CLEAR').as('clearedFen'),
      of('SUBSIDY_RETURN').as('returnedFen'),
      sql<number>`coalesce(sum(e.amount_fen), 0)::bigint`.as('netFen'),
    ])
    .where('e.account', '=', 'wallet:SUBSIDY')
    .where('e.business_date', '>=', from)
    .where('e.business_date', '<=', to)
    .executeTakeFirstOrThrow();
  const { grantedFen, netFen } = row;
  const [usedFen, clearedFen, returnedFen] = [0 - row.usedFen, 0 - row.clearedFen, 0 - row.returnedFen];
  const adjustedFen = netFen - grantedFen + usedFen + clearedFen + returnedFen;
  return { grantedFen, usedFen, clearedFen, returnedFen, adjustedFen };
}

/**
 * What the month's people used of subsidies that were granted only after it: a terminal told of a meal late, and the money was there
 * by then. Until that grant is booked the month ends with so much less than nothing.
 */
export async function usedAhead(db: Db, to: string): Promise<{ fen: number; people: number }> {
  return db
    .selectFrom('wallet as w')
    .innerJoin('ledger_entry as e', (on) =>
      on.onRef('e.organization_id', '=', 'w.organization_id').onRef('e.wallet_id', '=', 'w.id'),
    )
    .select([
      sql<number>`coalesce(-sum(e.amount_fen), 0)::bigint`.as('fen'),
      sql<number>`count(distinct w.person_id)::int`.as('people'),
    ])
    .where('w.kind', '=', 'SUBSIDY')
    .where('w.opened_at', '>=', isoAt(businessDayEnd(to)))
    .where('e.business_date', '<=', to)
    .executeTakeFirstOrThrow();
}
