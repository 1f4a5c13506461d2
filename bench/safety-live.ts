/** What cabinets cost the tills: swipes while nobody reads, and while all cabinets tell their minute. */
import { takeReadings } from '../src/domains/samples/public.server.ts';
import { isoAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import type { MealFigure } from './meal-kitchen.ts';

const swipers = 8;
const roundMs = 6_000;
const pairs = 3;
const filledFen = 1_000_000;
/** So many minutes of readings a second of measuring: 500 cabinets a minute spread over sixty seconds, and more often. */
const perSecond = 500 / 60;

/** p99 of swipes, ms: what a swipe writes, without the limits that would stop people who swipe so often. */
async function p99(
  { wallet, clock }: Services,
  organizationId: number,
  people: readonly number[],
  next: () => number,
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + roundMs;
  await Promise.all(
    Array.from({ length: swipers }, async () => {
      while (performance.now() < end) {
        const n = next();
        const start = performance.now();
        const outcome = await wallet.submit({
          kind: 'CONSUME',
          organizationId,
          requestKey: `bench-live:${n}`,
          personId: people[n % people.length]!,
          occurredAt: clock.now(),
          place: {
            restaurantId: 1,
            deploySiteId: 1,
            deviceId: 1,
            mealPeriodId: 2,
            departmentId: 1,
            personTypeId: 1,
            mode: 'AMOUNT',
            identify: 'CARD',
          },
          price: () => ({ originFen: 1, discountFen: 0, amountFen: 1 }),
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
  const { rows: holders } = await pool.query<{ id: number }>(
    `select p.id from person p
       join wallet u on u.organization_id = p.organization_id and u.person_id = p.id and u.kind = 'MAIN' and u.balance_fen > 1500
     where p.organization_id = $1 and p.status = 'NORMAL' order by u.balance_fen desc, p.id limit 200`,
    [organizationId],
  );
  const people = holders.map(({ id }) => id);
  if (people.length === 0) throw new Error('没有余额够用的人');
  // However many a quick machine swipes: nobody runs out of money amid it.
  const filled = await services.wallet.submitMany(
    people.map((personId) => ({
      kind: 'DEPOSIT',
      organizationId,
      requestKey: `bench-live:filled:${personId}`,
      personId,
      occurredAt: clock.now(),
      amountFen: filledFen,
    })),
  );
  for (const outcome of filled) if (!('posted' in outcome)) throw new Error(JSON.stringify(outcome));
  let n = 0;
  const next = () => {
    n += 1;
    return n;
  };
  let minute = Math.floor(clock.now() / 60_000) - 600;
  let told = 0;
  let on = false;
  let over = false;
  const telling = (async () => {
    for (let turn = 0; !over; turn += 1) {
      if (on) {
        if (turn % cabinets.length === 0) minute += 1;
        const deviceId = cabinets[turn % cabinets.length]!;
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
  await p99(services, organizationId, people, next);
  for (let i = 0; i < pairs; i += 1) {
    const off = await p99(services, organizationId, people, next);
    on = true;
    const live = await p99(services, organizationId, people, next);
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
