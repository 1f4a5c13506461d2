/** Keeps the list of job numbers in step with who holds them. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';

export interface Held {
  personId: number;
  jobNumber: string;
  name: string;
  departmentId: number | null;
}

/**
 * Marks the numbers BOUND to their people; numbers not on the list yet are added to it. The caller holds the people
 * lock and has found no clash.
 */
export async function bindJobNumbers(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  held: readonly Held[],
): Promise<void> {
  if (held.length === 0) return;
  const at = isoAt(clock.now());
  const fresh = await ids.take(held.length);
  await executor.query(
    `insert into job_number (organization_id, id, job_number, name, department_id, person_id, status, created_at, created_by, updated_at)
     select $1, r.id, r.job_number, r.name, r.department_id, r.person_id, 'BOUND', $3, $4, $3
       from jsonb_to_recordset($2::jsonb) as r(id bigint, job_number text, name text, department_id bigint, person_id bigint)
     on conflict (organization_id, job_number) do update
       set person_id = excluded.person_id, status = 'BOUND', name = excluded.name,
           department_id = excluded.department_id, updated_at = excluded.updated_at, version = job_number.version + 1`,
    [
      organizationId,
      JSON.stringify(
        held.map((h, i) => ({
          id: fresh[i],
          job_number: h.jobNumber,
          name: h.name,
          department_id: h.departmentId,
          person_id: h.personId,
        })),
      ),
      at,
      by,
    ],
  );
}

/** Frees the number a person holds, if any. */
export async function freeJobNumber(
  executor: Sql,
  organizationId: number,
  personId: number,
  at: string,
): Promise<void> {
  await executor.query(
    `update job_number set person_id = null, status = 'FREE', updated_at = $3, version = version + 1
      where organization_id = $1 and person_id = $2`,
    [organizationId, personId, at],
  );
}
