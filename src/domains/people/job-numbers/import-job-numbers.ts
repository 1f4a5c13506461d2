/** 工号导入: numbers that exist in the organization, still bound to nobody. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { ensureDepartments } from '../departments/ensure-departments.ts';
import { departmentsSeen, inSight } from '../in-sight.ts';
import { inTransaction } from '../in-transaction.ts';

interface JobNumberValues {
  jobNumber: string;
  name?: string | null;
  departmentPath?: string | null;
}

const valuesOf = (row: ImportRow) => row.values as unknown as JobNumberValues;

/** Numbers that are on the list already. */
async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const { organizationId, sees } = acting(ctx);
  const { rows: known } = await sqlOf(ctx.db).query<{ jobNumber: string; name: string | null }>(
    `select job_number as "jobNumber", case when ${inSight('department_id', '$3')} then name end as name
       from job_number where organization_id = $1 and job_number = any($2::text[])`,
    [organizationId, rows.map((row) => valuesOf(row).jobNumber), departmentsSeen(sees)],
  );
  const byNumber = new Map(known.map((k) => [k.jobNumber, k.name]));
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const { jobNumber } = valuesOf(row);
    if (!byNumber.has(jobNumber)) continue;
    const holder = byNumber.get(jobNumber);
    errors.set(row.rowNo, { jobNumber: `「${jobNumber}」已存在${holder ? `（${holder}）` : ''}` });
  }
  return errors;
}

/** Writes a chunk; numbers added meanwhile are refused. */
async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  return inTransaction(ctx.db, async (db) => {
    const executor = sqlOf(db);
    const who = acting(ctx);
    await lockPeople(executor, who.organizationId);
    const refused = new Map<number, string>();
    const errors = await check({ ...ctx, db }, rows);
    const paths = rows.flatMap((row) => valuesOf(row).departmentPath || []);
    const plan = await ensureDepartments(executor, who, ctx.scope.departments, paths);
    const fresh = await ctx.ids.take(rows.length);
    const good = rows.flatMap((row, i) => {
      const { jobNumber, name, departmentPath } = valuesOf(row);
      const departmentId = departmentPath ? plan.found.get(departmentPath) : null;
      const taken = errors.get(row.rowNo)?.jobNumber;
      const unplaced = departmentPath && departmentId === undefined;
      const wrong = taken
        ? `工号${taken}`
        : unplaced
          ? `部门${plan.wrong.get(departmentPath) ?? '无法建立'}`
          : undefined;
      if (wrong) refused.set(row.rowNo, wrong);
      return wrong ? [] : [{ id: fresh[i], job_number: jobNumber, name: name || null, department_id: departmentId }];
    });
    await executor.query(
      `insert into job_number (organization_id, id, job_number, name, department_id, created_at, created_by, updated_at)
       select $1, r.id, r.job_number, r.name, r.department_id, $3, $4, $3
         from jsonb_to_recordset($2::jsonb) as r(id bigint, job_number text, name text, department_id bigint)`,
      [who.organizationId, JSON.stringify(good), isoAt(ctx.clock.now()), ctx.session.accountId],
    );
    await auditInto(ctx, executor, { action: '导入', targetName: `工号 ${rows.length - refused.size} 个` });
    return refused;
  });
}

export const jobNumberImport: ImportBinding = { check, commit };
