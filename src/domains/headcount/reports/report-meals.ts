/** Reports meals for people: grids, forms, spreadsheets and terminals alike. Judged by the server's clock. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { absenceWord } from '../absences/absence-words.ts';
import { type Absence, absencesSql, awayAt } from '../absences/absent.ts';
import { type Habit, habitsSql } from '../habits/habits.ts';
import { type Stop, stopAt, stopsSql } from '../lists/listed.ts';
import { headcountRefusals } from '../refusals.ts';
import { instantsOf, type MealSetting, ruleFor } from '../rules/setting.ts';
import type { MealReportRow } from '../tables.ts';
import { type JudgedCell, writeCells } from './write-cells.ts';

/** One cell: this person, this meal, this day. */
export interface Cell {
  personId: number;
  diningDate: string;
  mealPeriodId: number;
  /** 1 unless said. */
  portions?: number;
  /** The rule's restaurant unless said. */
  restaurantId?: number;
}

export interface Reporting {
  organizationId: number;
  nowMs: number;
  by: { id: number; name: string };
  source: MealReportRow['source'];
  /** Why it is reported after the cut-off; who may not leaves it out. */
  lateReason?: string;
}

export interface Diner {
  id: number;
  name: string;
  departmentId: number | null;
  typeId: number;
  typeName: string;
  status: string;
  /** Types may be kept from a meal. */
  barred: readonly number[];
  absences: readonly Absence[];
  /** Days on which they may not report. */
  stops: readonly Stop[];
  /** Weekdays on which they eat unless they say otherwise, where the rule goes by them. */
  habits: readonly Habit[];
}

