/** The meals that are still to come, today and tomorrow: what is reported for them, until when, and what is foretold. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { standingGuests } from '../guests/guest-flow.ts';
import { instantOf, instantsOf, isReported, mealSetting } from '../rules/setting.ts';
import { foretold } from './foretold.ts';
import { closedMeals, eatByDefault } from './silent.ts';

export interface NextMeal {
  /** `YYYY-MM-DD`. */
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** Epoch ms. */
  startsAt: number;
  /** Epoch ms: no report is taken after it. */
  closesAt: number;
  /** Portions reported so far, by the people the session sees. */
  portions: number;
  /** People who will eat unless they say otherwise, and have said nothing; they are reported at the cut-off. */
  byDefault: number;
  /** People departments reported without names. */
  counted: number;
  /** Guests who are expected, in departments the session sees. */
  guests: number;
  /** Of the whole unit; null where nothing can be told, or a part of the unit is seen. */
  forecast: number | null;
  /** Words of what it may be off by and what it stands on; empty where that is not known. */
  forecastRange: string;
}

/** Meals of today and tomorrow that have not ended, by their time. */
export async function nextMeals(ctx: Ctx): Promise<NextMeal[]> {
  const nowMs = ctx.clock.now();
  const today = businessDay(nowMs);
  const days = [today, addDays(today, 1)];
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const coming = days.flatMap((diningDate) =>
    [...setting.meals.values()]
      .filter((meal) => isReported(setting, meal.id, diningDate) && instantOf(diningDate, meal.endTime) > nowMs)
      .map((meal) => ({ diningDate, meal })),
  );
  if (coming.length === 0) return [];
  const within = sql<boolean>`r.dining_date = any(${days}::date[])`;
  const reported = await ctx.db
    .selectFrom('meal_report as r')
    .where(within)
    .where('r.status', '=', 'REPORTED')
    .groupBy(['r.dining_date', 'r.meal_period_id'])
    .select(['r.dining_date as day', 'r.meal_period_id as mealId', sql<number>`sum(r.portions)::int`.as('portions')])
    .execute();
  const guests = await ctx.db
    .selectFrom('guest_meal as g')
    .where(sql<boolean>`g.dining_date = any(${days}::date[])`)
    .where('g.status', 'in', standingGuests)
    .groupBy(['g.dining_date', 'g.meal_period_id'])
    .select(['g.dining_date as day', 'g.meal_period_id as mealId', sql<number>`sum(g.heads)::int`.as('heads')])
    .execute();
  const counts = await ctx.db
    .selectFrom('meal_count as c')
    .where(sql<boolean>`c.dining_date = any(${days}::date[])`)
    .where('c.status', '=', 'REPORTED')
    .groupBy(['c.dining_date', 'c.meal_period_id'])
    .select(['c.dining_date as day', 'c.meal_period_id as mealId', sql<number>`sum(c.portions)::int`.as('portions')])
    .execute();
  const closed = await closedMeals(ctx, days);
  const told = await foretold(ctx, sql<boolean>`f.dining_date = any(${days}::date[])`);
  const meals = coming.map(async ({ diningDate, meal }) => {
    const { closesAt } = instantsOf(setting, meal, diningDate);
    const ahead = told.find((one) => one.diningDate === diningDate && one.mealPeriodId === meal.id);
    return {
      diningDate,
      mealPeriodId: meal.id,
      mealName: meal.name,
      startsAt: instantOf(diningDate, meal.startTime),
      closesAt,
      byDefault: closed.has(`${diningDate}/${meal.id}`) ? 0 : await eatByDefault(ctx, setting, meal.id, diningDate),
      portions: reported.find((one) => one.day === diningDate && one.mealId === meal.id)?.portions ?? 0,
      counted: counts.find((one) => one.day === diningDate && one.mealId === meal.id)?.portions ?? 0,
      guests: guests.find((one) => one.day === diningDate && one.mealId === meal.id)?.heads ?? 0,
      forecast: ahead?.forecast ?? null,
      forecastRange: ahead ? `${ahead.forecastRange} ${ahead.forecastNote}`.trim() : '',
    };
  });
  return Promise.all(meals);
}
