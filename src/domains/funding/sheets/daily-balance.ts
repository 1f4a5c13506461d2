/** 每日余额汇总: opening + in − out = closing for every day, held against what the purses really contain. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { purseAccounts } from './account-words.ts';
import { movements, netByAccount } from './movements.ts';

/** Longest period of one sheet, days. */
const longestDays = 366;

interface DayRow {
  day: string;
  inFen: number;
  outFen: number;
}

async function rollupDays(
  ctx: Ctx,
  accounts: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, DayRow>> {
  const rows = await ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      'u.business_date as day',
      sql<number>`sum(u.in_fen)::bigint`.as('inFen'),
      sql<number>`sum(u.out_fen)::bigint`.as('outFen'),
    ])
    .where('u.account', 'in', [...accounts])
    .where('u.business_date', '>=', from)
    .where('u.business_date', '<=', to)
    .groupBy('u.business_date')
    .execute();
  return new Map(rows.map((r) => [r.day, r]));
}

/** Net change of the purses per day out of the ledger lines themselves, from `from` on. */
async function ledgerDays(ctx: Ctx, accounts: readonly string[], from: string): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('ledger_entry as e')
    .select(['e.business_date as day', sql<number>`sum(e.amount_fen)::bigint`.as('net')])
    .where('e.account', 'in', [...accounts])
    .where('e.business_date', '>=', from)
    .groupBy('e.business_date')
    .execute();
  return new Map(rows.map((r) => [r.day, r.net]));
}

async function inPursesNow(ctx: Ctx, accounts: readonly string[]): Promise<number> {
  const row = await ctx.db
    .selectFrom('wallet as w')
    .select(sql<number>`coalesce(sum(w.balance_fen), 0)::bigint`.as('fen'))
    .where(sql<boolean>`'wallet:' || w.kind = any(${accounts}::text[])`)
    .executeTakeFirstOrThrow();
  return row.fen;
}

/** One row per day, newest first. «实际» of a past day is today's purses less every ledger line since: another way to the same number. */
export async function dailyBalance(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const today = businessDay(ctx.clock.now());
  const range = (Array.isArray(search.businessDate) ? search.businessDate : []) as (string | null)[];
  const to = range[1] && range[1] < today ? range[1] : today;
  const earliest = addDays(to, -longestDays);
  const from = range[0] && range[0] > earliest ? range[0] : range[0] ? earliest : addDays(to, -30);
  const wanted = (Array.isArray(search.account) ? search.account : search.account ? [search.account] : []) as string[];
  const accounts = purseAccounts.map((p) => p.value).filter((a) => wanted.length === 0 || wanted.includes(a));
  const nothing = { personIds: null, departmentIds: null };
  const [before, perDay, raw, now] = await Promise.all([
    movements(ctx, { from: null, to: addDays(from, -1), accounts, ...nothing }),
    rollupDays(ctx, accounts, from, to),
    ledgerDays(ctx, accounts, from),
    inPursesNow(ctx, accounts),
  ]);
  let opening = [...netByAccount(before).values()].reduce((a, b) => a + b, 0);
  let actual = now - [...raw.values()].reduce((a, b) => a + b, 0);
  const rows: ReportRow[] = [];
  for (let day = from, id = 1; day <= to; day = addDays(day, 1), id += 1) {
    const { inFen, outFen } = perDay.get(day) ?? { inFen: 0, outFen: 0 };
    const closingFen = opening + inFen - outFen;
    actual += raw.get(day) ?? 0;
    rows.push({
      id,
      businessDate: day,
      dayBefore: addDays(day, -1),
      openingFen: opening,
      inFen,
      outFen,
      actualFen: actual,
    });
    opening = closingFen;
  }
  return rows.reverse();
}
