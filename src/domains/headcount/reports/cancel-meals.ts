/** Takes reports back: until the cut-off by whoever may report, afterwards with the right for it and a reason. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { instantsOf, type MealSetting, mealSetting } from '../rules/setting.ts';
import { minute, type Reporting, settledMeals, writeEvents } from './report-meals.ts';

export interface Cancelled {
  id: number;
  diningDate: string;
  mealPeriodId: number;
  mealPeriodName: string;
  portions: number;
}

export type Taking = Pick<Reporting, 'organizationId' | 'nowMs' | 'by' | 'lateReason'>;

/** Whether a portion of the meal may be taken back now; `late` where only the late right lets it through. */
export function judgeBack(
  setting: MealSetting,
  settled: ReadonlySet<string>,
  { diningDate, mealPeriodId, mealPeriodName }: Pick<Cancelled, 'diningDate' | 'mealPeriodId' | 'mealPeriodName'>,
  { nowMs, lateReason }: Pick<Taking, 'nowMs' | 'lateReason'>,
): { late: boolean } | Refusal {
  const named = { date: diningDate, meal: mealPeriodName };
  if (settled.has(`${diningDate}/${mealPeriodId}`)) return refuse(headcountRefusals.MEAL_SETTLED, named);
  const meal = setting.meals.get(mealPeriodId);
  const closesAt = meal ? instantsOf(setting, meal, diningDate).cancelAt : 0;
  const late = nowMs >= closesAt;
  if (late && !lateReason) return refuse(headcountRefusals.MEAL_CLOSED, { ...named, closed: minute(closesAt) });
  return { late };
}

/** Takes back those that still stand, in one statement; answers their ids. `why` goes into the journal, else the late reason. */
export async function takeBack(
  db: Sql,
  ids: Ids,
  reports: readonly { id: number; portions: number; late: boolean }[],
  doing: Taking,
  why = '',
): Promise<number[]> {
  if (reports.length === 0) return [];
  const { organizationId, lateReason = '' } = doing;
  const { rows } = await db.query<{ id: number }>(
    `update meal_report r set status = 'CANCELLED', late = r.late or n.late,
       late_reason = case when n.late then $2 else r.late_reason end, version = r.version + 1
     from unnest($3::bigint[], $4::boolean[]) as n (id, late)
     where r.organization_id = $1 and r.id = n.id and r.status = 'REPORTED' and not r.final returning r.id`,
    [organizationId, lateReason, reports.map((one) => one.id), reports.map((one) => one.late)],
  );
  const taken = new Set(rows.map((row) => row.id));
  const events = reports.filter(({ id }) => taken.has(id));
  await writeEvents(
    db,
    ids,
    doing,
    'CANCEL',
    events.map(({ id, portions, late }) => ({ id, portions, note: late ? lateReason : why })),
  );
  return [...taken];
}

/** All of the reports or none; the refusal names the first that stays. */
export async function cancelMeals(
  db: Sql,
  ids: Ids,
  reports: readonly Cancelled[],
  doing: Taking,
): Promise<Refusal | undefined> {
  const { organizationId, nowMs } = doing;
  const setting = await mealSetting(db, organizationId, nowMs);
  const settled = await settledMeals(
    db,
    organizationId,
    reports.map((one) => one.diningDate),
  );
  const back: { id: number; portions: number; late: boolean }[] = [];
  for (const report of reports) {
    const judged = judgeBack(setting, settled, report, doing);
    if ('refused' in judged) return judged;
    back.push({ id: report.id, portions: report.portions, late: judged.late });
  }
  const taken = await takeBack(db, ids, back, doing);
  return taken.length === reports.length ? undefined : refuse(headcountRefusals.NOT_CANCELLABLE);
}
