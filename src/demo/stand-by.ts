/** The demo's terminals while somebody looks at it: they go on beating, as they would on a wall. */
import { heartbeat, heartbeatSeconds } from '../domains/device/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import { dateAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import { isWeekend } from './life.ts';
import {
  cabinetFirmware,
  checkerFirmware,
  displayFirmware,
  doorFirmware,
  scaleFirmware,
  tillFirmware,
} from './places.ts';
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
    tillFirmware,
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

interface Selling {
  id: number;
  epoch: number;
  lastSeq: number;
  firmware: string;
  organizationId: number;
  waiting: number;
  cardNo: string;
}

/** Of a meal that runs now, somebody with a card who has not eaten yet, for every window with fixed prices. */
async function hungry(services: Services, day: string, hm: string): Promise<Selling[]> {
  const { rows } = await services.pool.query<Selling>(
    `select /* wall: windows of the whole demo */ d.id, b.epoch, greatest(b.last_seq, q.last_seq) as "lastSeq", b.firmware,
       d.organization_id as "organizationId", b.offline_count as waiting, p.card_no as "cardNo"
     from device d join device_beat b on b.device_id = d.id
       -- What a window uploaded after its last beat has taken numbers too.
       left join device_sequence q on q.organization_id = d.organization_id and q.device_id = d.id and q.epoch = b.epoch
         and q.stream = 'MONEY'
       join meal_period m on m.organization_id = d.organization_id and m.status = 'NORMAL' and m.start_time <= $3 and m.end_time > $3
       join lateral (
         select c.card_no from card c join person n on n.organization_id = c.organization_id and n.id = c.person_id
         where c.organization_id = d.organization_id and c.status = 'NORMAL' and n.status = 'NORMAL'
           and not exists (select from trade t where t.organization_id = c.organization_id and t.person_id = c.person_id
             and t.business_date = $2 and t.meal_period_id = m.id)
         order by random() limit 1) p on true
     where d.status = 'ACTIVE' and d.mode = 'FIXED' and b.firmware = any($1::text[])`,
    [plans.map((plan) => plan.deviceType.firmware), day, hm],
  );
  return rows;
}

/** How likely a window sells to somebody now: at weekends to as few as come then. */
function pace(day: string, firmware: string): number {
  const plan = plans.find(({ deviceType }) => deviceType.firmware === firmware);
  return 0.5 * (isWeekend(day) ? (plan?.weekendShare ?? 0) : 1);
}

/** One diner at about every second window, at weekends at a few of them, and the window's next heartbeat with what it took. */
export async function sellOnce(services: Services): Promise<void> {
  const nowMs = services.clock.now();
  const day = dateAt(nowMs);
  const hm = new Date(nowMs + 8 * 3_600_000).toISOString().slice(11, 16);
  for (const { id, epoch, lastSeq, firmware, organizationId, waiting, cardNo } of await hungry(services, day, hm)) {
    const known = await services.devices.find(id);
    if (known?.epoch !== epoch || services.random.fraction() >= pace(day, firmware)) continue;
    const seq = lastSeq + 1;
    const took = await services.consumeGateway.consume(known.at, {
      epoch,
      seq,
      occurredAt: nowMs,
      deviceTime: nowMs,
      mode: 'FIXED',
      cardNo,
      identify: 'CARD',
      offline: false,
    });
    services.deviceSequences.note(organizationId, id, epoch, seq);
    const fen = isRefusal(took) || !('posted' in took) ? 0 : took.posted.amountFen;
    const { rows } = await services.pool.query<{ count: number; fen: number }>(
      `select coalesce(taken_count, 0) as count, coalesce(taken_fen, 0) as fen from device_day
       where organization_id = $1 and device_id = $2 and day = $3`,
      [organizationId, id, day],
    );
    const told = rows[0] ?? { count: 0, fen: 0 };
    const today = {
      date: day,
      count: told.count + (fen > 0 ? 1 : 0),
      amountFen: told.fen + fen,
      waiting: 0,
      waitingFen: 0,
    };
    const listVersion = await cardListVersion(services.pool, organizationId);
    const beat = { clock: nowMs, offlineCount: waiting, listVersion, lastSeq: seq, firmware, days: [today] };
    await heartbeat(services, known, beat, '127.0.0.1');
  }
}

const sellEveryMs = 15_000;

/** Sells in meal hours until the server ends, so that the feed moves under whoever looks (DEMO_LIVE=0 turns it off). */
export function keepSelling(services: Services): void {
  const sell = () => sellOnce(services).catch((error) => services.log.warn('demo sales', { error: String(error) }));
  setInterval(sell, sellEveryMs).unref();
}

/** Beats until the server ends. */
export function keepBeating(services: Services): void {
  const beat = () => beatOnce(services).catch((error) => services.log.warn('demo terminals', { error: String(error) }));
  setInterval(beat, heartbeatSeconds * 1000).unref();
}
