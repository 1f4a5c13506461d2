/** An outage of yesterday: a terminal uploads late; what cannot be posted waits for a clerk. */
import type { DeviceRecord } from '../domains/device/gateway.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import type { DemoPerson } from './people.ts';
import type { Places } from './places.ts';

/** Records of the outage: good ones, one of a lost card, one of an unknown card. `at` is epoch ms of its beginning. */
export async function liveOutage(
  services: Services,
  actor: Actor,
  places: Places,
  people: readonly DemoPerson[],
  seqs: Map<number, number>,
  at: number,
): Promise<void> {
  const device = places.devices[0]!;
  const [lost, ...others] = people.slice(0, 5);
  await actor.call('/admin/organization/user', 'reportLoss', { id: lost!.id });
  const cards = [...others.map((p) => p.cardNo), lost!.cardNo, '9900000001'];
  const records = cards.map((cardNo, i): DeviceRecord => {
    const seq = (seqs.get(device.deviceId) ?? 0) + 1;
    seqs.set(device.deviceId, seq);
    const when = at + i * 20_000;
    return {
      epoch: 0,
      seq,
      occurredAt: when,
      deviceTime: when,
      cardNo,
      mode: 'FIXED',
      identify: 'CARD',
      offline: true,
    };
  });
  await services.consumeGateway.upload(device, records);
}
