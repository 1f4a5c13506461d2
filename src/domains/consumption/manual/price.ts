/** What one person is charged by hand, and when it counts as eaten. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { dayKind } from '../pricing/day-kind.ts';
import type { MealTimes } from '../pricing/meal-at.ts';
import { type Priced, priceCount, priceFixed, priceKeyed, type TypeLimits } from '../pricing/price.ts';
import { priceLines } from '../pricing/price-words.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { ChargeKind } from './states.ts';

export interface ChargeTerms {
  kind: ChargeKind;
  meal: MealTimes & { times: number | null };
  /** Business day `YYYY-MM-DD`. */
  diningDate: string;
  restaurantId: number;
  deploySiteId: number;
  way: 'RULE' | 'PRICE';
  priceFen: number | null;
}

const unbounded: TypeLimits = { singleLimitFen: null, dayLimitFen: null, dayLimitCount: null };

/** Price of a person of the type. The person's bounds hold for a meal; an amount that was missed is not bounded. */
export function priceOf(rules: OrganizationRules, terms: ChargeTerms, typeId: number): Priced {
  const type = rules.types.get(typeId);
  const bound = terms.kind !== 'SUPPLEMENT';
  const limits: TypeLimits = { ...((bound ? type?.limits : undefined) ?? unbounded), repeatIntervalSec: 0 };
  const meal = bound ? terms.meal : { ...terms.meal, times: null };
  if (terms.kind === 'REDEEM') return priceCount(meal.name, meal.times, limits);
  if (terms.way === 'PRICE') return priceKeyed(terms.priceFen ?? 0, meal.name, meal.times, limits);
  const found = rules.rules.map((rule) => (bound ? rule : { ...rule, maxTimes: null }));
  return priceFixed(
    found,
    {
      meal,
      date: terms.diningDate,
      dayKind: dayKind(terms.diningDate, rules.calendar),
      typeId,
      typeName: type?.name ?? '',
      deploySiteId: terms.deploySiteId,
      restaurantId: terms.restaurantId,
    },
    limits,
  );
}

/** The same price, or a refusal when it is no longer what was approved. */
export function approvedPrice(price: Priced, amountFen: number, words: string): Priced {
  return (counters) => {
    const now = price(counters);
    if (isRefusal(now)) return now;
    if (now.amountFen !== amountFen)
      return refuse(consumptionRefusals.PRICE_CHANGED, {
        before: formatFenGrouped(amountFen),
        after: formatFenGrouped(now.amountFen),
        count: counters.mealCount,
      });
    return { ...now, trace: { lines: [words, ...priceLines(now.trace)] } };
  };
}

/**
 * When the meal counts as eaten, epoch ms: now while it is served, else the last minute of it. Refused for a meal that has
 * not begun.
 */
export function eatenAt(meal: MealTimes, diningDate: string, nowMs: number): number | Refusal {
  const midnight = Date.parse(`${diningDate}T00:00:00+08:00`);
  const at = (hm: string) => midnight + (Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3, 5))) * 60_000;
  if (at(meal.startTime) > nowMs)
    return refuse(consumptionRefusals.MEAL_NOT_BEGUN, { date: diningDate, meal: meal.name, start: meal.startTime });
  return Math.min(nowMs, at(meal.endTime) - 60_000);
}
