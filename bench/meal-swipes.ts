/** What reporting costs the swipes: rounds with the rule and without it, one after the other. */
import { mealSetting } from '../src/domains/headcount/public.server.ts';
import { closeMeal } from '../src/domains/headcount/testing.ts';
import { addDays } from '../src/kit/server/clock.ts';
import { type Kitchen, type MealFigure, postAll, reporters } from './meal-kitchen.ts';
import { serverCpu } from './server-cpu.ts';

const swipers = 64;
const pairs = 3;

/** Swipes a second at the reported meal, `swipers` at a time, and the processor time of one, server and database, µs. */
async function swipeRate(kitchen: Kitchen, device: { deviceId: number }, seqOf: () => number, ms: number) {
  const { services, people } = kitchen;
  const known = await services.pool.query<{
    deviceId: number;
    deploySiteId: number;
    restaurantId: number;
    name: string;
    sn: string;
  }>(
    `select d.id as "deviceId", d.deploy_site_id as "deploySiteId", s.restaurant_id as "restaurantId", d.name, d.sn from device d
     join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id where d.id = $1`,
    [device.deviceId],
  );
  const at = {
    ...known.rows[0]!,
    organizationId: kitchen.organizationId,
    mode: 'AMOUNT' as const,
    placeActive: true,
  };
  let done = 0;
  const own = process.cpuUsage();
  const server = await serverCpu(kitchen.pid());
  const start = performance.now();
  const end = start + ms;
  await Promise.all(
    Array.from({ length: swipers }, async () => {
      while (performance.now() < end) {
        const seq = seqOf();
        const outcome = await services.consumeGateway.consume(at, {
          epoch: 9,
          seq,
          occurredAt: services.clock.now(),
          deviceTime: services.clock.now(),
          mode: 'FIXED',
          identify: 'CARD',
          offline: false,
          cardNo: people[seq % reporters]!.cardNo,
        });
        if (!('posted' in outcome)) throw new Error(JSON.stringify(outcome));
        done += 1;
      }
    }),
  );
  const perSecond = (done / (performance.now() - start)) * 1000;
  const { user, system } = process.cpuUsage(own);
  return { perSecond, micros: (user + system + ((await serverCpu(kitchen.pid())) - server) * 1e6) / done };
}

/** Interleaved pairs of rounds with and without the rule; the median of their ratios. */
export async function measureSwipes(kitchen: Kitchen, ruleId: number): Promise<MealFigure> {
  const { services, clock, school, organizationId } = kitchen;
  const { pool } = services;
  const diningDate = addDays(kitchen.today, 3);
  const setting = await mealSetting(pool, organizationId, services.clock.now());
  await closeMeal(services, setting, { organizationId, diningDate, mealPeriodId: kitchen.lunchId });
  clock.set(Date.parse(`${diningDate}T12:00:00+08:00`));
  await postAll(
    kitchen,
    kitchen.people.slice(0, reporters).map(({ id }) => ({
      organizationId,
      occurredAt: services.clock.now(),
      kind: 'DEPOSIT',
      requestKey: `swipe:${id}`,
      personId: id,
      amountFen: 1_000_000,
    })),
  );
  const device = await pool.query<{ deviceId: number }>(
    `select d.id as "deviceId" from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     where d.organization_id = $1 and d.mode = 'FIXED' and s.restaurant_id = $2 order by d.id limit 1`,
    [organizationId, kitchen.restaurantId],
  );
  let seq = 0;
  const seqOf = () => {
    seq += 1;
    return seq;
  };
  const rate = (ms: number) => swipeRate(kitchen, device.rows[0]!, seqOf, ms);
  /** Rules are held in the process for some seconds. */
  const turn = async (verb: 'enable' | 'disable') => {
    await school.call('/admin/organization/report_meal_mode', verb, { id: ruleId });
    await rate(6_000);
  };
  const rates: number[] = [];
  const costs: number[] = [];
  let last = '';
  for (let i = 0; i < pairs; i += 1) {
    const on = await rate(5_000);
    await turn('disable');
    const off = await rate(5_000);
    await turn('enable');
    rates.push(on.perSecond / off.perSecond);
    costs.push(off.micros / on.micros);
    last = `每笔处理器时间 ${off.micros.toFixed(0)} / ${on.micros.toFixed(0)} µs（`;
  }
  const median = (ratios: number[]) => `${(ratios.sort((a, b) => a - b)[pairs >> 1]! * 100).toFixed(0)} %`;
  return {
    name: '刷卡速率，报餐开 / 关',
    said: median(rates),
    limit: '≥ 90 %',
    beside: `${last}${median(costs)}）`,
  };
}
