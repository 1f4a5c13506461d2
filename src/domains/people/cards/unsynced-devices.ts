/**
 * Terminals that may still take a card which is out of use here: they hold a list older than the change, or have records
 * of it that they did not upload yet.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface ListHolder {
  name: string;
  /** The card list it said it has. */
  version: number;
  /** Records it has not uploaded. */
  waiting: number;
}

/** Terminals in use that may hold a list; one that never spoke has none. One told to fetch all anew says 0 meanwhile. */
export async function listHolders(executor: Sql, organizationId: number): Promise<ListHolder[]> {
  const { rows } = await executor.query<ListHolder>(
    `select d.name, b.list_version as version, b.offline_count as waiting
       from device d join device_beat b on b.device_id = d.id
      where d.organization_id = $1 and d.status in ('ACTIVE', 'REPAIR') order by d.name`,
    [organizationId],
  );
  return rows;
}

/** Those that have not acknowledged `version`, or still keep records back. */
export const unsynced = (holders: readonly ListHolder[], version: number): ListHolder[] =>
  holders.filter((device) => device.version < version || device.waiting > 0);

const mostNamed = 5;

/** `一号机（未同步）、二号机（3 笔未上传）等 7 台设备`. */
export function deviceNames(devices: readonly ListHolder[], version: number): string {
  const named = devices
    .slice(0, mostNamed)
    .map(({ name, version: has, waiting }) =>
      has < version ? `${name}（名单未同步）` : `${name}（${waiting} 笔未上传）`,
    )
    .join('、');
  return devices.length > mostNamed ? `${named} 等 ${devices.length} 台设备` : named;
}
