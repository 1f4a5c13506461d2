/** GET /passes: the passes of a door's district that changed after a version, in the order of their changes. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { DeviceAt } from '../../device/public.server.ts';

interface PassOut {
  personId: number;
  /** Epoch ms. */
  from: number;
  to: number;
  /** Until when a door that is cut off may admit without confirmation; null never. */
  graceUntil: number | null;
  withdrawn: boolean;
}

/** `version` is that of the last entry, or the unit's own where nothing is left: ask with it next. */
export async function passesSince(
  db: Sql,
  { organizationId, deviceId }: DeviceAt,
  since: number,
  limit: number,
): Promise<{ version: number; more: boolean; entries: PassOut[] }> {
  const { rows } = await db.query<PassOut & { version: number }>(
    `select e.version, e.person_id as "personId", (extract(epoch from e.from_at) * 1000)::bigint as "from",
       (extract(epoch from e.to_at) * 1000)::bigint as "to", (extract(epoch from e.grace_until) * 1000)::bigint as "graceUntil",
       e.withdrawn_at is not null as withdrawn
     from pass_entry e join door o on o.organization_id = e.organization_id and o.district_id = e.district_id
     where e.organization_id = $1 and o.device_id = $2 and e.version > $3 order by e.version limit $4`,
    [organizationId, deviceId, since, limit + 1],
  );
  const entries = rows.slice(0, limit);
  const more = rows.length > limit;
  if (more)
    return { version: entries.at(-1)!.version, more, entries: entries.map(({ version: _v, ...entry }) => entry) };
  const { rows: now } = await db.query<{ version: number }>(
    'select version from pass_version where organization_id = $1',
    [organizationId],
  );
  const last = Math.max(entries.at(-1)?.version ?? since, Math.min(now[0]?.version ?? 0, Number.MAX_SAFE_INTEGER));
  return { version: last, more, entries: entries.map(({ version: _v, ...entry }) => entry) };
}
