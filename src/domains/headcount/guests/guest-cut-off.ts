/** Until when meals of guests are applied for and changed: the cut-off of the meal, its beginning where it has none. */
import type { Ctx } from '../../../kit/server/context.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { minute } from '../reports/report-meals.ts';
import { instantOf, instantsOf, mealSetting } from '../rules/setting.ts';

export interface GuestMealAt {
  diningDate: string;
  mealPeriodId: number;
}

export interface MealTimes {
  name: string;
  startsAt: number;
  endsAt: number;
  /** From then on it takes the right for it and a reason. */
  closesAt: number;
}

/** Times of a meal of a day, epoch ms; undefined where the unit has no such meal. */
export async function mealTimes(ctx: Ctx, { diningDate, mealPeriodId }: GuestMealAt): Promise<MealTimes | undefined> {
  const meal = await ctx.db
    .selectFrom('meal_period')
    .select(['name', 'start_time', 'end_time'])
    .where('id', '=', mealPeriodId)
    .executeTakeFirst();
  if (!meal) return undefined;
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
  const reported = setting.meals.get(mealPeriodId);
  const startsAt = instantOf(diningDate, meal.start_time);
  return {
    name: meal.name,
    startsAt,
    endsAt: instantOf(diningDate, meal.end_time),
    closesAt: reported ? instantsOf(setting, reported, diningDate).closesAt : startsAt,
  };
}

/** Whether it is after the cut-off; a refusal where that takes a reason and none may be or was given. */
export function judgeLate(ctx: Ctx, at: GuestMealAt, times: MealTimes, lateReason: string): boolean | Refusal {
  const late = ctx.clock.now() >= times.closesAt;
  if (late && !lateReason)
    return refuse(headcountRefusals.MEAL_CLOSED, {
      date: at.diningDate,
      meal: times.name,
      closed: minute(times.closesAt),
    });
  return late;
}
