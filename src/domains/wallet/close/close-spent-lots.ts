/** Takes used-up lots out of the writer's way; a correction that returns money to one opens it again. */
import type { Pool } from 'pg';

/** Lots closed in one statement: locks stay short. */
const chunkSize = 1000;

/** Closes empty lots that have ended before `date` or belong to a batch; answers how many. Lots in use are left for next time. */
export async function closeSpentLots(pool: Pool, organizationId: number, date: string): Promise<number> {
  let closed = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `with spent as (
         select organization_id, person_id, id from wallet
         where organization_id = $1 and status = 'ACTIVE' and kind in ('SUBSIDY', 'GIFT', 'COUNT')
           and balance_fen = 0 and held_fen = 0 and version > 0 and (expires_on < $2::date or (expires_on is null and batch_id <> 0))
         limit ${chunkSize} for update skip locked)
       update wallet w set status = 'CLOSED' from spent s
       where w.organization_id = s.organization_id and w.person_id = s.person_id and w.id = s.id`,
      [organizationId, date],
    );
    closed += rowCount ?? 0;
    if ((rowCount ?? 0) < chunkSize) return closed;
  }
}
