/** Expressions over departments that several lists share. `d` and `p` are the aliases of department and person. */
import { type RawBuilder, sql } from 'kysely';

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

/**
 * Condition of a plain statement over `person p`: of these types, and of these departments with everything below; empty
 * lists do not narrow. The arguments are placeholders of the organization and of the two id lists, e.g. `$2`.
 */
export const personInRange = (organization: string, types: string, departments: string) =>
  `(cardinality(${types}::bigint[]) = 0 or p.type_id = any(${types}::bigint[]))
        and (cardinality(${departments}::bigint[]) = 0 or p.department_id in (select d.id from department d
          where d.organization_id = ${organization} and (d.id = any(${departments}::bigint[]) or d.above && ${departments}::bigint[])))`;
