/** What is ordered for the meals of today and tomorrow that have not ended, and until when one can. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { liveOrders } from '../orders/order-words.ts';
import { orderInstants, orderingSetting } from '../rules/setting.ts';

export interface OrdersAhead {
  /** `YYYY-MM-DD`. */
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** Epoch ms. */
  startsAt: number;
  /** Epoch ms: the last restaurant that takes orders stops. */
  closesAt: number;
  /** Portions of live orders, by the people the session sees. */
  portions: number;
}

/** By their time; a meal nobody can order is not among them. */
export async function ordersAhead(ctx: Ctx): Promise<OrdersAhead[]> {
  const nowMs = ctx.clock.now();
  const today = businessDay(nowMs);
  const days = [today, addDays(today, 1)];
  const setting = await orderingSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const coming = days.flatMap((diningDate) =>
    [...setting.meals.values()].flatMap((meal) => {
      const kind = dayKind(diningDate, setting.calendar);
      const rules = setting.rules.filter(
        (rule) => rule.mealPeriodIds.includes(meal.id) && rule.dayKinds.includes(kind),
      );
      if (rules.length === 0 || instantOf(diningDate, meal.endTime) <= nowMs) return [];
      const closesAt = Math.max(...rules.map((rule) => orderInstants(setting, rule, diningDate).closesAt));
      return [{ diningDate, mealPeriodId: meal.id, mealName: meal.name, meal, closesAt }];
    }),
  );
  if (coming.length === 0) return [];
  const ordered = await ctx.db
    .selectFrom('meal_order as o')
    .where(sql<boolean>`o.dining_date = any(${days}::date[])`)
    .where('o.status', 'in', [...liveOrders])
    .groupBy(['o.dining_date', 'o.meal_period_id'])
    .select(['o.dining_date as day', 'o.meal_period_id as mealId', sql<number>`sum(o.portions)::int`.as('portions')])
    .execute();
  return coming.map(({ meal, ...one }) => ({
    ...one,
    startsAt: instantOf(one.diningDate, meal.startTime),
    portions: ordered.find((row) => row.day === one.diningDate && row.mealId === meal.id)?.portions ?? 0,
  }));
}
