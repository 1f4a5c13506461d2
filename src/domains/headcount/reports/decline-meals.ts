/** 不就餐: who eats unless they say otherwise says so ahead. The row that says it keeps the cut-off from reporting them. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { eatsByDefault, instantsOf, type MealSetting, ruleFor } from '../rules/setting.ts';
import { judgeBack } from './cancel-meals.ts';
import { type Cell, type Diner, minute, type Reported, type Reporting, writeEvents } from './report-meals.ts';
import { type JudgedCell, writeCells } from './write-cells.ts';

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
  const rule = meal && ruleFor(setting, diner, mealPeriodId, diningDate);
  const named = { person: diner.name, type: diner.typeName, date: diningDate, meal: meal?.name ?? '该餐次' };
  if (!rule || diner.barred.includes(mealPeriodId)) return refuse(headcountRefusals.MEAL_NOT_REPORTED, named);
  if (!eatsByDefault(rule, diner.habits, diningDate, mealPeriodId))
    return refuse(headcountRefusals.NOT_BY_DEFAULT, named);
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
  const { lateReason = '' } = doing;
  const refused: Reported['refused'] = [];
  const good: JudgedCell[] = [];
  for (const cell of cells) {
    const diner = diners.get(cell.personId);
    const judged = judgeDecline(setting, settled, diner, cell, doing);
    if ('refused' in judged) refused.push({ cell, refusal: judged });
    else good.push({ ...cell, ...judged, portions: 1, diner: diner! });
  }
  if (good.length === 0) return { ids: [], refused };
  const rows = await writeCells(db, ids, doing, good, 'CANCELLED');
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
