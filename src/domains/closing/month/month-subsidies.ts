/** What subsidies did within one month: by the day totals, and once more by the lines of that month. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { accountStatement } from '../../wallet/public.server.ts';

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
