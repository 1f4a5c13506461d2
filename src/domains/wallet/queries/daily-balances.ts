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
  /** What the purses hold now less the ledger lines after the day: independent of the day totals. */
  actualFen: number;
  /** actual − closing; not 0 means a break of the ledger. */
  differenceFen: number;
}

/** One row for every day of the range (at most 400 days), one statement, so a running till cannot tear it. */
export async function dailyBalances(db: Db, range: DayRange, purse?: PurseKind): Promise<DailyBalance[]> {
  const accounts = purseAccounts(purse);
  const kinds = accounts.map((account) => account.slice('wallet:'.length) as PurseKind);
  const rolled = db
    .selectFrom('rollup_account_day as r')
    .select([
      sql<'ROLLED' | 'MOVED' | 'NOW'>`'ROLLED'`.as('what'),
      sql<string>`greatest(r.business_date, ${range.from}::date - 1)`.as('day'),
      sql<number>`coalesce(sum(r.in_fen), 0)::bigint`.as('inFen'),
      sql<number>`coalesce(sum(r.out_fen), 0)::bigint`.as('outFen'),
    ])
    .where('r.account', 'in', accounts)
    .where('r.business_date', '<=', range.to)
    .groupBy(sql`2`);
  const moved = db
    .selectFrom('ledger_entry as e')
    .select([
      sql<'ROLLED' | 'MOVED' | 'NOW'>`'MOVED'`.as('what'),
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
      sql<'ROLLED' | 'MOVED' | 'NOW'>`'NOW'`.as('what'),
      sql<string>`null::date`.as('day'),
      sql<number>`coalesce(sum(w.balance_fen), 0)::bigint`.as('inFen'),
      sql<number>`0::bigint`.as('outFen'),
    ])
    .where('w.kind', 'in', kinds);
  const rows = await rolled.unionAll(moved).unionAll(now).execute();
  return daysOf(range, rows);
}

interface Part {
  what: 'ROLLED' | 'MOVED' | 'NOW';
  day: string | null;
  inFen: number;
  outFen: number;
}

function daysOf(range: DayRange, parts: readonly Part[]): DailyBalance[] {
  const before = addDays(range.from, -1);
  const rolled = new Map(parts.filter((p) => p.what === 'ROLLED').map((p) => [p.day, p]));
  const moved = new Map(parts.filter((p) => p.what === 'MOVED').map((p) => [p.day, p.inFen]));
  const opening = rolled.get(before);
  let openingFen = opening ? opening.inFen - opening.outFen : 0;
  const days: DailyBalance[] = [];
  for (let day = range.from; day <= range.to && days.length < 400; day = addDays(day, 1)) {
    const { inFen, outFen } = rolled.get(day) ?? { inFen: 0, outFen: 0 };
    const closingFen = openingFen + inFen - outFen;
    days.push({ businessDate: day, openingFen, inFen, outFen, closingFen, actualFen: 0, differenceFen: 0 });
    openingFen = closingFen;
  }
  let actual = parts.find((p) => p.what === 'NOW')?.inFen ?? 0;
  actual -= moved.get(addDays(range.to, 1)) ?? 0;
  for (const day of days.toReversed()) {
    day.actualFen = actual;
    day.differenceFen = actual - day.closingFen;
    actual -= moved.get(day.businessDate) ?? 0;
  }
  return days;
}
