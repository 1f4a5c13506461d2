/** Which meal a swipe belongs to and what it costs there: the one place that picks the way of pricing by mode. */
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DishLine, RecordMode, WeighTake } from '../../device/public.server.ts';
import { typeMeal } from '../../people/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { SoldGoods } from '../services.ts';
import type { MealScheme } from '../swipes/meal-scheme.ts';
import { dayKind } from './day-kind.ts';
import { mealHere } from './meal-at.ts';
import {
  type Priced,
  priceCount,
  priceDishes,
  priceFixed,
  priceGoods,
  priceKeyed,
  priceWeighed,
  type TypeLimits,
} from './price.ts';
import { priceReported, whereReported } from './price-reported.ts';
import type { OrganizationRules } from './rule-cache.ts';

/** What decides the price besides the person's type and the place. */
export interface Charge {
  mode: RecordMode;
  /** What the cashier keyed, fen; only for AMOUNT. */
  amountFen?: number;
  takes?: readonly WeighTake[];
  dishes?: readonly DishLine[];
  /** What a record of mode SHOP comes to. */
  goods?: readonly SoldGoods[];
  occurredAt: number;
}

export interface PricedSwipe {
  /** Business day of the swipe. */
  date: string;
  meal: { id: number; name: string } | undefined;
  price: Priced | Refusal;
}

/** The smaller of two bounds; null does not bound. */
const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

const unbounded: TypeLimits = { singleLimitFen: null, dayLimitFen: null, dayLimitCount: null };

/**
 * `limited: false` drops the person's and the meal's bounds: what was eaten offline is not refused for them. `scheme`: the meal
 * is reported ahead here.
 */
export function priceSwipe(
  rules: OrganizationRules,
  deploySiteId: number,
  typeId: number,
  charge: Charge,
  limited = true,
  scheme?: MealScheme,
): PricedSwipe {
  const { date, meal } = mealHere(rules, deploySiteId, charge.occurredAt);
  const type = rules.types.get(typeId);
  const allowed = limited && meal ? typeMeal(rules.reach, typeId, meal.id) : undefined;
  const bounds = (limited ? type?.limits : undefined) ?? unbounded;
  const limits = {
    ...bounds,
    singleLimitFen: least(bounds.singleLimitFen, allowed?.singleLimitFen ?? null),
    repeatIntervalSec: rules.setting.repeatIntervalSec,
  };
  const name = meal?.name ?? null;
  const times = limited ? least(meal?.times ?? null, allowed?.times ?? null) : null;
  const site = rules.sites.get(deploySiteId);
  const noMeal = () =>
    site?.shop
      ? refuse(consumptionRefusals.SHOP_BY_AMOUNT, { shop: site.restaurantName || site.name })
      : refuse(consumptionRefusals.NO_MEAL_NOW, { time: isoAt(charge.occurredAt).slice(11, 16) });
  const fixed = (at: NonNullable<typeof meal>): Priced => {
    const c = {
      meal: { ...at, times },
      date,
      dayKind: dayKind(date, rules.calendar),
      typeId,
      typeName: type?.name ?? '',
      deploySiteId,
      restaurantId: site?.restaurantId ?? 0,
    };
    const prices = limited ? rules.rules : rules.rules.map((rule) => ({ ...rule, maxTimes: null }));
    return scheme ? priceReported(prices, c, limits, scheme) : priceFixed(prices, c, limits);
  };
  const price = (): Priced | Refusal => {
    switch (charge.mode) {
      case 'AMOUNT':
        return priceKeyed(charge.amountFen ?? 0, name, times, limits);
      case 'WEIGH':
        return priceWeighed(charge.takes ?? [], name, times, limits);
      case 'DISH':
        return priceDishes(charge.dishes ?? [], name, times, limits);
      case 'SHOP':
        return priceGoods(charge.goods ?? [], limits);
      case 'COUNT':
        return meal ? priceCount(meal.name, times, limits) : noMeal();
      case 'FIXED':
        return meal ? fixed(meal) : noMeal();
    }
  };
  const own = price();
  if (!scheme || !meal || charge.mode === 'FIXED' || isRefusal(own)) return { date, meal, price: own };
  return { date, meal, price: whereReported(own, scheme, { meal: meal.name, type: type?.name ?? '' }) };
}
