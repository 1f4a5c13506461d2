/** Have the doors told everything they know of a time? Until then nobody is absent. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

interface Door {
  districtId: number;
  heardMs: number;
  waiting: boolean;
}

/** Asks of counted districts (none: all of the grounds) whether their doors were heard after `until` (epoch ms) and owe nothing. */
export async function doorsTold(
  db: Sql,
  organizationId: number,
): Promise<(districtIds: readonly number[], until: number) => boolean> {
  const { rows } = await db.query<Door>(
    `select o.district_id as "districtId", (extract(epoch from b.last_beat_at) * 1000)::bigint as "heardMs",
       b.offline_count > 0 or exists (select 1 from device_sequence q where q.organization_id = o.organization_id
         and q.device_id = o.device_id and q.stream = 'EVENT' and q.last_seq > 0
         and not (q.seen + q.given_up) @> int8multirange(int8range(1, q.last_seq, '[]'))) as waiting
     from door o join district d on d.organization_id = o.organization_id and d.id = o.district_id and d.family = 'SITE'
       join device_beat b on b.device_id = o.device_id
     where o.organization_id = $1`,
    [organizationId],
  );
  return (districtIds, until) =>
    rows
      .filter(({ districtId }) => districtIds.length === 0 || districtIds.includes(districtId))
      .every(({ heardMs, waiting }) => heardMs >= until && !waiting);
}
