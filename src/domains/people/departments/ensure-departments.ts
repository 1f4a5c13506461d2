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
 * Ids per written path, and those it made; creates what is missing unless the session is bound to departments (`within`). The caller
 * holds the people lock, so two imports do not create the same department twice.
 */
export async function ensureDepartments(
  executor: Sql,
  context: Acting,
  within: 'ALL' | readonly number[],
  written: readonly string[],
): Promise<DepartmentPlan & { made?: readonly number[] }> {
  const known = await knownDepartments(executor, context.organizationId, within);
  const plan = planDepartments(known, written);
  if (plan.missing.length === 0) return plan;
  if (within !== 'ALL') {
    for (const path of written)
      if (!plan.found.has(path) && !plan.wrong.has(path)) plan.wrong.set(path, `「${path}」不在您的数据范围内`);
    return { ...plan, missing: [] };
  }
  const all = await createMissing(executor, context, known, plan.missing);
  const before = new Set(known.map(({ id }) => id));
  return { ...planDepartments(all, written), made: all.map(({ id }) => id).filter((id) => !before.has(id)) };
}

/** Notes which import made them, by the first person it opened beside them. */
export async function noteImported(executor: Sql, organizationId: number, made: readonly number[], personId: number) {
  await executor.query(
    'update department set imported_with = $3 where organization_id = $1 and id = any($2::bigint[])',
    [organizationId, made, personId],
  );
}

/** Removes those that an import of these people made, from the lowest up, as far as nobody and nothing is in them. */
export async function dropImported(executor: Sql, organizationId: number, personIds: readonly number[]): Promise<void> {
  const { rows } = await executor.query<{ id: number }>(
    `select id from department where organization_id = $1 and imported_with = any($2::bigint[])
      order by cardinality(above) desc, id`,
    [organizationId, personIds],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  // They were opened in it by mistake: closed, they keep no place there.
  await executor.query(
    `update person set department_id = null where organization_id = $1 and id = any($2::bigint[]) and department_id = any($3::bigint[])`,
    [organizationId, personIds, ids],
  );
  await executor.query(
    `update job_number n set department_id = null from person p where p.organization_id = $1 and p.id = any($2::bigint[])
       and n.organization_id = p.organization_id and n.job_number = p.job_number and n.department_id = any($3::bigint[])`,
    [organizationId, personIds, ids],
  );
  for (const id of ids) {
    await executor.query('savepoint drop_department');
    try {
      await executor.query(
        `delete from department where organization_id = $1 and id = $2 and leader_id is null and not exists (
           select from consumed_by_people u where u.organization_id = $1 and u.department_id = $2)`,
        [organizationId, id],
      );
      await executor.query('release savepoint drop_department');
    } catch (error) {
      // Somebody or something of others is in it by now: it stays.
      if ((error as { code?: string }).code !== '23503') throw error;
      await executor.query('rollback to savepoint drop_department');
    }
  }
}
