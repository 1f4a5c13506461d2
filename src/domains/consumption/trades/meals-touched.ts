/** For which meals something was booked or taken back lately, by whatever way it came: what counts them counts again. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface TouchedMeal {
  /** The day it was eaten, `YYYY-MM-DD`. */
  diningDate: string;
  /** 0: between meals, or in a shop. */
  mealPeriodId: number;
}

/** Meals of trades recorded since `sinceMs`; of a reversal, those of what it took back. */
export async function mealsTouched(db: Sql, organizationId: number, sinceMs: number): Promise<TouchedMeal[]> {
  const { rows } = await db.query<TouchedMeal>(
    `select distinct coalesce(o.occurred_date, t.occurred_date) as "diningDate", t.meal_period_id as "mealPeriodId"
     from trade t
     left join trade o on o.organization_id = t.organization_id and o.id = t.original_trade_id
     where t.organization_id = $1 and t.recorded_at > $2`,
    [organizationId, isoAt(sinceMs)],
  );
  return rows;
}
