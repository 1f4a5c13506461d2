/** The meals that are still to come, today and tomorrow: what is reported for them, until when, and what is foretold. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { standingGuests } from '../guests/guest-flow.ts';
import { habitualSql } from '../habits/habits.ts';
import {
  instantOf,
  instantsOf,
  isReported,
  type MealRule,
  type MealSetting,
  mealSetting,
  ruleFor,
} from '../rules/setting.ts';
import { foretold } from './foretold.ts';

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
  /** Words of what it may be off by; empty where that is not known. */
  forecastRange: string;
}

/** How many of each type and department have said nothing of the meal. */
async function silent(ctx: Ctx, mealPeriodId: number, diningDate: string) {
  const habitual = habitualSql(diningDate, mealPeriodId);
  const away = sql`exists (${ctx.db
    .selectFrom('meal_absence as w')
    .select('w.id')
    .whereRef('w.organization_id', '=', sql.ref('p.organization_id'))
    .whereRef('w.person_id', '=', sql.ref('p.id'))
    .where('w.status', '=', 'NORMAL')
    .where('w.from_date', '<=', diningDate)
    .where('w.to_date', '>=', diningDate)
    .where(sql<boolean>`(w.meal_period_ids = '{}' or ${mealPeriodId} = any(w.meal_period_ids))`)})`;
  const stopped = sql`exists (${ctx.db
    .selectFrom('meal_list as b')
    .select('b.id')
    .whereRef('b.organization_id', '=', sql.ref('p.organization_id'))
    .whereRef('b.person_id', '=', sql.ref('p.id'))
    .where('b.kind', '=', 'BLACK')
    .where('b.status', '=', 'NORMAL')
    .where('b.from_date', '<=', diningDate)
    .where(sql<boolean>`(b.to_date is null or b.to_date >= ${diningDate}::date)`)})`;
  return ctx.db
    .selectFrom('person as p')
    .where('p.status', '=', 'NORMAL')
    .where(sql<boolean>`not ${away} and not ${stopped}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('meal_report as r')
            .select('r.id')
            .whereRef('r.organization_id', '=', 'p.organization_id')
            .whereRef('r.person_id', '=', 'p.id')
            .where('r.dining_date', '=', diningDate)
            .where('r.meal_period_id', '=', mealPeriodId),
        ),
      ),
    )
    .groupBy([sql`1`, sql`2`, sql`3`])
    .select([
      'p.type_id as typeId',
      'p.department_id as departmentId',
      habitual.as('habitual'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .execute();
}

/** Those of them who eat by default, while the meal is open. */
async function eatByDefault(ctx: Ctx, setting: MealSetting, mealPeriodId: number, diningDate: string) {
  const silence = ({ mode, mealPeriodIds }: MealRule) =>
    (mode === 'OPT_OUT' || mode === 'CALENDAR') && mealPeriodIds.includes(mealPeriodId);
  if (!setting.rules.some(silence)) return 0;
  const groups = await silent(ctx, mealPeriodId, diningDate);
  return groups
    .filter(({ habitual, ...eater }) => {
      const mode = ruleFor(setting, eater, mealPeriodId, diningDate)?.mode;
      return mode === 'OPT_OUT' || (mode === 'CALENDAR' && habitual);
    })
    .reduce((total, { people }) => total + people, 0);
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
      byDefault: nowMs < closesAt ? await eatByDefault(ctx, setting, meal.id, diningDate) : 0,
      portions: reported.find((one) => one.day === diningDate && one.mealId === meal.id)?.portions ?? 0,
      counted: counts.find((one) => one.day === diningDate && one.mealId === meal.id)?.portions ?? 0,
      guests: guests.find((one) => one.day === diningDate && one.mealId === meal.id)?.heads ?? 0,
      forecast: ahead?.forecast ?? null,
      forecastRange: ahead?.forecastRange ?? '',
    };
  });
  return Promise.all(meals);
}
