/** Reads where people ate, and keeps the forecasts of each restaurant beside those of its unit. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import type { MealSetting } from '../rules/setting.ts';
import type { MealOfDay } from '../settle/settle-meal.ts';
import { foretellPlaces, type PlaceDay, type PlaceForetold, type PlaceKept } from './places.ts';

type Meal = Pick<MealOfDay, 'organizationId' | 'mealPeriodId'>;

/** Days back: four weeks of habit before the last day foretold. */
const backDays = 42;

async function daysOf(db: Sql, meal: Meal, before: string, calendar: MealSetting['calendar']): Promise<PlaceDay[]> {
  const { rows } = await db.query<Omit<PlaceDay, 'kind'>>(
    `select business_date as date, restaurant_id as "restaurantId", sum(heads)::int as heads
     from consumed_by_place
     where organization_id = $1 and meal_period_id = $2 and business_date >= $4 and business_date < $3
     group by 1, 2 having sum(heads) > 0`,
    [meal.organizationId, meal.mealPeriodId, before, addDays(before, -backDays)],
  );
  return rows.map((row) => ({ ...row, kind: dayKind(row.date, calendar) }));
}

/** Forecasts of restaurants that were kept at their cut-offs since a day, with what was eaten there. */
export async function keptPlaces(db: Sql, meal: Meal, from: string, before: string): Promise<PlaceKept[]> {
  const { rows } = await db.query<PlaceKept>(
    // Read once over the span: day by day and place by place it costs a look at the day's trades each.
    `with eaten as materialized (
       select business_date, restaurant_id, sum(heads)::int as heads
       from consumed_by_place
       where organization_id = $1 and meal_period_id = $2 and business_date >= $3 and business_date < $4
       group by business_date, restaurant_id)
     select f.restaurant_id as "restaurantId", f.portions, f.naive, coalesce(u.heads, 0) as actual
     from meal_forecast_place f
     join meal_settlement s on s.organization_id = f.organization_id and s.dining_date = f.dining_date
       and s.meal_period_id = f.meal_period_id and s.state = 'SETTLED'
     left join eaten u on u.business_date = f.dining_date and u.restaurant_id = f.restaurant_id
     where f.organization_id = $1 and f.meal_period_id = $2 and f.frozen and f.dining_date >= $3 and f.dining_date < $4`,
    [meal.organizationId, meal.mealPeriodId, from, before],
  );
  return rows;
}

/** The parts of the restaurants on these days, of what is foretold of the unit; what was kept before stays. */
export async function foretellPlaceDays(
  db: Sql,
  meal: Meal,
  unit: readonly { date: string; kind: string; near: boolean; portions: number | null }[],
  {
    calendar,
    keptSince,
    at,
    frozen,
  }: { calendar: MealSetting['calendar']; keptSince: string; at: string; frozen: boolean },
): Promise<void> {
  const first = unit[0]?.date;
  if (!first) return;
  const days = await daysOf(db, meal, first, calendar);
  const kept = await keptPlaces(db, meal, keptSince, first);
  const made = unit.flatMap((one) =>
    foretellPlaces(one.portions, days, one, kept).map((place): PlaceForetold & { date: string } => ({
      ...place,
      date: one.date,
    })),
  );
  if (made.length === 0) return;
  await db.query(
    `insert into meal_forecast_place as f (organization_id, dining_date, meal_period_id, restaurant_id, portions, naive, told,
       made_at, frozen)
     select $1, n.day, $2, n.place, n.portions, n.naive, n.told, $3, $4
     from unnest($5::date[], $6::bigint[], $7::int[], $8::int[], $9::text[]) as n (day, place, portions, naive, told)
     on conflict (organization_id, dining_date, meal_period_id, restaurant_id) do update set portions = excluded.portions,
       naive = excluded.naive, told = excluded.told, made_at = excluded.made_at, frozen = excluded.frozen
     where not f.frozen`,
    [
      meal.organizationId,
      meal.mealPeriodId,
      at,
      frozen,
      made.map((one) => one.date),
      made.map((one) => one.restaurantId),
      made.map((one) => one.portions),
      made.map((one) => one.naive),
      made.map((one) => one.told),
    ],
  );
}
