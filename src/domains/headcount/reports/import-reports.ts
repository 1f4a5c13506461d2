/** 报餐导入: a person's portions of a meal per row, by job number; 0 is not eating. Each row is told what is wrong with it. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { mealSetting } from '../rules/setting.ts';
import { lateReasonOf } from './late-reason.ts';
import { openPeople } from './open-people.ts';
import { dinersOf, judge, settledMeals } from './report-meals.ts';
import { setMeals } from './set-meals.ts';

interface RowOf {
  jobNumber: string;
  diningDate: string;
  mealPeriodId: number;
  portions: number;
  lateReason?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;

/** Meals by name. */
export async function mealsByName(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('meal_period')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

const unknown = (jobNumber: string) => `「${jobNumber}」没有对应的人员`;
const cellOf = ({ jobNumber, diningDate, mealPeriodId }: RowOf) => `${jobNumber}/${diningDate}/${mealPeriodId}`;
const fieldOf: Readonly<Record<string, string>> = { TOO_MANY_PORTIONS: 'portions', DINER_NOT_NORMAL: 'jobNumber' };

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const setting = await mealSetting(db, organizationId, nowMs);
  const people = await openPeople(
    ctx,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const diners = await dinersOf(db, organizationId, [...people.values()]);
  const settled = await settledMeals(
    db,
    organizationId,
    rows.map((row) => valuesOf(row).diningDate),
  );
  const seen = new Set<string>();
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const values = valuesOf(row);
    const { jobNumber, diningDate, mealPeriodId, portions } = values;
    const wrong = (key: string, why: string) => errors.set(row.rowNo, { [key]: why });
    const diner = diners.get(people.get(jobNumber) ?? 0);
    if (!diner) {
      wrong('jobNumber', unknown(jobNumber));
      continue;
    }
    if (seen.has(cellOf(values))) wrong('diningDate', '同一人同一餐在表中重复');
    else if (settled.has(`${diningDate}/${mealPeriodId}`)) wrong('diningDate', '该餐已结算，不能再补报或撤报');
    // What a cell could not be read as is told of it already.
    else if (portions > 0 && diningDate && mealPeriodId) {
      const lateReason = lateReasonOf(ctx, values.lateReason);
      const judged = judge(
        setting,
        diner,
        { personId: diner.id, diningDate, mealPeriodId, portions },
        { nowMs, source: 'IMPORT', ...(lateReason ? { lateReason } : {}) },
      );
      if (isRefusal(judged)) wrong(fieldOf[judged.code] ?? 'diningDate', refusalMessage(judged));
    }
    seen.add(cellOf(values));
  }
  return errors;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  const people = await openPeople(
    ctx,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const refused = new Map<number, string>();
  const byCell = new Map<string, ImportRow>();
  for (const row of rows) {
    const values = valuesOf(row);
    if (!people.has(values.jobNumber)) refused.set(row.rowNo, unknown(values.jobNumber));
    else if (byCell.has(cellOf(values))) refused.set(row.rowNo, '同一人同一餐在表中重复');
    else byCell.set(cellOf(values), row);
  }
  const numberOf = new Map([...people].map(([jobNumber, id]) => [id, jobNumber]));
  const late = (row: ImportRow) => lateReasonOf(ctx, valuesOf(row).lateReason);
  for (const [lateReason, own] of Map.groupBy(byCell.values(), late)) {
    const ticks = own.map((row) => {
      const { jobNumber, diningDate, mealPeriodId, portions } = valuesOf(row);
      return { personId: people.get(jobNumber)!, diningDate, mealPeriodId, portions };
    });
    const saved = await setMeals(ctx, ticks, { source: 'IMPORT', lateReason });
    for (const { personId, diningDate, mealPeriodId, why } of saved.refused) {
      const row = byCell.get(cellOf({ jobNumber: numberOf.get(personId)!, diningDate, mealPeriodId, portions: 0 }))!;
      refused.set(row.rowNo, why);
    }
  }
  return refused;
}

export const reportImport: ImportBinding = { resolve: (ctx, _field, names) => mealsByName(ctx, names), check, commit };
