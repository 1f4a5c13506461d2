/** What terminals tell of themselves at `/metrics`: how many are heard. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { readGauge } from '../../kit/server/metrics/read-gauge.ts';
import { onlineSeconds } from './register/device-states.ts';

export function tellDevices(services: Pick<Services, 'metrics' | 'log' | 'pool' | 'clock'>): void {
  readGauge(
    services,
    { name: 'onecard_devices', help: 'Terminals in use, heard lately or not, by kind', labels: ['kind', 'state'] },
    async (set) => {
      const since = isoAt(services.clock.now() - onlineSeconds * 1_000);
      const { rows } = await services.pool.query<{ kind: string; online: boolean; n: number }>(
        `select /* wall: terminals of every unit, counted */ t.kind, coalesce(b.last_beat_at > $1, false) as online, count(*)::int as n
         from device d join device_type t on t.id = d.type_id left join device_beat b on b.device_id = d.id
         where d.status = 'ACTIVE' group by 1, 2 order by 1, 2`,
        [since],
      );
      for (const { kind, online, n } of rows) set(n, kind, online ? 'online' : 'offline');
    },
  );
}
