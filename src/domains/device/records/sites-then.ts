/** Where a terminal stood at an instant: a record that comes late was eaten there, not where the terminal stands now. */
import type { Pool } from 'pg';
import type { DeviceAt } from '../gateway.ts';

/**
 * Answers the deploy site at an instant (epoch ms); 0 for none. Before a terminal was first placed it stood nowhere: what it
 * took then, by a clock set wrong or before the unit began here, counts as taken at its first place.
 */
export async function sitesOf(
  pool: Pick<Pool, 'query'>,
  { organizationId, deviceId, deploySiteId }: DeviceAt,
): Promise<(atMs: number) => number> {
  const { rows } = await pool.query<{ until: number; site: number }>({
    name: 'device-sites-then',
    text: `select (extract(epoch from until) * 1000)::bigint as until, coalesce((content ->> 'deploy_site_id')::bigint, 0) as site
      from past_row where organization_id = $1 and table_name = 'device' and row_id = $2 order by until`,
    values: [organizationId, deviceId],
  });
  const first = rows.findIndex((row) => row.site !== 0);
  const placed = rows.slice(first < 0 ? rows.length : first);
  return (atMs) => placed.find((row) => row.until > atMs)?.site ?? deploySiteId;
}
