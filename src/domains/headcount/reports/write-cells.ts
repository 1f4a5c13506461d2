/** Writes cells that were judged: one row per person, meal and day, whatever is said of it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import type { Cell, Diner, Reporting } from './report-meals.ts';

export interface JudgedCell extends Cell {
  portions: number;
  restaurantId: number;
  diner: Diner;
  ruleId: number;
  late: boolean;
}

export interface WrittenCell {
  id: number;
  diningDate: string;
  mealPeriodId: number;
  personId: number;
  portions: number;
}

// A cell that was taken back is taken up again by a report; what else stands there stays.
const text = `
  insert into meal_report (organization_id, id, dining_date, meal_period_id, person_id, department_id, person_type_id,
    restaurant_id, rule_id, portions, status, source, reported_at, reported_by, reported_name, late, late_reason)
  select $1, n.id, n.day, n.meal, n.person, n.department, n.type, n.restaurant, n.rule, n.portions, $17, $2, $3, $4, $5,
    n.late, case when n.late then $6 else '' end
  from unnest($7::bigint[], $8::date[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::bigint[], $15::int[], $16::boolean[]) as n (id, day, meal, person, department, type, restaurant, rule, portions, late)
  on conflict on constraint meal_report_once do update set department_id = excluded.department_id,
    person_type_id = excluded.person_type_id, restaurant_id = excluded.restaurant_id, rule_id = excluded.rule_id,
    portions = excluded.portions, status = excluded.status, source = excluded.source, reported_at = excluded.reported_at,
    reported_by = excluded.reported_by, reported_name = excluded.reported_name, late = excluded.late,
    late_reason = excluded.late_reason, version = meal_report.version + 1
  where excluded.status = 'REPORTED' and meal_report.status = 'CANCELLED' and not meal_report.final
  returning id, dining_date as "diningDate", meal_period_id as "mealPeriodId", person_id as "personId", portions`;

/** In one statement; answers the cells that were written, the others were spoken of by somebody quicker. */
export async function writeCells(
  db: Sql,
  ids: Ids,
  { organizationId, nowMs, by, source, lateReason = '' }: Reporting,
  cells: readonly JudgedCell[],
  status: 'REPORTED' | 'CANCELLED',
): Promise<WrittenCell[]> {
  const { rows } = await db.query<WrittenCell>(text, [
    organizationId,
    source,
    isoAt(nowMs),
    by.id,
    by.name,
    lateReason,
    await ids.take(cells.length),
    cells.map((one) => one.diningDate),
    cells.map((one) => one.mealPeriodId),
    cells.map((one) => one.personId),
    cells.map((one) => one.diner.departmentId),
    cells.map((one) => one.diner.typeId),
    cells.map((one) => one.restaurantId),
    cells.map((one) => one.ruleId),
    cells.map((one) => one.portions),
    cells.map((one) => one.late),
    status,
  ]);
  return rows;
}
