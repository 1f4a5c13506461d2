/** What a unit sets for its morning checks; what nobody set is as the house has it. */
import type { Sql } from '../../kit/server/db/sql-of.ts';
import type { ShiftTold } from './tables.ts';

export interface KitchenSetting {
  temp10Min: number;
  temp10Max: number;
  grace: boolean;
  shifts: readonly ShiftTold[];
  version: number;
}

/** Shifts of a kitchen until the unit says its own. */
const usual: readonly ShiftTold[] = [
  { name: '面点', start: '04:00', end: '10:00' },
  { name: '早班', start: '06:00', end: '14:00' },
  { name: '晚班', start: '12:00', end: '20:00' },
];

export async function kitchenSetting(db: Sql, organizationId: number): Promise<KitchenSetting> {
  const { rows } = await db.query<KitchenSetting>(
    `select temp10_min as "temp10Min", temp10_max as "temp10Max", grace, shifts, version from kitchen_setting
     where organization_id = $1`,
    [organizationId],
  );
  const own = rows[0] ?? { temp10Min: 359, temp10Max: 373, grace: true, shifts: [], version: 0 };
  return own.shifts.length > 0 ? own : { ...own, shifts: usual };
}
