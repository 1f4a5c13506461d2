/**
 * What was written of past meals since they were added up: every step of a report leaves an event, every trade the moment it was
 * recorded. `unit` is the SQL of the unit's number. Days and people; a report of 0 people is none.
 */
export const staleSql = (unit: string) => `
  select r.dining_date as day, r.person_id as person
  from meal_digest g
  join meal_report_event e on e.organization_id = g.organization_id and e.at > g.seen_at
  join meal_report r on r.organization_id = e.organization_id and r.id = e.report_id and r.dining_date <= g.covered_to
  where g.organization_id = ${unit}
  union
  select coalesce(o.occurred_date, t.occurred_date), t.person_id
  from meal_digest g
  join trade t on t.organization_id = g.organization_id and t.recorded_at > g.seen_at
  left join trade o on o.organization_id = t.organization_id and o.id = t.original_trade_id
  where g.organization_id = ${unit} and coalesce(o.occurred_date, t.occurred_date) <= g.covered_to`;
