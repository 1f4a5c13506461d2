/** The meals of a business day so far, each beside the same meal a week ago at this time of day. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { mealHeadsBy, netConsumedFen } from '../../wallet/public.server.ts';
import type { HomeMeal } from './home-figures.ts';

const weekMs = 7 * 86_400_000;

/** This time of day, a week ago. */
export const aWeekAgo = ({ clock }: Pick<Ctx, 'clock'>): number => clock.now() - weekMs;

async function booked(ctx: Ctx, today: string): Promise<Omit<HomeMeal, 'lastWeekHeads'>[]> {
  return ctx.db
    .selectFrom('meal_period as m')
    .leftJoin('consumed_by_place as u', (on) =>
      on
        .onRef('u.organization_id', '=', 'm.organization_id')
        .onRef('u.meal_period_id', '=', 'm.id')
        .on('u.business_date', '=', today),
    )
    .select([
      'm.id',
      'm.name',
      sql<number>`coalesce(sum(u.heads), 0)::bigint`.as('heads'),
      sql<number>`coalesce(sum(u.consume_count), 0)::bigint`.as('consumeCount'),
      netConsumedFen.as('netFen'),
    ])
    .where('m.status', '=', 'NORMAL')
    .groupBy(['m.id', 'm.name', 'm.start_time'])
    .orderBy('m.start_time')
    .execute();
}

/**
 * Diners that today's books count or take back of meals of other days, by meal: corrections and late records of the past. The
 * day's own heads are without them; its money is not, since it moves today.
 */
export async function headsOfOtherDays(ctx: Ctx, today: string): Promise<Map<number, number>> {
  const eatenOn = sql`coalesce(o.occurred_date, t.occurred_date)`;
  const rows = await ctx.db
    .selectFrom('trade as t')
    .leftJoin('trade as o', (on) =>
      on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
    )
    .where('t.business_date', '=', today)
    .where(
      sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0) and (t.kind = 'REVERSE' or t.occurred_date <> t.business_date)`,
    )
    .where(sql<boolean>`${eatenOn} <> t.business_date`)
    .groupBy('t.meal_period_id')
    .select(['t.meal_period_id as id', sql<number>`sum(t.heads)::bigint`.as('heads')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.heads]));
}

/** By the hour; `headsOfOtherDays` is what the day's books count of diners who ate on others. */
export async function mealsOf(ctx: Ctx, date: string): Promise<{ meals: HomeMeal[]; headsOfOtherDays: number }> {
  const [perMeal, elsewhere, then] = await Promise.all([
    booked(ctx, date),
    headsOfOtherDays(ctx, date),
    mealHeadsBy(ctx.db, addDays(date, -7), aWeekAgo(ctx)),
  ]);
  return {
    meals: perMeal.map((meal) => ({
      ...meal,
      heads: meal.heads - (elsewhere.get(meal.id) ?? 0),
      lastWeekHeads: then.get(meal.id) ?? 0,
    })),
    headsOfOtherDays: [...elsewhere.values()].reduce((sum, heads) => sum + heads, 0),
  };
}
