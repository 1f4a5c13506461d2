/** The units an account works in. */
import type { Db, Membership } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

export async function membershipsOf(db: Db, accountId: number): Promise<readonly Membership[]> {
  const { rows } = await sqlOf(db).query<Membership>(
    `select /* wall: the memberships of one account */ unit_type as "unitType", unit_id as "unitId" from employee
     where account_id = $1 and status = 'NORMAL' order by id`,
    [accountId],
  );
  return rows;
}
