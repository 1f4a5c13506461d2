/** 不就餐: who eats unless they say otherwise says so ahead. The row that says it keeps the cut-off from reporting them. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { instantsOf, type MealSetting, ruleFor } from '../rules/setting.ts';
import { judgeBack } from './cancel-meals.ts';
import { type Cell, type Diner, minute, type Reported, type Reporting, writeEvents } from './report-meals.ts';

const declined = '不就餐';

function judgeDecline(
  setting: MealSetting,
  settled: ReadonlySet<string>,
  diner: Diner | undefined,
  { diningDate, mealPeriodId }: Cell,
  doing: Reporting,
): { late: boolean; ruleId: number; restaurantId: number } | Refusal {
  if (!diner) return refuse('NOT_FOUND');
  const meal = setting.meals.get(mealPeriodId);
  const rule = meal && ruleFor(setting, diner.typeId, mealPeriodId, diningDate);
  const named = { person: diner.name, type: diner.typeName, date: diningDate, meal: meal?.name ?? '该餐次' };
  if (!rule || diner.barred.includes(mealPeriodId)) return refuse(headcountRefusals.MEAL_NOT_REPORTED, named);
  if (rule.mode !== 'OPT_OUT') return refuse(headcountRefusals.NOT_BY_DEFAULT, named);
  const { opensAt } = instantsOf(setting, meal, diningDate);
  if (doing.nowMs < opensAt) return refuse(headcountRefusals.MEAL_NOT_OPEN, { ...named, opens: minute(opensAt) });
  const back = judgeBack(setting, settled, { diningDate, mealPeriodId, mealPeriodName: meal.name }, doing);
  if ('refused' in back) return back;
  return { late: back.late, ruleId: rule.id, restaurantId: rule.restaurantId };
}

/** Writes every cell that may be declined, in one statement; people who reported or declined meanwhile come back refused. */
export async function declineMeals(
  db: Sql,
  ids: Ids,
  setting: MealSetting,
  settled: ReadonlySet<string>,
  diners: ReadonlyMap<number, Diner>,
  cells: readonly Cell[],
  doing: Reporting,
): Promise<Reported> {
  const { organizationId, nowMs, by, source, lateReason = '' } = doing;
  const refused: Reported['refused'] = [];
  const good: (Cell & { diner: Diner; late: boolean; ruleId: number; restaurantId: number })[] = [];
  for (const cell of cells) {
    const diner = diners.get(cell.personId);
    const judged = judgeDecline(setting, settled, diner, cell, doing);
    if ('refused' in judged) refused.push({ cell, refusal: judged });
    else good.push({ ...cell, ...judged, diner: diner! });
  }
  if (good.length === 0) return { ids: [], refused };
  const { rows } = await db.query<{ id: number; diningDate: string; mealPeriodId: number; personId: number }>(
    `insert into meal_report (organization_id, id, dining_date, meal_period_id, person_id, department_id, person_type_id,
       restaurant_id, rule_id, portions, status, source, reported_at, reported_by, reported_name, late, late_reason)
     select $1, n.id, n.day, n.meal, n.person, n.department, n.type, n.restaurant, n.rule, 1, 'CANCELLED', $2, $3, $4, $5,
       n.late, case when n.late then $6 else '' end
     from unnest($7::bigint[], $8::date[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
       $14::bigint[], $15::boolean[]) as n (id, day, meal, person, department, type, restaurant, rule, late)
     on conflict on constraint meal_report_once do nothing
     returning id, dining_date as "diningDate", meal_period_id as "mealPeriodId", person_id as "personId"`,
    [
      organizationId,
      source,
      isoAt(nowMs),
      by.id,
      by.name,
      lateReason,
      await ids.take(good.length),
      good.map((one) => one.diningDate),
      good.map((one) => one.mealPeriodId),
      good.map((one) => one.personId),
      good.map((one) => one.diner.departmentId),
      good.map((one) => one.diner.typeId),
      good.map((one) => one.restaurantId),
      good.map((one) => one.ruleId),
      good.map((one) => one.late),
    ],
  );
  await writeEvents(
    db,
    ids,
    doing,
    'CANCEL',
    rows.map(({ id }) => ({ id, portions: 1, note: lateReason || declined })),
  );
  const written = new Set(rows.map((row) => `${row.diningDate}/${row.mealPeriodId}/${row.personId}`));
  for (const { diner, diningDate, mealPeriodId, personId } of good)
    if (!written.has(`${diningDate}/${mealPeriodId}/${personId}`))
      refused.push({
        cell: { personId, diningDate, mealPeriodId },
        refusal: refuse(headcountRefusals.SAID_BEFORE, {
          person: diner.name,
          date: diningDate,
          meal: setting.meals.get(mealPeriodId)?.name ?? '',
        }),
      });
  return { ids: rows.map((row) => row.id), refused };
}
