/** Meals whose orders are closed already: who publishes their menu now is told that nobody can order from it any more. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { type CookedMeal, closedKey } from '../../menu/public.server.ts';
import { orderInstants, orderingSetting } from './setting.ts';

/** The instants of the last rule to close, by meal; a meal that is not ordered from its menu is not among them. */
export async function ordersClosed(ctx: Ctx, meals: readonly CookedMeal[]): Promise<ReadonlyMap<string, string>> {
  const nowMs = ctx.clock.now();
  const setting = await orderingSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const menuRules = setting.rules.filter((rule) => rule.mode !== 'HEAD_ONLY');
  return new Map(
    meals.flatMap((meal): [string, string][] => {
      const kind = dayKind(meal.date, setting.calendar);
      const closings = menuRules
        .filter((rule) => rule.restaurantId === meal.restaurantId)
        .filter((rule) => rule.mealPeriodIds.includes(meal.mealPeriodId) && rule.dayKinds.includes(kind))
        .map((rule) => orderInstants(setting, rule, meal.date).closesAt);
      const last = Math.max(...closings);
      return closings.length > 0 && last <= nowMs
        ? [[closedKey(meal), isoAt(last).slice(5, 16).replace('T', ' ')]]
        : [];
    }),
  );
}
