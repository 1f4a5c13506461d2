/** How many trades a search of the trade lists has, out of the day rollups. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Search } from '../../kit/server/page/binding.ts';
import { businessDay } from '../wallet/business-day.ts';

/** Days back that a list asks first; a busy organization has more trades in them than any count tells. */
export const recentDays = 62;

const dimensions: Readonly<Record<string, string>> = {
  restaurantId: 'restaurant_id',
  mealPeriodId: 'meal_period_id',
  deviceId: 'device_id',
};

const said = (value: unknown) => value !== null && value !== undefined && value !== '';
const asked = (value: unknown) => said(value) && !(Array.isArray(value) && !value.some(said));

/**
 * Trades of the search; undefined when the rollups cannot tell: another condition, a scope of departments, or a longer
 * time whose last weeks hold no more than `cap`.
 */
export async function countTrades(ctx: Ctx, search: Search, cap: number): Promise<number | undefined> {
  const keys = Object.keys(search).filter((key) => asked(search[key]));
  if (ctx.scope.departments !== 'ALL' || keys.some((key) => key !== 'businessDate' && !dimensions[key]))
    return undefined;
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  const today = businessDay(ctx.clock.now());
  const recent = addDays(to && to < today ? to.slice(0, 10) : today, -recentDays);
  const whole = !!from && from >= recent;
  const conditions: RawBuilder<unknown>[] = [sql`u.business_date >= ${whole ? from : recent}::date`];
  if (to) conditions.push(sql`u.business_date <= ${to}::date`);
  for (const [key, column] of Object.entries(dimensions))
    if (asked(search[key])) conditions.push(sql`${sql.ref(`u.${column}`)} = any(${[search[key]].flat()}::bigint[])`);
  const { n } = await ctx.db
    .selectFrom('rollup_consume_place as u')
    .select(sql<number>`coalesce(sum(u.consume_count + u.reverse_count + u.supplement_count), 0)::bigint`.as('n'))
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .executeTakeFirstOrThrow();
  return whole || n > cap ? n : undefined;
}
