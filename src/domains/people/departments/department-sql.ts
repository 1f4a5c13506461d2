/** Expressions over departments that several lists share. `d` and `p` are the aliases of department and person. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

/** Whole path of department `d`, 一级/二级; null without a department. */
export const departmentPath: RawBuilder<string | null> = sql<string | null>`(
  select string_agg(a.name, '/' order by cardinality(a.above)) from department a
   where a.organization_id = d.organization_id and (a.id = d.id or a.id = any(d.above)))`;

/** The column's department is one of these or lies below one of them. */
export function departmentWithin(
  organization: string,
  department: string,
  value: unknown,
): RawBuilder<unknown> | undefined {
  const ids = (Array.isArray(value) ? value : [value]).filter((v) => typeof v === 'number');
  if (ids.length === 0) return undefined;
  return sql`${sql.ref(department)} in (select w.id from department w
    where w.organization_id = ${sql.ref(organization)} and (w.id = any(${ids}::bigint[]) or w.above && ${ids}::bigint[]))`;
}

/** The column's department is one of these itself; 0 stands for none. */
export function departmentItself(department: string, value: unknown): RawBuilder<unknown> | undefined {
  const ids = (Array.isArray(value) ? value : [value]).filter((v) => typeof v === 'number');
  if (ids.length === 0) return undefined;
  return sql`coalesce(${sql.ref(department)}, 0) = any(${ids}::bigint[])`;
}

/** The departments asked for and all below them; 0, people without a department, stays. Undefined when none is asked for. */
export async function departmentsSearched(ctx: Ctx, value: unknown): Promise<number[] | undefined> {
  const ids = (Array.isArray(value) ? value : [value]).filter((v) => typeof v === 'number');
  if (ids.length === 0) return undefined;
  const found = await ctx.db
    .selectFrom('department as w')
    .select('w.id')
    .where(sql<boolean>`(w.id = any(${ids}::bigint[]) or w.above && ${ids}::bigint[])`)
    .execute();
  return [...found.map((d) => d.id), ...ids.filter((id) => id === 0)];
}

/**
 * The column's department is one of these or lies below one. The departments are found first, so that a long list is
 * compared with their ids.
 */
export async function inDepartments(
  column: RawBuilder<unknown>,
  value: unknown,
  ctx: Ctx,
): Promise<RawBuilder<unknown> | undefined> {
  const ids = await departmentsSearched(ctx, value);
  return ids && sql`${column} = any(${ids}::bigint[])`;
}

/**
 * Condition of a plain statement over `person p`: of these types, and of these departments with everything below; empty
 * lists do not narrow. The arguments are placeholders of the organization and of the two id lists, e.g. `$2`.
 */
export const personInRange = (organization: string, types: string, departments: string) =>
  `(cardinality(${types}::bigint[]) = 0 or p.type_id = any(${types}::bigint[]))
        and (cardinality(${departments}::bigint[]) = 0 or p.department_id in (select d.id from department d
          where d.organization_id = ${organization} and (d.id = any(${departments}::bigint[]) or d.above && ${departments}::bigint[])))`;
