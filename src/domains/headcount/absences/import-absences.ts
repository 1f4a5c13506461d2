/** 缺勤导入: one person's absence per row, by job number; each row is told what is wrong with it. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { lateReasonOf } from '../reports/late-reason.ts';
import { openPeople } from '../reports/open-people.ts';
import type { AbsenceKind } from './absence-words.ts';
import { earliestDay, latestDays, longestDays, registerAbsence } from './register-absence.ts';

interface RowOf {
  jobNumber: string;
  kind: AbsenceKind;
  fromDate: string;
  toDate: string;
  mealNames?: string | null;
  reason?: string | null;
  lateReason?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;
const namesOf = ({ mealNames }: RowOf) => (mealNames ?? '').split(/[、,，;；\s]+/).filter(Boolean);

interface Known {
  people: ReadonlyMap<string, number>;
  meals: ReadonlyMap<string, number>;
}

/** People who are not closed and inside the scope, by job number; meals by name. */
async function knownOf(ctx: Ctx, rows: readonly ImportRow[]): Promise<Known> {
  const people = await openPeople(
    ctx,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const meals = await ctx.db.selectFrom('meal_period').select(['id', 'name']).where('status', '=', 'NORMAL').execute();
  return {
    people,
    meals: new Map(meals.map((row) => [row.name, row.id])),
  };
}

/** What is wrong with a row, by its column; undefined when nothing is. */
function wrongWith(ctx: Ctx, row: RowOf, { people, meals }: Known): Record<string, string> | undefined {
  const { jobNumber, fromDate, toDate } = row;
  if (!people.has(jobNumber)) return { jobNumber: `「${jobNumber}」没有对应的人员` };
  // What a cell could not be read as is told of it already.
  if (!fromDate || !toDate) return undefined;
  if (toDate < fromDate) return { toDate: '结束日期不能早于开始日期' };
  if (Date.parse(toDate) - Date.parse(fromDate) > longestDays * 86_400_000)
    return { toDate: `一次最多 ${longestDays} 天` };
  const unknown = namesOf(row).find((name) => !meals.has(name));
  if (unknown !== undefined) return { mealNames: `没有餐次「${unknown}」，多个餐次用顿号分隔` };
  if (fromDate < earliestDay(ctx.clock.now(), lateReasonOf(ctx, row.lateReason)))
    return {
      fromDate: refusalMessage(refuse(headcountRefusals.ABSENCE_LATE, { date: fromDate, days: latestDays })),
    };
  return undefined;
}

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const known = await knownOf(ctx, rows);
  const seen = new Set<string>();
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const values = valuesOf(row);
    const same = [values.jobNumber, values.fromDate, values.toDate, ...namesOf(values)].join('/');
    const wrong =
      wrongWith(ctx, values, known) ?? (seen.has(same) ? { jobNumber: '同一人同样的缺勤在表中重复' } : undefined);
    if (wrong) errors.set(row.rowNo, wrong);
    seen.add(same);
  }
  return errors;
}

/** Rows that say the same of several people are entered together. */
async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  const known = await knownOf(ctx, rows);
  const refused = new Map<number, string>();
  const good: ImportRow[] = [];
  for (const row of rows) {
    const wrong = wrongWith(ctx, valuesOf(row), known);
    if (wrong) refused.set(row.rowNo, Object.values(wrong)[0]!);
    else good.push(row);
  }
  const alike = ({ kind, fromDate, toDate, mealNames, reason, lateReason }: RowOf) =>
    JSON.stringify([kind, fromDate, toDate, mealNames ?? '', reason ?? '', lateReason ?? '']);
  for (const own of Map.groupBy(good, (row) => alike(valuesOf(row))).values()) {
    const values = valuesOf(own[0]!);
    const done = await registerAbsence(ctx, {
      personIds: [...new Set(own.map((row) => known.people.get(valuesOf(row).jobNumber)!))],
      kind: values.kind,
      fromDate: values.fromDate,
      toDate: values.toDate,
      mealPeriodIds: namesOf(values).map((name) => known.meals.get(name)!),
      reason: values.reason ?? '',
      lateReason: lateReasonOf(ctx, values.lateReason),
    });
    for (const row of own) {
      if (isRefusal(done)) refused.set(row.rowNo, refusalMessage(done));
      else if (!done.entered.includes(known.people.get(valuesOf(row).jobNumber)!))
        refused.set(row.rowNo, '这几天这些餐次已登记过缺勤，没有再登记');
    }
  }
  return refused;
}

export const absenceImport: ImportBinding = { check, commit };
