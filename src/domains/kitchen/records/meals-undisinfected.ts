/** Meals that were served and after which nothing was disinfected. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { servedMeals } from '../../menu/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

export interface MealGap {
  date: string;
  meal: string;
  restaurant: string;
}

/** After a meal the kitchen has so long to write it down. */
const afterHours = 2;

/** Of yesterday and today, by day and meal; only meals with a published menu are known to have been served. */
export async function mealsUndisinfected(ctx: Ctx): Promise<MealGap[]> {
  const today = businessDay(ctx.clock.now());
  const over = sql<boolean>`(m.menu_date + p.end_time::interval) at time zone 'Asia/Shanghai'
    + make_interval(hours => ${sql.lit(afterHours)}) < ${isoAt(ctx.clock.now())}::timestamptz`;
  return servedMeals(ctx, addDays(today, -1), today)
    .select(['m.menu_date as date', 'p.name as meal', 'r.name as restaurant'])
    .where(over)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operate_record as o')
            .select('o.id')
            .whereRef('o.restaurant_id', '=', 'm.restaurant_id')
            .whereRef('o.business_date', '=', 'm.menu_date')
            .whereRef('o.meal_period_id', '=', 'm.meal_period_id')
            .where('o.kind', '=', 'DISINFECT'),
        ),
      ),
    )
    .execute();
}
