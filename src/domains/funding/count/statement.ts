/** 计次对账单: meals left before, what came and went by kind, and what the purses really hold, day by day. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { movements, netByAccount } from '../sheets/movements.ts';
import { countAccount, countColumnOf, countColumns, countKeys } from './words.ts';

export const daysOf = (search: Search): [from: string | null, to: string | null] => {
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [];
  return [from ?? null, to ?? null];
};

/** Net change of all meals between two days, both included; null is open. */
export async function movedMeals(ctx: Ctx, from: string | null, to: string | null): Promise<number> {
  const moved = await movements(ctx, { accounts: [countAccount], from, to, personIds: null, departmentIds: null });
  return netByAccount(moved).get(countAccount) ?? 0;
}

/** Day totals by kind, oldest first. */
function dayMovements(ctx: Ctx, from: string | null, to: string | null) {
  return ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      'u.business_date as day',
      'u.posting_kind as kind',
      'u.reverses_kind as reversesKind',
      sql<number>`sum(u.in_fen - u.out_fen)::bigint`.as('net'),
    ])
    .where('u.account', '=', countAccount)
    .$if(from !== null, (query) => query.where('u.business_date', '>=', from!))
    .$if(to !== null, (query) => query.where('u.business_date', '<=', to!))
    .groupBy(['u.business_date', 'u.posting_kind', 'u.reverses_kind'])
    .orderBy('u.business_date')
    .execute();
}

/** What the purses hold now, and what their own lines moved since, newest day first. */
async function inPurses(ctx: Ctx, from: string | null) {
  const now = await ctx.db
    .selectFrom('wallet as w')
    .select(sql<number>`coalesce(sum(w.balance_fen), 0)::bigint`.as('meals'))
    .where('w.kind', '=', 'COUNT')
    .executeTakeFirstOrThrow();
  const lines = await ctx.db
    .selectFrom('ledger_entry as e')
    .select(['e.business_date as day', sql<number>`sum(e.amount_fen)::bigint`.as('net')])
    .where('e.account', '=', countAccount)
    .$if(from !== null, (query) => query.where('e.business_date', '>=', from!))
    .groupBy('e.business_date')
    .orderBy('e.business_date', 'desc')
    .execute();
  return { now: now.meals, lines };
}

/** One row per day on which meals moved, newest first. */
export async function mealStatement(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = daysOf(search);
  const [moves, before, held] = await Promise.all([
    dayMovements(ctx, from, to),
    from === null ? 0 : movedMeals(ctx, null, addDays(from, -1)),
    inPurses(ctx, from),
  ]);
  const rows: (Record<string, number | string> & { id: number })[] = [];
  let left = before;
  for (const move of moves) {
    let row = rows.at(-1);
    if (row?.businessDate !== move.day) {
      row = { id: rows.length + 1, businessDate: move.day, dayBefore: addDays(move.day, -1), openingMeals: left };
      for (const key of countKeys) row[key] = 0;
      rows.push(row);
    }
    const column = countColumnOf(move.kind, move.reversesKind);
    row[column] = Number(row[column]) + (countColumns[column].side === 'in' ? move.net : -move.net);
    left += move.net;
  }
  // Backwards from what is there now: another way to the same number.
  let actual = held.now;
  const later = [...held.lines];
  return rows.reverse().map((row) => {
    while (later[0] && later[0].day > String(row.businessDate)) actual -= later.shift()!.net;
    return { ...row, closingMeals: actual };
  });
}
