/** Departments for an import: finds those written in a file and creates the missing ones. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import { type DepartmentPlan, type KnownDepartment, planDepartments } from './department-names.ts';

/** The organization's departments; with `within` (a data scope) only those. */
export async function knownDepartments(
  executor: Sql,
  organizationId: number,
  within: 'ALL' | readonly number[],
): Promise<KnownDepartment[]> {
  const { rows } = await executor.query<KnownDepartment>(
    `select id, name, parent_id as "parentId" from department
      where organization_id = $1 and ($2::bigint[] is null or id = any($2::bigint[]))`,
    [organizationId, within === 'ALL' ? null : within],
  );
  return rows;
}

/** Creates departments given as names from the root, parents first, in one statement; answers all departments. */
async function createMissing(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  known: readonly KnownDepartment[],
  missing: readonly string[][],
): Promise<KnownDepartment[]> {
  const slot = (parentId: number | null, name: string) => `${parentId ?? 0}/${name}`;
  const bySlot = new Map(known.map((d) => [slot(d.parentId, d.name), d]));
  const fresh = await ids.take(missing.length);
  const rows = missing.map((names, i) => {
    const above: number[] = [];
    for (const name of names.slice(0, -1)) above.push(bySlot.get(slot(above.at(-1) ?? null, name))!.id);
    const department = { id: fresh[i]!, name: names.at(-1)!, parentId: above.at(-1) ?? null };
    bySlot.set(slot(department.parentId, department.name), department);
    return { ...department, above };
  });
  const at = isoAt(clock.now());
  await executor.query(
    `insert into department (organization_id, id, parent_id, above, name, created_at, created_by, updated_at)
     select $1, r.id, r."parentId", r.above, r.name, $3, $4, $3
       from jsonb_to_recordset($2::jsonb) as r(id bigint, "parentId" bigint, above bigint[], name text)`,
    [organizationId, JSON.stringify(rows), at, by],
  );
  return [...bySlot.values()];
}

/**
 * Ids per written path; creates what is missing unless the session is bound to departments (`within`). The caller
 * holds the people lock, so two imports do not create the same department twice.
 */
export async function ensureDepartments(
  executor: Sql,
  context: Acting,
  within: 'ALL' | readonly number[],
  written: readonly string[],
): Promise<DepartmentPlan> {
  const known = await knownDepartments(executor, context.organizationId, within);
  const plan = planDepartments(known, written);
  if (plan.missing.length === 0) return plan;
  if (within !== 'ALL') {
    for (const path of written)
      if (!plan.found.has(path) && !plan.wrong.has(path)) plan.wrong.set(path, `「${path}」不在您的数据范围内`);
    return { ...plan, missing: [] };
  }
  const all = await createMissing(executor, context, known, plan.missing);
  return planDepartments(all, written);
}
