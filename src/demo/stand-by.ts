/** The demo's terminals while somebody looks at it: they go on beating, as they would on a wall. */
import { heartbeat, heartbeatSeconds } from '../domains/device/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import type { Services } from '../kit/server/context.ts';
import { cabinetFirmware, checkerFirmware, displayFirmware, doorFirmware, scaleFirmware } from './places.ts';
import { plans } from './plan.ts';

interface Standing {
  id: number;
  organizationId: number;
  firmware: string;
  epoch: number;
  lastSeq: number;
  waiting: number;
}

/** One beat of each; a terminal somebody has paired anew since, or that says another firmware, speaks for itself. */
export async function beatOnce(services: Services): Promise<void> {
  const firmwares = [
    ...plans.map((plan) => plan.deviceType.firmware),
    scaleFirmware,
    doorFirmware,
    cabinetFirmware,
    checkerFirmware,
    displayFirmware,
  ];
  const { rows } = await services.pool.query<Standing>(
    `select /* wall: terminals of the whole demo */ d.id, d.organization_id as "organizationId", b.firmware, b.epoch,
       b.last_seq as "lastSeq", b.offline_count as waiting
     from device d join device_beat b on b.device_id = d.id
     where d.status = 'ACTIVE' and b.firmware = any($1::text[])`,
    [firmwares],
  );
  for (const { id, organizationId, firmware, epoch, lastSeq, waiting } of rows) {
    const known = await services.devices.find(id);
    if (known?.epoch !== epoch) continue;
    const listVersion = await cardListVersion(services.pool, organizationId);
    const beat = { clock: services.clock.now(), offlineCount: waiting, listVersion, lastSeq, firmware };
    await heartbeat(services, known, beat, '127.0.0.1');
  }
}

/** Beats until the server ends. */
export function keepBeating(services: Services): void {
  const beat = () => beatOnce(services).catch((error) => services.log.warn('demo terminals', { error: String(error) }));
  setInterval(beat, heartbeatSeconds * 1000).unref();
}
