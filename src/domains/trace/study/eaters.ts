/**
 * Who ate: trades that stand at least in part and are no charge for a meal nobody came to, and orders that were taken. Dish by
 * dish where a trade or an order has lines.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** A meal: `2026-11-20|7|3`, date, meal period, restaurant. */
export const mealKey = (date: string, mealPeriodId: number, restaurantId: number): string =>
  `${date}|${mealPeriodId}|${restaurantId}`;
export const dishKey = (meal: string, dish: string): string => `${meal}|${dish}`;

export interface Eater {
  personId: number;
  date: string;
  mealPeriodId: number;
  restaurantId: number;
}
export interface DishEater extends Eater {
  dish: string;
}

interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Booking days that can hold what happened in the stretch: late records are booked up to a month later. */
const bookedLater = 31;
const valuesOf = (organizationId: number, { fromMs, toMs }: Stretch) => [
  organizationId,
  isoAt(fromMs),
  isoAt(toMs),
  businessDay(fromMs),
  addDays(businessDay(toMs), bookedLater),
];

const eaten = `t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT' and t.status <> 'CORRECTED' and t.person_id <> 0`;
const standing = `t.organization_id = $1 and ${eaten} and t.meal_period_id <> 0 and t.occurred_at >= $2 and t.occurred_at < $3
  and t.business_date between $4::date and $5::date`;
// A meal may begin after midnight, as 24:30: its time is an interval, no time of a day.
const began = `(o.dining_date + coalesce(m.start_time, '12:00')::interval) at time zone 'Asia/Shanghai'`;
const taken = `o.organization_id = $1 and o.status = 'EATEN' and o.dining_date between $4::date and $5::date
  and ${began} >= $2::timestamptz - interval '4 hours' and ${began} < $3::timestamptz`;

/** Who ate at meal `m` (site, day, meal), each once; rows `x` with a restaurant, which may be narrowed further. */
export const eatersAtText = `select distinct x.person_id from (
    select t.person_id, t.restaurant_id from trade_list t where t.organization_id = m.site and ${eaten} and t.meal_period_id = m.meal
      and t.occurred_date = m.day and t.occurred_at >= m.day::timestamp at time zone 'Asia/Shanghai'
      and t.occurred_at < ((m.day + 1)::timestamp + interval '4 hours') at time zone 'Asia/Shanghai'
      and t.business_date between m.day - 1 and m.day + ${bookedLater + 1}
    union all
    select o.person_id, o.restaurant_id from meal_order o where o.organization_id = m.site and o.status = 'EATEN' and o.dining_date = m.day
      and o.meal_period_id = m.meal) x
  where true`;

/** Meals people ate in the stretch, each once. */
export async function mealsEaten(sql: Sql, organizationId: number, stretch: Stretch): Promise<Eater[]> {
  const { rows } = await sql.query<Eater>(
    `select t.person_id as "personId", t.occurred_date as date, t.meal_period_id as "mealPeriodId", t.restaurant_id as "restaurantId"
     from trade_list t where ${standing} group by 1, 2, 3, 4
     union
     select o.person_id, o.dining_date, o.meal_period_id, coalesce(o.restaurant_id, 0) from meal_order o
     left join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id where ${taken}`,
    valuesOf(organizationId, stretch),
  );
  return rows;
}

/** Dishes by lines of trades and of taken orders. */
export async function dishesEaten(sql: Sql, organizationId: number, stretch: Stretch): Promise<DishEater[]> {
  const { rows } = await sql.query<DishEater>(
    `select t.person_id as "personId", t.occurred_date as date, t.meal_period_id as "mealPeriodId",
       t.restaurant_id as "restaurantId", i.name as dish
     from trade_list t join trade_item i on i.organization_id = t.organization_id and i.trade_id = t.id
     where ${standing} and i.status = 'SETTLED'
     union
     select o.person_id, o.dining_date, o.meal_period_id, coalesce(o.restaurant_id, 0), i.name
     from meal_order o
     join meal_order_item i on i.organization_id = o.organization_id and i.order_id = o.id and i.revision = o.revision
     left join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id
     where ${taken} and i.menu_item_id is not null`,
    valuesOf(organizationId, stretch),
  );
  return rows;
}

/**
 * Who ate at a meal, or a dish of it; for recalls. Where a dish is named, grade A alone: who is known to have eaten it by a line.
 */
export async function eatersOf(
  sql: Sql,
  organizationId: number,
  date: string,
  mealPeriodId: number,
  restaurantId: number,
  dish?: string,
): Promise<number[]> {
  const start = Date.parse(`${date}T00:00:00+08:00`);
  const stretch = { fromMs: start, toMs: start + 30 * 3_600_000 };
  const rows =
    dish === undefined
      ? await mealsEaten(sql, organizationId, stretch)
      : await dishesEaten(sql, organizationId, stretch);
  return [
    ...new Set(
      rows
        .filter((row) => row.date === date && row.mealPeriodId === mealPeriodId && row.restaurantId === restaurantId)
        .filter((row) => dish === undefined || (row as DishEater).dish === dish)
        .map((row) => row.personId),
    ),
  ];
}
