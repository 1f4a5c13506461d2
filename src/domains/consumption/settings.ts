/** The few figures an organization sets for putting charges right; what it never set has the product's default. */
import type { Sql } from '../../kit/server/db/sql-of.ts';

export interface ConsumptionSetting {
  /** A correction above this needs a second person, fen. */
  correctLimitFen: number;
  /** A manual charge whose total is above this needs a second person, fen. */
  manualLimitFen: number;
  /** Deepest debt one person may get into by offline and manual charges, fen. */
  arrearsLimitFen: number;
  /** Where money of a meanwhile ended lot goes: back into the lot, to be cleared, or to the main account. */
  expiredLot: 'LOT' | 'MAIN';
  /** Seconds within which the same amount at the same device is marked suspicious. */
  repeatIntervalSec: number;
  /** 0 while nothing was ever saved. */
  version: number;
}

export const defaultSetting: ConsumptionSetting = {
  correctLimitFen: 5_000,
  manualLimitFen: 50_000,
  arrearsLimitFen: 10_000,
  expiredLot: 'LOT',
  repeatIntervalSec: 10,
  version: 0,
};

/** What holds for the organization now. */
export async function consumptionSetting(sql: Sql, organizationId: number): Promise<ConsumptionSetting> {
  const { rows } = await sql.query<ConsumptionSetting>(
    `select correct_limit_fen as "correctLimitFen", manual_limit_fen as "manualLimitFen",
       arrears_limit_fen as "arrearsLimitFen", expired_lot as "expiredLot",
       repeat_interval_sec as "repeatIntervalSec", version
     from consumption_setting where organization_id = $1`,
    [organizationId],
  );
  return rows[0] ?? defaultSetting;
}
