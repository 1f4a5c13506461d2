/** What a meal costs that is reported ahead: a reported portion, or one that nobody reported. */
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { consumptionRefusals } from '../refusals.ts';
import { priceAttendance, swipeAttendance } from '../swipes/attendance.ts';
import type { MealScheme } from '../swipes/meal-scheme.ts';
import {
  type FixedRule,
  limitsOf,
  mealTimesOf,
  type PriceCase,
  type Priced,
  ruleFor,
  type TypeLimits,
} from './price.ts';

/** Prices a fixed-value trade by its outcome, where that has no price of its own by the fixed ones. */
export function priceReported(
  rules: readonly FixedRule[],
  c: PriceCase,
  limits: TypeLimits,
  scheme: MealScheme,
): Priced {
  const fixed = ruleFor(rules, c);
  const bounds = limitsOf(limits, mealTimesOf(fixed, c.meal.times));
  return ({ mealCount }) => {
    const outcome = swipeAttendance({ ordered: scheme.reported, eaten: mealCount });
    const asked = { outcome, meal: c.meal.name, type: c.typeName, nth: mealCount + 1, exemptionsLeft: 0 };
    const priced = priceAttendance({ ...asked, ahead: '报' }, scheme.prices, fixed);
    return isRefusal(priced) ? priced : { ...priced, attendance: outcome, limits: bounds };
  };
}

/** A price that does not hang on reports, where the meal may be had at all. */
export function whereReported(price: Priced, scheme: MealScheme, named: { meal: string; type: string }): Priced {
  if (scheme.prices.allowWalkIn) return price;
  return (counters) =>
    swipeAttendance({ ordered: scheme.reported, eaten: counters.mealCount }) === 'WALK_IN'
      ? refuse(consumptionRefusals.WALK_IN_NOT_ALLOWED, named)
      : price(counters);
}
