/** The days of a month against the lines of the ledger, read from whichever end of the books is nearer. */
import { sql } from 'kysely';
import { addDays } from '../../kit/server/clock.ts';
import { firstDayAfterMonth } from '../wallet/business-day.ts';
import {
  type DailyBalance,
  dailyBalances,
  dailyBalancesSince,
  type KnownBalance,
} from '../wallet/queries/daily-balances.ts';
import type { MonthTotals } from './closing-state.ts';
import type { MonthBooks } from './services.ts';

/** Before the first line of any organization. */
const beginning: KnownBalance = { day: '0001-01-01', balanceFen: 0 };

/** The balance the last month before `from` was closed with; nothing before the first close. Undefined: not kept. */
async function lastClosed({ db, from }: MonthBooks): Promise<KnownBalance | undefined> {
  const row = await db
    .selectFrom('period as p')
    .leftJoin('month_close as c', (on) =>
      on
        .onRef('c.organization_id', '=', 'p.organization_id')
        .onRef('c.month', '=', 'p.month')
        .on('c.status', '=', 'CLOSED'),
    )
    .select(['p.month', 'c.totals'])
    .where('p.month', '<', from)
    .orderBy('p.month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return beginning;
  const totals = row.totals as MonthTotals | null;
  return totals ? { day: addDays(firstDayAfterMonth(row.month), -1), balanceFen: totals.closingFen } : undefined;
}

/** Lines after `known` up to the month's end are fewer than those after its first day, by the day totals' counts. */
async function nearer({ db, from, to }: MonthBooks, known: KnownBalance): Promise<boolean> {
  const { before, after } = await db
    .selectFrom('rollup_account_day as r')
    .select([
      sql<number>`coalesce(sum(r.entry_count) filter (where r.business_date > ${known.day}::date
        and r.business_date <= ${to}::date), 0)::bigint`.as('before'),
      sql<number>`coalesce(sum(r.entry_count) filter (where r.business_date > ${from}::date), 0)::bigint`.as('after'),
    ])
    .executeTakeFirstOrThrow();
  return before < after;
}

/** Per day of the month, at most 31: what the day totals say and what the lines say. */
export async function monthBalances(books: MonthBooks): Promise<DailyBalance[]> {
  const { db, from, to } = books;
  const known = await lastClosed(books);
  return known && (await nearer(books, known))
    ? dailyBalancesSince(db, { from, to }, known)
    : dailyBalances(db, { from, to });
}
