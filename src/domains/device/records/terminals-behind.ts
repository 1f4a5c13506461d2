/** Which consumption terminals have not told yet what they took up to an instant. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** A terminal that has been silent this long is out of use: nobody waits for it. */
const silentMs = 3 * 86_400_000;

/**
 * Names of terminals at these restaurants that were last heard of before `atMs`, or that still have records to upload; each with its
 * restaurant where several are asked for. Those silent for three days are left out, and shops: what they sell is no meal.
 */
export async function terminalsBehind(
  db: Sql,
  organizationId: number,
  restaurantIds: readonly number[],
  atMs: number,
): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select d.name || case when cardinality($2::bigint[]) > 1 then '（' || p.name || '）' else '' end as name from device d
     join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     join device_beat b on b.device_id = d.id
     join restaurant p on p.organization_id = s.organization_id and p.id = s.restaurant_id
     where d.organization_id = $1 and d.status = 'ACTIVE' and d.mode not in ('RECHARGE')
       and s.restaurant_id = any($2::bigint[]) and p.kind <> 'SHOP'
       and b.last_beat_at >= $4::timestamptz and (b.last_beat_at < $3::timestamptz or b.offline_count > 0)
     order by d.name, d.id`,
    [organizationId, restaurantIds, isoAt(atMs), isoAt(atMs - silentMs)],
  );
  return rows.map((row) => row.name);
}
