/** 周末就餐人员导入: one registration per row, by job number. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { acting } from '../acting.ts';
import { inTransaction } from '../in-transaction.ts';
import { peopleByNumber } from '../persons/find-by-number.ts';
import { type DayOffRule, refuseDays, registerDayOff } from './register-day-off.ts';

interface RowOf {
  jobNumber: string;
  ruleType: DayOffRule['ruleType'];
  startDate?: string | null;
  endDate?: string | null;
  reason?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;
const repeated = '该人员已有相同的登记';

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const found = await peopleByNumber(
    ctx.db,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const known = await ctx.db
    .selectFrom('weekend_diner')
    .select(['person_id', 'rule_type', 'start_date', 'end_date'])
    .where('person_id', 'in', [0, ...[...found.values()].map((p) => p.id)])
    .execute();
  const key = (...parts: unknown[]) => parts.map((p) => p ?? '').join('|');
  const seen = new Set(known.map((k) => key(k.person_id, k.rule_type, k.start_date, k.end_date)));
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const values = valuesOf(row);
    const person = found.get(values.jobNumber);
    const days = refuseDays(values)?.fields;
    if (!person) errors.set(row.rowNo, { jobNumber: `「${values.jobNumber}」没有对应的人员` });
    else if (days) errors.set(row.rowNo, { ...days });
    else if (seen.has(key(person.id, values.ruleType, values.startDate, values.endDate)))
      errors.set(row.rowNo, { jobNumber: repeated });
    if (person) seen.add(key(person.id, values.ruleType, values.startDate, values.endDate));
  }
  return errors;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  return inTransaction(ctx.db, async (db) => {
    const executor = sqlOf(db);
    const refused = new Map<number, string>();
    const found = await peopleByNumber(
      db,
      rows.map((row) => valuesOf(row).jobNumber),
    );
    for (const row of rows) {
      const { jobNumber, ruleType, startDate = null, endDate = null, reason = null } = valuesOf(row);
      const person = found.get(jobNumber);
      const added =
        person &&
        (await registerDayOff(executor, acting(ctx), [person.id], {
          ruleType,
          startDate,
          endDate,
          mealPeriodIds: [],
          reason,
        }));
      if (!added) refused.set(row.rowNo, person ? repeated : `工号「${jobNumber}」没有对应的人员`);
    }
    await auditInto(ctx, executor, { action: '导入', targetName: `周末就餐登记 ${rows.length - refused.size} 条` });
    return refused;
  });
}

export const dayOffImport: ImportBinding = { check, commit };
