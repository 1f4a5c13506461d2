/** Puts people on the list of those who eat on days off: selections and spreadsheet rows alike. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { Acting } from '../acting.ts';

export interface DayOffRule {
  ruleType: 'WEEKEND' | 'HOLIDAY' | 'DATE_RANGE';
  startDate: string | null;
  endDate: string | null;
  mealPeriodIds: readonly number[];
  reason: string | null;
}

/** What is wrong with the days of a rule. */
export function refuseDays({
  ruleType,
  startDate,
  endDate,
}: Partial<Pick<DayOffRule, 'ruleType' | 'startDate' | 'endDate'>>): Refusal | undefined {
  if (ruleType === 'DATE_RANGE' && !startDate) return refuseField('startDate', '指定日期须填写起止日期');
  if (ruleType === 'DATE_RANGE' && !endDate) return refuseField('endDate', '指定日期须填写起止日期');
  if (startDate && endDate && endDate < startDate) return refuseField('endDate', '结束日期不能早于开始日期');
  return undefined;
}

/** Registers these people; who has the same rule already is left as it is. Answers how many were added. */
export async function registerDayOff(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  personIds: readonly number[],
  rule: DayOffRule,
): Promise<number> {
  const fresh = await ids.take(personIds.length);
  const { rowCount } = await executor.query(
    `insert into weekend_diner (organization_id, id, person_id, rule_type, start_date, end_date, meal_period_ids, reason,
                                created_at, created_by, updated_at)
     select $1, t.id, t.person_id, $4, $5, $6, $7, $8, $9, $10, $9
       from unnest($2::bigint[], $3::bigint[]) as t (id, person_id)
     on conflict do nothing`,
    [
      organizationId,
      fresh,
      personIds,
      rule.ruleType,
      rule.startDate,
      rule.endDate,
      rule.mealPeriodIds,
      rule.reason,
      isoAt(clock.now()),
      by,
    ],
  );
  return rowCount ?? 0;
}
