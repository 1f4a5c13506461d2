/** A terminal that is heard again ends the alert of its silence at once, not a minute later. */
import type { Services } from '../../../kit/server/context.ts';
import { clear } from '../../alerts/public.server.ts';

/** Called with every heartbeat: one look into an index, and nothing more unless an alert stands. */
export async function endSilence(services: Services, organizationId: number, deviceId: number): Promise<void> {
  const object = `device:${deviceId}`;
  const { rows } = await services.pool.query({
    name: 'device-silent',
    text: `select id from alert where organization_id = $1 and kind = 'DEVICE_OFFLINE' and object_key = $2
      and status in ('OPEN', 'HANDLING')`,
    values: [organizationId, object],
  });
  if (rows.length === 0) return;
  await services.db.transaction().execute(async (db) => {
    const host = { db, ids: services.ids, clock: services.clock };
    await clear(host, organizationId, { kind: 'DEVICE_OFFLINE', object, detail: '恢复心跳' });
  });
}
