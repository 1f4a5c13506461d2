/** On which business days subsidy money moved, and how often, out of the day totals: where lists over it need to look. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';

/** More days than this are given by their ends. */
const mostDays = 120;

/** Ledger lines of subsidy purses per day of the search, oldest first. */
async function daysOf(ctx: Ctx, search: Search): Promise<{ day: string; lines: number }[]> {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  let query = ctx.db
    .selectFrom('rollup_account_day as r')
    .select(['r.business_date as day', sql<number>`sum(r.entry_count)::bigint`.as('lines')])
    .where('r.account', '=', 'wallet:SUBSIDY')
    .groupBy('r.business_date')
    .orderBy('r.business_date');
  if (from) query = query.where('r.business_date', '>=', from);
  if (to) query = query.where('r.business_date', '<=', to);
  return query.execute();
}

/** `column` lies on a day on which subsidy money moved. */
export async function onSubsidyDays(
  ctx: Ctx,
  search: Search,
  column: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const days = (await daysOf(ctx, search)).map((d) => d.day);
  return days.length <= mostDays
    ? sql`${column} = any(${days}::date[])`
    : sql`${column} between ${days[0]}::date and ${days.at(-1)}::date`;
}

/** Lines of a search that asks for days alone; undefined for any other. */
export async function countSubsidyLines(ctx: Ctx, search: Search): Promise<number | undefined> {
  const asked = Object.keys(search).filter((key) => {
    const value = search[key];
    return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  if (asked.some((key) => key !== 'businessDate') || ctx.scope.departments !== 'ALL') return undefined;
  return (await daysOf(ctx, search)).reduce((sum, d) => sum + d.lines, 0);
}