/** The people asked for, those of other units or outside the scope left out by `among`. */
export async function dinersOf(db: Sql, organizationId: number, among: readonly number[]): Promise<Map<number, Diner>> {
  const { rows } = await db.query<Diner>(
    `select p.id, p.name, p.department_id as "departmentId", p.type_id as "typeId", t.name as "typeName", p.status,
       array(select m.meal_period_id from person_type_meal m
         where m.organization_id = p.organization_id and m.type_id = p.type_id and not m.allowed) as barred, ${absencesSql} as absences,
       ${stopsSql} as stops, ${habitsSql} as habits
     from person p join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
     where p.organization_id = $1 and p.id = any($2::bigint[])`,
    [organizationId, among],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** An instant as refusals say it. */
export const minute = (ms: number) => isoAt(ms).slice(0, 16).replace('T', ' ');

/** Whether the cell may be reported now, with its rule; `late` where only the late right lets it through. */
export function judge(
  setting: MealSetting,
  diner: Diner,
  { diningDate, mealPeriodId, portions = 1 }: Cell,
  { nowMs, lateReason, source }: Pick<Reporting, 'nowMs' | 'lateReason' | 'source'>,
): { ruleId: number; restaurantId: number; late: boolean } | Refusal {
  const meal = setting.meals.get(mealPeriodId);
  const rule = meal && ruleFor(setting, diner, mealPeriodId, diningDate);
  const named = { person: diner.name, type: diner.typeName, date: diningDate, meal: meal?.name ?? '该餐次' };
  if (diner.status !== 'NORMAL') return refuse(headcountRefusals.DINER_NOT_NORMAL, named);
  if (!meal || !rule || diner.barred.includes(mealPeriodId)) return refuse(headcountRefusals.MEAL_NOT_REPORTED, named);
  if (rule.mode === 'DEPT' && (source === 'SELF' || source === 'DEVICE'))
    return refuse(headcountRefusals.BY_DEPARTMENT, named);
  const away = awayAt(diner.absences, diningDate, mealPeriodId);
  if (away) return refuse(headcountRefusals.DINER_AWAY, { ...named, absence: absenceWord(away.kind) });
  const stop = stopAt(diner.stops, diningDate);
  if (stop) return refuse(headcountRefusals.DINER_STOPPED, { ...named, until: stop.to ?? '解除', reason: stop.reason });
  if (portions > rule.maxPortions) return refuse(headcountRefusals.TOO_MANY_PORTIONS, { most: rule.maxPortions });
  const { opensAt, closesAt } = instantsOf(setting, meal, diningDate);
  if (nowMs < opensAt) return refuse(headcountRefusals.MEAL_NOT_OPEN, { ...named, opens: minute(opensAt) });
  // What is taken to be reported is written at the cut-off.
  const late = nowMs >= closesAt && source !== 'AUTO';
  if (late && !lateReason) return refuse(headcountRefusals.MEAL_CLOSED, { ...named, closed: minute(closesAt) });
  return { ruleId: rule.id, restaurantId: rule.restaurantId, late };
}

export interface Reported {
  ids: number[];
  /** Cells left out, with the reason. */
  refused: { cell: Cell; refusal: Refusal }[];
}

/** Events of reports, one statement: what was done, by whom. */
export async function writeEvents(
  db: Sql,
  ids: Ids,
  { organizationId, nowMs, by }: Pick<Reporting, 'organizationId' | 'nowMs' | 'by'>,
  event: string,
  of: readonly { id: number; portions?: number | null; amountFen?: number | null; note?: string }[],
): Promise<void> {
  if (of.length === 0) return;
  await db.query(
    `insert into meal_report_event (organization_id, id, report_id, at, event, portions, amount_fen, note, by_id, by_name)
     select $1, n.id, n.report, $2, $3, n.portions, n.fen, n.note, $4, $5
     from unnest($6::bigint[], $7::bigint[], $8::int[], $9::bigint[], $10::text[]) as n (id, report, portions, fen, note)`,
    [
      organizationId,
      isoAt(nowMs),
      event,
      by.id,
      by.name,
      await ids.take(of.length),
      of.map((one) => one.id),
      of.map((one) => one.portions ?? null),
      of.map((one) => one.amountFen ?? null),
      of.map((one) => one.note ?? ''),
    ],
  );
}

/** Meals of days that are settled, as `date/meal`: nothing of them is reported or taken back any more. */
export async function settledMeals(db: Sql, organizationId: number, dates: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select dining_date || '/' || meal_period_id as key from meal_settlement
     where organization_id = $1 and dining_date = any($2::date[]) and state = 'SETTLED'`,
    [organizationId, [...new Set(dates)]],
  );
  return new Set(rows.map((row) => row.key));
}

/**
 * Reports every cell that may be reported, in one statement; the others come back with their reasons. A cell reported by
 * somebody else in the meantime is one of those.
 */
export async function reportMeals(
  db: Sql,
  ids: Ids,
  setting: MealSetting,
  diners: ReadonlyMap<number, Diner>,
  cells: readonly Cell[],
  doing: Reporting,
): Promise<Reported> {
  const { organizationId, lateReason = '' } = doing;
  const refused: Reported['refused'] = [];
  const taken = new Map<string, JudgedCell>();
  const settled = await settledMeals(
    db,
    organizationId,
    cells.map((cell) => cell.diningDate),
  );
  for (const cell of cells) {
    const diner = diners.get(cell.personId);
    const no = (refusal: Refusal) => refused.push({ cell, refusal });
    if (!diner) {
      no(refuse('NOT_FOUND'));
      continue;
    }
    const judged = judge(setting, diner, cell, doing);
    const meal = setting.meals.get(cell.mealPeriodId)?.name ?? '';
    if ('refused' in judged) no(judged);
    else if (settled.has(`${cell.diningDate}/${cell.mealPeriodId}`))
      no(refuse(headcountRefusals.MEAL_SETTLED, { date: cell.diningDate, meal }));
    else
      taken.set(`${cell.diningDate}/${cell.mealPeriodId}/${cell.personId}`, {
        ...cell,
        portions: cell.portions ?? 1,
        diner,
        ruleId: judged.ruleId,
        restaurantId: cell.restaurantId ?? judged.restaurantId,
        late: judged.late,
      });
  }
  const rows = [...taken.values()];
  if (rows.length === 0) return { ids: [], refused };
  const written = await writeCells(db, ids, doing, rows, 'REPORTED');
  await writeEvents(
    db,
    ids,
    doing,
    'REPORT',
    written.map((row) => ({ ...row, note: lateReason })),
  );
  for (const row of written) taken.delete(`${row.diningDate}/${row.mealPeriodId}/${row.personId}`);
  for (const { diner, diningDate, mealPeriodId, portions, personId } of taken.values())
    refused.push({
      cell: { personId, diningDate, mealPeriodId },
      refusal: refuse(headcountRefusals.REPORTED_BEFORE, {
        person: diner.name,
        date: diningDate,
        meal: setting.meals.get(mealPeriodId)?.name ?? '',
        portions,
      }),
    });
  return { ids: written.map((row) => row.id), refused };
}
