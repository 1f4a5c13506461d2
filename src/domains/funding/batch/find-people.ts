/** Who is meant by a batch. The statements name the organization; amounts are fen. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { personInRange } from '../../people/public.server.ts';
import type { BatchPerson } from './judge.ts';

const columns = `p.id, p.job_number as "jobNumber", p.name, p.type_id as "typeId", p.status,
  coalesce(w.balance_fen, 0) as "balanceFen", coalesce(w.balance_fen - w.held_fen, 0) as "freeFen"`;
const tables = `person p left join wallet w on w.organization_id = p.organization_id and w.person_id = p.id
  and w.kind = 'MAIN' and w.status <> 'CLOSED'`;

export interface Range {
  /** Empty: all types. */
  typeIds: readonly number[];
  /** With everything below them; empty: all departments. */
  departmentIds: readonly number[];
  leavers: boolean;
}

/** People of the range who have not left for good; leavers: only those whose account is being closed. */
export async function peopleWithin(sql: Sql, organizationId: number, range: Range): Promise<BatchPerson[]> {
  const { rows } = await sql.query<BatchPerson>(
    `select ${columns} from ${tables}
      where p.organization_id = $1 and p.status = any($4::text[])
        and ${personInRange('$1', '$2', '$3')}
      order by p.department_id nulls last, p.job_number nulls last, p.id`,
    [
      organizationId,
      range.typeIds,
      range.departmentIds,
      range.leavers ? ['CLOSING'] : ['PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING'],
    ],
  );
  return rows;
}

/** People by job number; one who left only where nobody else carries the number now. */
export async function peopleByNumber(
  sql: Sql,
  organizationId: number,
  numbers: readonly string[],
): Promise<Map<string, BatchPerson>> {
  const { rows } = await sql.query<BatchPerson & { number: string }>(
    `select distinct on (p.job_number) p.job_number as number, ${columns} from ${tables}
      where p.organization_id = $1 and p.job_number = any($2::text[])
      order by p.job_number, p.status = 'CLOSED', p.id desc`,
    [organizationId, numbers],
  );
  return new Map(rows.map(({ number, ...person }) => [number, person]));
}
