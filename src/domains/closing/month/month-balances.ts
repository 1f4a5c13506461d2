/** The days of a month against the lines of the ledger. */
import { addDays } from '../../../kit/server/clock.ts';
import {
  type DailyBalance,
  dailyBalancesSince,
  firstDayAfterMonth,
  type KnownBalance,
} from '../../wallet/public.server.ts';
import type { MonthTotals } from '../closing-state.ts';
import type { MonthBooks } from '../services.ts';

/** Before the first line of any organization. */
const beginning: KnownBalance = { day: '0001-01-01', balanceFen: 0 };

/** The balance the last month before `from` was closed with; nothing before the first close, or where it was not kept. */
async function lastClosed({ db, from }: MonthBooks): Promise<KnownBalance> {
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
  const totals = row?.totals as MonthTotals | null | undefined;
  return row && totals ? { day: addDays(firstDayAfterMonth(row.month), -1), balanceFen: totals.closingFen } : beginning;
}

/**
 * Per day of the month, at most 31: what the day totals say and what the lines say, summed on from the last closed month, so
 * that nothing booked later can change or hinder it.
 */
export async function monthBalances(books: MonthBooks): Promise<DailyBalance[]> {
  const { db, from, to } = books;
  return dailyBalancesSince(db, { from, to }, await lastClosed(books));
}
