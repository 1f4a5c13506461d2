/** Meals that are reported ahead, as the till asks about them; the domain that keeps the reports answers. */
import { mealHere } from '../pricing/meal-at.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import type { AttendancePrices } from './attendance.ts';

/** What a person said of a meal ahead. */
export interface ReportedMeal {
  portions: number;
  /** Not taken back. */
  standing: boolean;
  restaurantId: number;
}

/** The meal of a business day whoever pays is looked up with. */
export interface ReportKey {
  mealPeriodId: number;
  date: string;
}

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
  /** What they reported, null where nothing; absent: nobody has looked yet. */
  report?: ReportedMeal | null;
}

/** What a meal costs somebody by whether they reported it. */
export interface MealScheme {
  /** Portions reported. */
  reported: number;
  prices: AttendancePrices;
}

/** Undefined where the meal is not priced so for this type at this restaurant; then nothing is read. Hot path. */
export type SchemeSource = (asked: SchemeAsked) => Promise<MealScheme | undefined>;

/** Whether anybody's meal is priced by reports at this restaurant: answered out of the process's memory. Hot path. */
export type ReportsAsked = (
  at: Pick<SchemeAsked, 'organizationId' | 'mealPeriodId' | 'restaurantId'>,
) => Promise<boolean>;

declare module '../../../kit/server/context.ts' {
  interface Services {
    mealSchemes: SchemeSource;
    reportsAsked: ReportsAsked;
  }
}

export interface SchemePlace {
  organizationId: number;
  deploySiteId: number;
}

/** The meal, where it is priced by reports: then who pays is looked up with what they reported, in one statement. */
export async function reportedHere(
  asked: ReportsAsked,
  rules: OrganizationRules,
  { organizationId, deploySiteId }: SchemePlace,
  occurredAt: number,
): Promise<ReportKey | undefined> {
  const { date, meal } = mealHere(rules, deploySiteId, occurredAt);
  const restaurantId = rules.sites.get(deploySiteId)?.restaurantId ?? 0;
  if (!meal || restaurantId === 0) return undefined;
  const priced = await asked({ organizationId, mealPeriodId: meal.id, restaurantId });
  return priced ? { mealPeriodId: meal.id, date } : undefined;
}

type SchemePayer = Pick<SchemeAsked, 'personId' | 'typeId' | 'departmentId' | 'report'>;

/** The scheme of a swipe at a site. Food that was taken offline is eaten: nobody is turned away then. */
export async function schemeHere(
  source: SchemeSource,
  rules: OrganizationRules,
  { organizationId, deploySiteId }: SchemePlace,
  { personId, typeId, departmentId, report }: SchemePayer,
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
    ...(report === undefined ? {} : { report }),
  });
  return scheme && offline ? { ...scheme, prices: { ...scheme.prices, allowWalkIn: true } } : scheme;
}
