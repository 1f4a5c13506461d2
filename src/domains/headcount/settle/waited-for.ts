/** Which terminals a meal is not settled without: those of the restaurants it is reported at, and of no other. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { terminalsBehind } from '../../device/public.server.ts';
import type { MealOfDay } from './settle-meal.ts';

/** Restaurants the meal of a day ($2, $3) of the unit ($1) is reported at: it is served there. */
export const servingSql = `(
  select r.restaurant_id as id from meal_report r
  where r.organization_id = $1 and r.dining_date = $2 and r.meal_period_id = $3 and r.status = 'REPORTED'
  union
  select c.restaurant_id from meal_count c
  where c.organization_id = $1 and c.dining_date = $2 and c.meal_period_id = $3 and c.status = 'REPORTED')`;

/** Names of the terminals that have not told yet all they took of a meal that ended at `endsAt`. */
export async function terminalsWaited(db: Sql, meal: MealOfDay, endsAt: number): Promise<string[]> {
  const { organizationId, diningDate, mealPeriodId } = meal;
  const { rows } = await db.query<{ id: number }>(`select id from ${servingSql} s`, [
    organizationId,
    diningDate,
    mealPeriodId,
  ]);
  return terminalsBehind(
    db,
    organizationId,
    rows.map((row) => row.id),
    endsAt,
  );
}
