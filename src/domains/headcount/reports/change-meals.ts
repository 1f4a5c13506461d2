/** Changes reports where they stand: more or fewer portions, another restaurant. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import type { MealSetting } from '../rules/setting.ts';
import { judgeBack } from './cancel-meals.ts';
import { type Cell, type Diner, judge, type Reporting, writeEvents } from './report-meals.ts';

/** A report that stands, and what it is to say. */
export interface Change extends Cell {
  id: number;
  /** Portions it has now. */
  had: number;
  portions: number;
}

export interface Changed {
  ids: number[];
  /** Changes left out, with the reason. */
  refused: { change: Change; refusal: Refusal }[];
}

/** Fewer portions may be had as long as taking back is open, anything else as long as reporting is. */
function judgeChange(
  setting: MealSetting,
  settled: ReadonlySet<string>,
  diner: Diner | undefined,
  change: Change,
  doing: Reporting,
): { late: boolean } | Refusal {
  if (!diner) return refuse('NOT_FOUND');
  const { diningDate, mealPeriodId, had, portions, restaurantId } = change;
  const mealPeriodName = setting.meals.get(mealPeriodId)?.name ?? '';
  if (portions < had && restaurantId === undefined)
    return judgeBack(setting, settled, { diningDate, mealPeriodId, mealPeriodName }, doing);
  if (settled.has(`${diningDate}/${mealPeriodId}`))
    return refuse(headcountRefusals.MEAL_SETTLED, { date: diningDate, meal: mealPeriodName });
  return judge(setting, diner, change, doing);
}

/** Writes every change that may be made, in one statement; the others come back with their reasons. */
export async function changeMeals(
  db: Sql,
  ids: Ids,
  setting: MealSetting,
  settled: ReadonlySet<string>,
  diners: ReadonlyMap<number, Diner>,
  changes: readonly Change[],
  doing: Reporting,
): Promise<Changed> {
  const { organizationId, lateReason = '' } = doing;
  const refused: Changed['refused'] = [];
  const good = new Map<number, Change & { late: boolean }>();
  for (const change of changes) {
    const judged = judgeChange(setting, settled, diners.get(change.personId), change, doing);
    if ('refused' in judged) refused.push({ change, refusal: judged });
    else good.set(change.id, { ...change, late: judged.late });
  }
  const all = [...good.values()];
  if (all.length === 0) return { ids: [], refused };
  const { rows } = await db.query<{ id: number }>(
    `update meal_report r set portions = n.portions, restaurant_id = coalesce(n.restaurant, r.restaurant_id),
       late = r.late or n.late, late_reason = case when n.late then $2 else r.late_reason end, version = r.version + 1
     from unnest($3::bigint[], $4::int[], $5::bigint[], $6::boolean[]) as n (id, portions, restaurant, late)
     where r.organization_id = $1 and r.id = n.id and r.status = 'REPORTED' and not r.final returning r.id`,
    [
      organizationId,
      lateReason,
      all.map((one) => one.id),
      all.map((one) => one.portions),
      all.map((one) => one.restaurantId ?? null),
      all.map((one) => one.late),
    ],
  );
  const events = rows.map(({ id }) => {
    const { portions, late } = good.get(id)!;
    return { id, portions, note: late ? lateReason : '' };
  });
  await writeEvents(db, ids, doing, 'CHANGE', events);
  for (const { id } of rows) good.delete(id);
  for (const change of good.values()) refused.push({ change, refusal: refuse(headcountRefusals.NOT_CANCELLABLE) });
  return { ids: rows.map((row) => row.id), refused };
}
