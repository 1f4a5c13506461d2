/** Sensors that fell silent while their cabinet still beats: found by the clock, over with the next reading. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { onlineSeconds } from '../../device/public.server.ts';
import { rules } from './decide-alarms.ts';

/** Opens what has to be opened; answers how many. */
export async function findSilent({ pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>): Promise<number> {
  const nowMs = clock.now();
  const { rows } = await pool.query<{ organizationId: number; deviceId: number; readAt: string; samples: number }>(
    `select c.organization_id as "organizationId", c.device_id as "deviceId", c.read_at as "readAt",
       (select count(*)::int from sample s where s.organization_id = c.organization_id and s.device_id = c.device_id
         and s.status in ('RETAINING', 'SEALED')) as samples
     from cabinet_state c join device_beat b on b.device_id = c.device_id /* wall: the clock serves every unit */
     where c.read_at < $1 and b.last_beat_at > $2
       and not exists (select from cabinet_alarm a where a.organization_id = c.organization_id and a.device_id = c.device_id
         and a.kind = 'SILENT' and a.ended_at is null)`,
    [isoAt(nowMs - rules.silentMinutes * 60_000), isoAt(nowMs - onlineSeconds * 1_000)],
  );
  for (const { organizationId, deviceId, readAt, samples } of rows)
    await pool.query(
      `insert into cabinet_alarm (organization_id, id, device_id, kind, level, began_at, samples, opened_at)
       values ($1, $2, $3, 'SILENT', $4, $5, $6, $7) on conflict do nothing`,
      [organizationId, await ids.next(), deviceId, samples === 0 ? 'INFO' : 'WARN', readAt, samples, isoAt(nowMs)],
    );
  return rows.length;
}
