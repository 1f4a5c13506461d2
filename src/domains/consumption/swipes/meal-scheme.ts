/** Meals that are reported ahead, as the till asks about them; the domain that keeps the reports answers. */
import { mealHere } from '../pricing/meal-at.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import type { AttendancePrices } from './attendance.ts';

export interface SchemeAsked {
  organizationId: number;
  personId: number;
  typeId: number;
  /** 0: of none. */
  departmentId: number;
  mealPeriodId: number;
  restaurantId: number;
  /** Business day. */
  date: string;
  /** Epoch ms. */
  occurredAt: number;
  /** Taken while cut off: the rules are those of that instant; the reports are always those known now. */
  offline: boolean;
}

/** What a meal costs somebody by whether they reported it. */
export interface MealScheme {
  /** Portions reported. */
  reported: number;
  prices: AttendancePrices;
}

/** Undefined where the meal is not priced so for this type at this restaurant; then nothing is read. Hot path. */
export type SchemeSource = (asked: SchemeAsked) => Promise<MealScheme | undefined>;

declare module '../../../kit/server/context.ts' {
  interface Services {
    mealSchemes: SchemeSource;
  }
}

export interface SchemePlace {
  organizationId: number;
  deploySiteId: number;
}

/** The scheme of a swipe at a site. Food that was taken offline is eaten: nobody is turned away then. */
export async function schemeHere(
  source: SchemeSource,
  rules: OrganizationRules,
  { organizationId, deploySiteId }: SchemePlace,
  { personId, typeId, departmentId }: { personId: number; typeId: number; departmentId: number },
  { occurredAt, offline }: { occurredAt: number; offline: boolean },
): Promise<MealScheme | undefined> {
  const { date, meal } = mealHere(rules, deploySiteId, occurredAt);
  const restaurantId = rules.sites.get(deploySiteId)?.restaurantId ?? 0;
  if (!meal || restaurantId === 0) return undefined;
  const mealPeriodId = meal.id;
  const scheme = await source({
    organizationId,
    personId,
    typeId,
    departmentId,
    mealPeriodId,
    restaurantId,
    date,
    occurredAt,
    offline,
  });
  return scheme && offline ? { ...scheme, prices: { ...scheme.prices, allowWalkIn: true } } : scheme;
}
