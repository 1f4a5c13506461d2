/** The day until which a unit's service is paid, set by what is paid for it. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** Who has paid is on trial no more. */
export async function setServiceEnd(
  tx: Sql,
  { unitType, unitId }: { unitType: 'ORGANIZATION' | 'CONTRACTOR'; unitId: number },
  endOn: string,
  at: string,
): Promise<void> {
  const table = unitType === 'ORGANIZATION' ? 'organization' : 'contractor';
  await tx.query(
    `update /* wall: the unit that paid */ ${table} set expire_at = $2, status = case when status = 'TRIAL' then 'NORMAL' else status end,
       updated_at = $3, version = version + 1 where id = $1`,
    [unitId, endOn, at],
  );
}
