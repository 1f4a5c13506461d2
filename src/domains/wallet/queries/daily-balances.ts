/** 每日余额汇总: opening + in − out = closing per day, against what the purses and their lines really hold. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import type { PurseKind } from '../types.ts';
import { type DayRange, purseAccounts } from './account-days.ts';

export interface DailyBalance {
  businessDate: string;
  openingFen: number;
  inFen: number;
  outFen: number;
  closingFen: number;
  /** By the ledger lines alone, independent of the day totals: what the purses hold now less the lines after the day. */
  actualFen: number;
  /** actual − closing; not 0 means a break of the ledger. */
  differenceFen: number;
}

/** One row for every day of the range (at most 400 days), one statement, so a running till cannot tear it. */
export async function dailyBalances(db: Db, range: DayRange, purse?: PurseKind): Promise<DailyBalance[]> {
  const accounts = purseAccounts(purse);
  const kinds = accounts.map((account) => account.slice('wallet:'.length) as PurseKind);
  const moved = db
    .selectFrom('ledger_entry as e')
    .select([
      sql<What>`'MOVED'`.as('what'),
      sql<string>`least(e.business_date, ${range.to}::date + 1)`.as('day'),
      sql<number>`sum(e.amount_fen)::bigint`.as('inFen'),
      sql<number>`0::bigint`.as('outFen'),
    ])
    .where('e.account', 'in', accounts)
    .where('e.business_date', '>', range.from)
    .groupBy(sql`2`);
  const now = db
    .selectFrom('wallet as w')
    .select([
      sql<What>`'NOW'`.as('what'),
      sql<string>`null::date`.as('day'),
      sql<number>`coalesce(sum(w.balance_fen), 0)::bigint`.as('inFen'),
      sql<number>`0::bigint`.as('outFen'),
    ])
    .where('w.kind', 'in', kinds);
  const rows = await rolledDays(db, range, accounts).unionAll(moved).unionAll(now).execute();
  const days = daysOf(range, rows);
  let actual = rows.find((p) => p.what === 'NOW')?.inFen ?? 0;
  const movedOn = new Map(rows.filter((p) => p.what === 'MOVED').map((p) => [p.day, p.inFen]));
  actual -= movedOn.get(addDays(range.to, 1)) ?? 0;
  for (const day of days.toReversed()) {
    day.actualFen = actual;
    day.differenceFen = actual - day.closingFen;
    actual -= movedOn.get(day.businessDate) ?? 0;
  }
  return days;
}

/** A balance that was proven, at the end of a business day. */
export interface KnownBalance {
  day: string;
  balanceFen: number;
}

/**
 * The same for a range long ago: its actual balances are the lines summed on from a known balance (a closed month's, or
 * nothing before the first line), so that the years after it are not read. That the purses hold what their lines say is
 * the ledger check's to prove.
 */
export async function dailyBalancesSince(db: Db, range: DayRange, known: KnownBalance): Promise<DailyBalance[]> {
  const accounts = purseAccounts();
  const lines = db
    .selectFrom('ledger_entry as e')
    .select([
      sql<What>`'MOVED'`.as('what'),
      sql<string>`greatest(e.business_date, ${range.from}::date - 1)`.as('day'),
      sql<number>`sum(e.amount_fen)::bigint`.as('inFen'),
      sql<number>`0::bigint`.as('outFen'),
    ])
    .where('e.account', 'in', accounts)
    .where('e.business_date', '>', known.day)
    .where('e.business_date', '<=', range.to)
    .groupBy(sql`2`);
  const rows = await rolledDays(db, range, accounts).unionAll(lines).execute();
  const days = daysOf(range, rows);
  const movedOn = new Map(rows.filter((p) => p.what === 'MOVED').map((p) => [p.day, p.inFen]));
  let actual = known.balanceFen + (movedOn.get(addDays(range.from, -1)) ?? 0);
  for (const day of days) {
    actual += movedOn.get(day.businessDate) ?? 0;
    day.actualFen = actual;
    day.differenceFen = actual - day.closingFen;
  }
  return days;
}

type What = 'ROLLED' | 'MOVED' | 'NOW';

interface Part {
  what: What;
  day: string | null;
  inFen: number;
  outFen: number;
}

/** The day totals up to the range's end; those before it on the day before. */
function rolledDays(db: Db, range: DayRange, accounts: string[]) {
  return db
    .selectFrom('rollup_account_day as r')
    .select([
      sql<What>`'ROLLED'`.as('what'),
      sql<string>`greatest(r.business_date, ${range.from}::date - 1)`.as('day'),
      sql<number>`coalesce(sum(r.in_fen), 0)::bigint`.as('inFen'),
      sql<number>`coalesce(sum(r.out_fen), 0)::bigint`.as('outFen'),
    ])
    .where('r.account', 'in', accounts)
    .where('r.business_date', '<=', range.to)
    .groupBy(sql`2`);
}

/** The range's days by the day totals; their actual balances are filled in by who knows them. */
function daysOf(range: DayRange, parts: readonly Part[]): DailyBalance[] {
  const before = addDays(range.from, -1);
  const rolled = new Map(parts.filter((p) => p.what === 'ROLLED').map((p) => [p.day, p]));
  const opening = rolled.get(before);
  let openingFen = opening ? opening.inFen - opening.outFen : 0;
  const days: DailyBalance[] = [];
  for (let day = range.from; day <= range.to && days.length < 400; day = addDays(day, 1)) {
    const { inFen, outFen } = rolled.get(day) ?? { inFen: 0, outFen: 0 };
    const closingFen = openingFen + inFen - outFen;
    days.push({ businessDate: day, openingFen, inFen, outFen, closingFen, actualFen: 0, differenceFen: 0 });
    openingFen = closingFen;
  }
  return days;
}
