/** How many trades a search of the trade lists has, out of the day totals. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { isWide } from '../../../kit/server/query/scope.ts';
import { businessDay, coarsest, placeTotals } from '../../wallet/public.server.ts';
import { runTotals } from '../units/run-totals.ts';

/** Days back that a list asks first, and the longest time that is counted by place. */
export const recentDays = 62;
/** Days of many units that are counted before the rest. */
const newestDays = 4;

const dimensions: Readonly<Record<string, string>> = {
  organizationId: 'organization_id',
  restaurantId: 'restaurant_id',
  mealPeriodId: 'meal_period_id',
};

interface Days {
  from: string | null;
  to: string | null;
}

const within = ({ from, to }: Days): RawBuilder<boolean> =>
  sql`${from ? sql`u.business_date >= ${from}::date` : sql`true`} and ${to ? sql`u.business_date <= ${to}::date` : sql`true`}`;

/** At least so many trades: a charge in money has one line of the revenue account. A few rows per day tell. */
async function atLeast(ctx: Ctx, days: Days): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('rollup_account_day as u')
    .select(sql<number>`coalesce(sum(u.entry_count), 0)::bigint`.as('n'))
    .where('u.account', '=', 'revenue')
    .where('u.posting_kind', 'in', ['CONSUME', 'SUPPLEMENT'])
    .where(within(days))
    .executeTakeFirstOrThrow();
  return n;
}

/** Exactly; at most a row per trade, mostly far fewer. */
async function byPlace(ctx: Ctx, search: Search, days: Days): Promise<number> {
  const wide = isWide(ctx.scope);
  const asksPlace = isAsked(search.mealPeriodId) || isAsked(search.restaurantId);
  const runs =
    wide && !asksPlace
      ? await runTotals(ctx, {
          ...days,
          units: isAsked(search.organizationId),
          caterers: false,
          days: false,
          side: 'place',
        })
      : undefined;
  const conditions = runs ? [sql<boolean>`true`] : [within(days)];
  for (const [key, column] of Object.entries(dimensions))
    if (isAsked(search[key])) conditions.push(sql`${sql.ref(`u.${column}`)} = any(${[search[key]].flat()}::bigint[])`);
  // Over many units past days come folded; of one unit their few rows are read as they are.
  const detail = wide
    ? coarsest({ meal: isAsked(search.mealPeriodId), restaurant: isAsked(search.restaurantId) })
    : 'device';
  const totals = runs ?? (await placeTotals(ctx, detail, days));
  const { n } = await ctx.db
    .selectFrom(totals.as('u'))
    .select(sql<number>`coalesce(sum(u.consume_count + u.reverse_count + u.supplement_count), 0)::bigint`.as('n'))
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Trades of the search, or any number past `cap` when there are more; undefined when the totals cannot tell: another
 * condition, a scope of departments, or a long time with fewer than that.
 */
export async function countTrades(ctx: Ctx, search: Search, cap: number): Promise<number | undefined> {
  const keys = Object.keys(search).filter((key) => isAsked(search[key]));
  const { departments, restaurants } = ctx.scope;
  if (departments !== 'ALL' || keys.some((key) => key !== 'businessDate' && !dimensions[key])) return undefined;
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]).map((day) =>
    typeof day === 'string' && day ? day.slice(0, 10) : null,
  ) as [string | null, string | null];
  const days = { from, to };
  // Over many units a time without bounds is no few rows any more.
  if (restaurants === 'ALL' && !isWide(ctx.scope) && keys.every((key) => key === 'businessDate')) {
    const least = await atLeast(ctx, days);
    if (least > cap) return least;
  }
  const today = businessDay(ctx.clock.now());
  const last = to && to < today ? to : today;
  if (from === null || from < addDays(last, -recentDays)) return undefined;
  const newest = addDays(last, 1 - newestDays);
  if (!isWide(ctx.scope) || from >= newest) return byPlace(ctx, search, days);
  // Over many units the newest days alone are mostly more than is counted.
  const least = await byPlace(ctx, search, { from: newest, to });
  return least > cap ? least : least + (await byPlace(ctx, search, { from, to: addDays(newest, -1) }));
}
