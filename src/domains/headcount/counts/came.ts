/** How many came of those a department reported without names: its people who ate and were not reported by name. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { MealOfDay } from '../settle/settle-meal.ts';
import { standsSql } from '../summaries/report-figures.ts';

/** Counts them anew for a meal, in the transaction that judges it; `final` stays once it is. */
export async function countCame(
  db: Sql,
  { organizationId, diningDate, mealPeriodId }: MealOfDay,
  final: boolean,
): Promise<void> {
  // The day of the trades is given, not met by the rows counted: then the months before it are not read.
  await db.query(
    `update meal_count c set came_heads = e.heads, final = c.final or $4
     from (select n.id, count(distinct t.person_id)::int as heads
       from meal_count n
       join department d on d.organization_id = n.organization_id and (d.id = n.department_id or n.department_id = any(d.above))
       left join (trade t left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id)
         on t.organization_id = $1 and t.department_id = d.id and t.occurred_date = $2::date
         and t.business_date >= $2::date and t.meal_period_id = $3 and t.kind = 'CONSUME'
         and t.attendance <> 'ORDERED_ABSENT' and t.person_id <> 0 and ${standsSql}
         and not exists (select from meal_report r where r.organization_id = t.organization_id and r.dining_date = n.dining_date
           and r.meal_period_id = n.meal_period_id and r.person_id = t.person_id and r.status = 'REPORTED')
       where n.organization_id = $1 and n.dining_date = $2 and n.meal_period_id = $3 and n.status = 'REPORTED' group by n.id) e
     where c.organization_id = $1 and c.id = e.id and (c.came_heads is distinct from e.heads or (not c.final and $4))`,
    [organizationId, diningDate, mealPeriodId, final],
  );
}
