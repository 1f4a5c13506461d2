/** The person a clerk names by job number at an organization. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { saleRefusals } from '../sale-refusals.ts';

/** Form fields may name the organization freely: the page's own choice has been checked against the scope. */
export async function personByJobNumber(db: Sql, organizationId: number, jobNumber: string): Promise<number | Refusal> {
  const { rows } = await db.query<{ id: number | null; unit: string }>(
    `select o.name as unit, (select p.id from person p where p.organization_id = o.id and p.job_number = $2 and p.status = 'NORMAL') as id
     from organization o where o.id = $1`,
    [organizationId, jobNumber],
  );
  return (
    rows[0]?.id ??
    refuse(saleRefusals.ORDER_PERSON, { unit: rows[0]?.unit ?? '', jobNumber }, { jobNumber: '没有这个人' })
  );
}
