/** What a unit may dispose of, and holding its purses still while that is decided. */
import type { UnitType } from '../../../kit/define/page.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface Unit {
  unitType: UnitType;
  unitId: number;
}

/** 可提现 less what corrections have taken of 待结算 below 0. */
export async function freeFen(sql: Sql, { unitType, unitId }: Unit): Promise<number> {
  const { rows } = await sql.query<{ purse: string; fen: number }>(
    `select purse, balance_fen as fen from unit_wallet where unit_type = $1 and unit_id = $2 and purse in ('AVAILABLE', 'PENDING')`,
    [unitType, unitId],
  );
  const of = (purse: string) => rows.find((row) => row.purse === purse)?.fen ?? 0;
  return Math.max(0, of('AVAILABLE') + Math.min(0, of('PENDING')));
}

/**
 * The units' purses are held until the end of the transaction, in the order in which postings take them: whoever presses at
 * once is one after the other.
 */
export async function lockMoney(sql: Sql, units: readonly Unit[]): Promise<void> {
  await sql.query(
    `select /* wall: the units that pay and are paid */ 1 from unit_wallet w
     join unnest($1::text[], $2::bigint[]) as u (unit_type, unit_id) using (unit_type, unit_id)
     where w.purse in ('AVAILABLE', 'PENDING') order by w.unit_type, w.unit_id, w.purse for update of w`,
    [units.map((one) => one.unitType), units.map((one) => one.unitId)],
  );
}
