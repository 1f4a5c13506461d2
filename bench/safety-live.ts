/** What cabinets cost the tills: swipes while nobody reads, and while all cabinets tell their minute. */
import { takeReadings } from '../src/domains/samples/public.server.ts';
import { isoAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import type { MealFigure } from './meal-kitchen.ts';

interface Till {
  deviceId: number;
  deploySiteId: number;
  restaurantId: number;
  name: string;
  sn: string;
}

const swipers = 8;
const roundMs = 6_000;
const pairs = 3;
/** So many minutes of readings a second of measuring: 500 cabinets a minute spread over sixty seconds, and more often. */
const perSecond = 500 / 60;

/** p99 of swipes, ms, at a steady pace. */
async function p99(services: Services, at: object, cards: readonly string[], seqOf: () => number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + roundMs;
  await Promise.all(
    Array.from({ length: swipers }, async () => {
      while (performance.now() < end) {
        const seq = seqOf();
        const start = performance.now();
        const outcome = await services.consumeGateway.consume(at as never, {
          epoch: 9,
          seq,
          occurredAt: services.clock.now(),
          deviceTime: services.clock.now(),
          mode: 'AMOUNT',
          amountFen: 1,
          identify: 'CARD',
          offline: false,
          cardNo: cards[seq % cards.length]!,
        });
        if (!('posted' in outcome)) throw new Error(JSON.stringify(outcome));
        times.push(performance.now() - start);
      }
    }),
  );
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

export async function measureLive(
  services: Services,
  organizationId: number,
  cabinets: readonly number[],
): Promise<MealFigure> {
  const { pool, clock } = services;
  const till = await pool.query<Till>(
    `select d.id as "deviceId", d.deploy_site_id as "deploySiteId", s.restaurant_id as "restaurantId", d.name, d.sn from device d
     join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id and s.restaurant_id is not null
     where d.organization_id = $1 and d.status = 'ACTIVE' order by d.id limit 1`,
    [organizationId],
  );
  const at = { ...till.rows[0]!, organizationId, mode: 'AMOUNT' as const, placeActive: true };
  const { rows: holders } = await pool.query<{ cardNo: string }>(
    `select c.card_no as "cardNo" from card c join person p on p.organization_id = c.organization_id and p.id = c.person_id
       join purse u on u.organization_id = p.organization_id and u.person_id = p.id and u.kind = 'MAIN' and u.balance_fen > 50000
     where c.organization_id = $1 and c.status = 'NORMAL' and p.status = 'NORMAL' order by p.id limit 40`,
    [organizationId],
  );
  const cards = holders.map(({ cardNo }) => cardNo);
  let seq = 0;
  const seqOf = () => {
    seq += 1;
    return seq;
  };
  let minute = Math.floor(clock.now() / 60_000) - 600;
  let told = 0;
  let on = false;
  let over = false;
  const telling = (async () => {
    for (let n = 0; !over; n += 1) {
      if (on) {
        if (n % cabinets.length === 0) minute += 1;
        const deviceId = cabinets[n % cabinets.length]!;
        await takeReadings(
          services,
          { organizationId, deviceId },
          {
            sensor: 1,
            values: [{ minute, temp10: 40, door: false, humidity: null }],
          },
        );
        told += 1;
      }
      await new Promise((done) => setTimeout(done, 1_000 / perSecond));
    }
  })();
  const ratios: number[] = [];
  const quiet: number[] = [];
  await p99(services, at, cards, seqOf);
  for (let i = 0; i < pairs; i += 1) {
    const off = await p99(services, at, cards, seqOf);
    on = true;
    const live = await p99(services, at, cards, seqOf);
    on = false;
    quiet.push(off);
    ratios.push(live / off);
  }
  over = true;
  await telling;
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return {
    name: `刷卡 p99，${cabinets.length} 台柜每分钟上报 / 不上报`,
    said: `${median(ratios).toFixed(2)}×`,
    limit: '1.2×',
    beside: `不上报 ${median(quiet).toFixed(1)} ms，收下读数 ${told} 次，至 ${isoAt(clock.now()).slice(0, 16)}`,
  };
}
