/** What a report on meals is asked for: days, meals, departments with all below, restaurants. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { departmentWithin } from '../../people/public.server.ts';

export interface Asked {
  /** `YYYY-MM-DD`, both included; null has no bound. */
  from: string | null;
  to: string | null;
  organizationIds: number[];
  mealPeriodIds: number[];
  /** Text within the meal's name, where meals of several units are asked for. */
  mealName: string;
  restaurantIds: number[];
  /** How far a meal is; empty: any. */
  states: string[];
  /** With all that lies below; empty: all of them; 0 is who has none. */
  departmentIds: number[];
  /**
   * Diners count once per restaurant, since not all of them are seen; where all are, a person counts once per meal of the
   * unit.
   */
  perRestaurant: boolean;
}

const idsOf = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');
const dayOf = (value: unknown): string | null => (typeof value === 'string' && value ? value.slice(0, 10) : null);

/** A day that bounds what is asked for, beside one that bounds what is there; null has no bound. */
export const later = (a: string | null, b: string) => (a !== null && a > b ? a : b);
export const earlier = (a: string | null, b: string) => (a !== null && a < b ? a : b);

/** The two bounds of a search for days. */
export function daysOf(value: unknown): Pick<Asked, 'from' | 'to'> {
  const [from, to] = Array.isArray(value) ? value : [null, null];
  return { from: dayOf(from), to: dayOf(to) };
}

/** The search of a page, its days under `key`. */
export function askedOf(ctx: Pick<Ctx, 'scope'>, search: Search, key = 'diningDate'): Asked {
  const restaurantIds = idsOf(search.restaurantId);
  return {
    ...daysOf(search[key]),
    organizationIds: idsOf(search.organizationId),
    mealPeriodIds: idsOf(search.mealPeriodId),
    mealName: typeof search.mealName === 'string' ? search.mealName.trim() : '',
    restaurantIds,
    states: [search.state].flat().filter((state) => typeof state === 'string'),
    departmentIds: idsOf(search.departmentId),
    perRestaurant: restaurantIds.length > 0 || ctx.scope.restaurants !== 'ALL',
  };
}

interface Columns {
  /** Alias of the table that has unit, meal, restaurant and department. */
  table: string;
  /** The day that is asked for. */
  day?: RawBuilder<unknown>;
}

/** The conditions on one table, joined by and. */
export function within(asked: Asked, { table, day = sql.ref(`${table}.dining_date`) }: Columns): RawBuilder<boolean> {
  const found: RawBuilder<unknown>[] = [sql`true`];
  const among = (column: string, ids: readonly number[]) =>
    found.push(sql`${sql.ref(`${table}.${column}`)} = any(${ids}::bigint[])`);
  if (asked.from) found.push(sql`${day} >= ${asked.from}::date`);
  if (asked.to) found.push(sql`${day} <= ${asked.to}::date`);
  if (asked.organizationIds.length > 0) among('organization_id', asked.organizationIds);
  if (asked.mealPeriodIds.length > 0) among('meal_period_id', asked.mealPeriodIds);
  if (asked.restaurantIds.length > 0) among('restaurant_id', asked.restaurantIds);
  const below = departmentWithin(`${table}.organization_id`, `${table}.department_id`, asked.departmentIds);
  const nobodys = asked.departmentIds.includes(0)
    ? sql`coalesce(${sql.ref(`${table}.department_id`)}, 0) = 0`
    : sql`false`;
  if (below) found.push(sql`(${below} or ${nobodys})`);
  return sql<boolean>`${sql.join(found, sql` and `)}`;
}
