/** Departments for an import: finds those written in a file and creates the missing ones. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Acting } from './acting.ts';
import { type DepartmentPlan, type KnownDepartment, planDepartments } from './department-names.ts';
import type { Executor } from './executor.ts';

/** The organization's departments; with `within` (a data scope) only those. */
export async function knownDepartments(
  executor: Executor,
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

async function createMissing(
  executor: Executor,
  context: Acting,
  known: readonly KnownDepartment[],
  missing: readonly string[][],
): Promise<KnownDepartment[]> {
  const all = [...known];
  const at = (names: readonly string[]): KnownDepartment | undefined =>
    names.reduce<KnownDepartment | undefined>(
      (parent, name, level) =>
        level > 0 && !parent ? undefined : all.find((d) => d.name === name && d.parentId === (parent?.id ?? null)),
      undefined,
    );
  for (const names of missing) {
    const id = await context.ids.next();
    const parent = names.length > 1 ? at(names.slice(0, -1)) : undefined;
    const name = names[names.length - 1]!;
    await executor.query(
      `insert into department (organization_id, id, parent_id, above, name, created_at, created_by, updated_at)
       values ($1, $2, $3::bigint, coalesce((select above || id from department where organization_id = $1 and id = $3::bigint), '{}'),
               $4, $5, $6, $5)`,
      [context.organizationId, id, parent?.id ?? null, name, isoAt(context.clock.now()), context.by],
    );
    all.push({ id, name, parentId: parent?.id ?? null });
  }
  return all;
}

/**
 * Ids per written path; creates what is missing unless the session is bound to departments (`within`). The caller
 * holds the people lock, so two imports do not create the same department twice.
 */
export async function ensureDepartments(
  executor: Executor,
  context: Acting,
  within: 'ALL' | readonly number[],
  written: readonly string[],
): Promise<DepartmentPlan> {
  const known = await knownDepartments(executor, context.organizationId, within);
  const plan = planDepartments(known, written);
  if (plan.missing.length === 0) return plan;
  if (within !== 'ALL') {
    for (const path of written)
      if (!plan.found.has(path) && !plan.wrong.has(path)) plan.wrong.set(path, `部门「${path}」不在您的数据范围内`);
    return { ...plan, missing: [] };
  }
  const all = await createMissing(executor, context, known, plan.missing);
  return planDepartments(all, written);
}
