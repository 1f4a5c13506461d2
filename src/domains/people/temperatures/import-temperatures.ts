/** 体温导入: one record per row, by job number. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { acting } from '../acting.ts';
import { inTransaction } from '../in-transaction.ts';
import { peopleSettingOf } from '../people-setting.ts';
import { peopleByNumber } from '../persons/find-by-number.ts';
import { recordTemperatures, type Taken } from './record-temperature.ts';

interface RowOf {
  jobNumber: string;
  at: string;
  temperature: string;
  handle?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const found = await peopleByNumber(
    ctx.db,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const { jobNumber, at } = valuesOf(row);
    if (!found.has(jobNumber)) errors.set(row.rowNo, { jobNumber: `「${jobNumber}」没有对应的人员` });
    else if (Date.parse(at) > ctx.clock.now()) errors.set(row.rowNo, { at: '不能晚于现在' });
  }
  return errors;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  return inTransaction(ctx.db, async (db) => {
    const executor = sqlOf(db);
    const who = acting(ctx);
    const refused = new Map<number, string>();
    const found = await peopleByNumber(
      db,
      rows.map((row) => valuesOf(row).jobNumber),
    );
    const good = rows.flatMap((row): { rowNo: number; taken: Taken }[] => {
      const { jobNumber, at, temperature, handle = null } = valuesOf(row);
      const person = found.get(jobNumber);
      if (!person) refused.set(row.rowNo, `工号「${jobNumber}」没有对应的人员`);
      return person ? [{ rowNo: row.rowNo, taken: { personId: person.id, at, temperature, handle } }] : [];
    });
    const { feverFrom } = await peopleSettingOf(db, who.organizationId);
    const written = await recordTemperatures(
      executor,
      who,
      'IMPORT',
      feverFrom,
      good.map((g) => g.taken),
    );
    for (const [i, { rowNo }] of good.entries()) if (!written.has(i)) refused.set(rowNo, '该人员同一时间已有记录');
    await auditInto(ctx, executor, { action: '导入', targetName: `体温记录 ${written.size} 条` });
    return refused;
  });
}

export const temperatureImport: ImportBinding = { check, commit };
