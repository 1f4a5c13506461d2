/** 部门导入: rows of name, upper department, code and kind; upper departments that are missing are created. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { inTransaction } from '../in-transaction.ts';
import { planDepartments } from './department-names.ts';
import { ensureDepartments, knownDepartments } from './ensure-departments.ts';

interface DepartmentValues {
  name: string;
  parentPath?: string | null;
  kind?: string | null;
  code?: string | null;
  sort?: number | null;
}

const valuesOf = (row: ImportRow) => row.values as unknown as DepartmentValues;

/** Codes that other departments carry already. */
async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const { organizationId } = acting(ctx);
  const codes = rows.flatMap((row) => valuesOf(row).code || []);
  const { rows: taken } = await sqlOf(ctx.db).query<{ code: string; name: string }>(
    'select code, name from department where organization_id = $1 and code = any($2::text[])',
    [organizationId, codes],
  );
  const owners = new Map(taken.map((t) => [t.code, t.name]));
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const { code, name } = valuesOf(row);
    const owner = code ? owners.get(code) : undefined;
    if (owner && owner !== name) errors.set(row.rowNo, { code: `「${code}」已属于部门「${owner}」` });
  }
  return errors;
}

const upsert = `
  insert into department as d (organization_id, id, parent_id, above, name, kind, code, sort, created_at, created_by, updated_at)
  values ($1, $2, $3::bigint, coalesce((select above || id from department where organization_id = $1 and id = $3::bigint), '{}'),
          $4, coalesce($5, 'DEPT'), $6, coalesce($7, 0), $8, $9, $8)
  on conflict on constraint department_name do update
    set kind = coalesce($5, d.kind), code = coalesce($6, d.code), sort = coalesce($7, d.sort), updated_at = $8,
        version = d.version + 1`;

/** Creates the departments, or brings code, kind and order of existing ones up to date. */
async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  return inTransaction(ctx.db, async (db) => {
    const executor = sqlOf(db);
    const who = acting(ctx);
    await lockPeople(executor, who.organizationId);
    const refused = new Map<number, string>();
    const errors = await check({ ...ctx, db }, rows);
    const uppers = rows.flatMap((row) => valuesOf(row).parentPath || []);
    const known = await knownDepartments(executor, who.organizationId, ctx.scope.departments);
    const plan = await ensureDepartments(executor, who, ctx.scope.departments, uppers);
    // A name alone means the one department of that name wherever it stands, as in every other sheet: not a second one at the top.
    const named = planDepartments(
      known,
      rows.map((row) => valuesOf(row).name),
    );
    const upperOf = new Map(known.map((one) => [one.id, one.parentId]));
    for (const row of rows) {
      const { name, parentPath, kind, code, sort } = valuesOf(row);
      const parentId = parentPath ? plan.found.get(parentPath) : (upperOf.get(named.found.get(name) ?? 0) ?? null);
      const wrong = errors.get(row.rowNo);
      if (wrong) refused.set(row.rowNo, `编码${wrong.code}`);
      else if (!parentPath && named.wrong.has(name))
        refused.set(row.rowNo, `上级部门不能为空：${named.wrong.get(name)}`);
      else if (parentPath && parentId === undefined)
        refused.set(row.rowNo, `上级部门${plan.wrong.get(parentPath) ?? '无法建立'}`);
      else if (parentId === null && ctx.scope.departments !== 'ALL')
        refused.set(row.rowNo, '您的数据范围为指定部门，请填写上级部门');
      else
        await executor.query(upsert, [
          who.organizationId,
          await ctx.ids.next(),
          parentId,
          name,
          kind ?? null,
          code || null,
          sort ?? null,
          isoAt(ctx.clock.now()),
          ctx.session.accountId,
        ]);
    }
    await auditInto(ctx, executor, { action: '导入', targetName: `部门 ${rows.length - refused.size} 个` });
    return refused;
  });
}

export const departmentImport: ImportBinding = { check, commit };
