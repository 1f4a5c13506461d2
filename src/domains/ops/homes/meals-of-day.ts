/** The meals of a business day so far, each beside the same meal a week ago at this time of day. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
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

export interface HeadsElsewhere {
  organizationId: number;
  mealPeriodId: number;
  /** Once per person and meal. */
  heads: number;
  /** Once per person, meal and restaurant. */
  placeHeads: number;
}

/**
 * Diners that a day's books count or take back of meals of other days: corrections and late records of the past. The day's own
 * heads are without them; its money is not, since it moves that day. Of what was booked by `untilMs`, where that is told.
 */
export async function headsOfOtherDays(ctx: Ctx, day: string, untilMs?: number): Promise<HeadsElsewhere[]> {
  const eatenOn = sql`coalesce(o.occurred_date, t.occurred_date)`;
  let rows = ctx.db
    .selectFrom('trade as t')
    .leftJoin('trade as o', (on) =>
      on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
    )
    .where('t.business_date', '=', day)
    .where(
      sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0) and (t.kind = 'REVERSE' or t.occurred_date <> t.business_date)`,
    )
    .where(sql<boolean>`${eatenOn} <> t.business_date`)
    .groupBy(['t.organization_id', 't.meal_period_id'])
    .select([
      't.organization_id as organizationId',
      't.meal_period_id as mealPeriodId',
      sql<number>`sum(t.heads)::bigint`.as('heads'),
      sql<number>`sum(t.restaurant_heads)::bigint`.as('placeHeads'),
    ]);
  if (untilMs !== undefined) rows = rows.where('t.recorded_at', '<=', isoAt(untilMs));
  return rows.execute();
}

/** Those at meals (what is bought outside of them is no meal), all together or those of a unit or of a meal. */
export const headsIn = (
  elsewhere: readonly HeadsElsewhere[],
  of: Partial<Pick<HeadsElsewhere, 'organizationId' | 'mealPeriodId'>> = {},
): number =>
  elsewhere
    .filter(({ mealPeriodId }) => mealPeriodId !== 0 && mealPeriodId === (of.mealPeriodId ?? mealPeriodId))
    .filter(({ organizationId }) => organizationId === (of.organizationId ?? organizationId))
    .reduce((sum, { heads }) => sum + heads, 0);

/** What the books of a day, and of the same hours a week before, count of diners who ate on others. */
interface Elsewhere {
  headsOfOtherDays: number;
  headsOfOtherDaysThen: number;
}

/** By the hour. */
export async function mealsOf(ctx: Ctx, date: string): Promise<Elsewhere & { meals: HomeMeal[] }> {
  const lastWeek = addDays(date, -7);
  const [perMeal, elsewhere, then, elsewhereThen] = await Promise.all([
    booked(ctx, date),
    headsOfOtherDays(ctx, date),
    mealHeadsBy(ctx.db, lastWeek, aWeekAgo(ctx)),
    headsOfOtherDays(ctx, lastWeek, aWeekAgo(ctx)),
  ]);
  return {
    meals: perMeal.map((meal) => ({
      ...meal,
      heads: meal.heads - headsIn(elsewhere, { mealPeriodId: meal.id }),
      lastWeekHeads: (then.get(meal.id) ?? 0) - headsIn(elsewhereThen, { mealPeriodId: meal.id }),
    })),
    headsOfOtherDays: headsIn(elsewhere),
    headsOfOtherDaysThen: headsIn(elsewhereThen),
  };
}
