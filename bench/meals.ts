/**
 * Meals under load: reports written at a cut-off, ticked in the grid, settled and charged, a minute of orders, a week of menus
 * published, a year of nutrition, and what reporting costs the swipes. One durable database, in one process with the server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../src/demo/act.ts';
import type { SettableClock } from '../src/demo/seed.ts';
import { actorOf } from '../src/demo/units.ts';
import { mealSetting } from '../src/domains/headcount/public.server.ts';
import { bookCharges, closeMeal, lunchRule, settleMeal } from '../src/domains/headcount/testing.ts';
import { dishRule, orderOf } from '../src/domains/ordering/testing.ts';
import type { ConsumeRequest, MoneyRequest, TradePlace } from '../src/domains/wallet/public.server.ts';
import { checkInvariants } from '../src/domains/wallet/testing.ts';
import { addDays, dateAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import { sqlOf } from '../src/kit/server/db/sql-of.ts';
import { isRefusal, refusalMessage } from '../src/kit/server/refusal.ts';
import { type Opened, openMany } from './open-people.ts';
import { liftLimits } from './rush-setup.ts';
import { serverCpu } from './server-cpu.ts';
import { inSmallHouse, type SmallHouse } from './small-house.ts';

export interface MealFigure {
  name: string;
  /** What was measured, in its unit. */
  said: string;
  limit: string;
  /** Beside what, in the same run; empty where there is nothing of the kind. */
  beside: string;
}

const reporters = 20_000;
const settledPeople = 100_000;
const missed = 5_000;
const buyers = 5_000;
const menuDays = 7;
const dishesPerMeal = 20;
const swipers = 64;
const pairs = 3;

interface Kitchen {
  services: Services;
  clock: SettableClock;
  school: Actor;
  /** The second person. */
  checker: Actor;
  organizationId: number;
  lunchId: number;
  /** Not reported: it is ordered. */
  dinnerId: number;
  restaurantId: number;
  people: Opened[];
  /** Of the database server. */
  pid(): number;
  /** The business day the database stands at. */
  today: string;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, answer: T]> {
  const start = performance.now();
  const answer = await work();
  return [performance.now() - start, answer];
}

async function postAll({ services }: Kitchen, requests: readonly MoneyRequest[]): Promise<void> {
  for (const outcome of await services.wallet.submitMany(requests))
    if (!('posted' in outcome)) throw new Error(refusalMessage(outcome));
}

const placeOf = ({ restaurantId, lunchId }: Kitchen): TradePlace => ({
  restaurantId,
  deploySiteId: 0,
  deviceId: 0,
  mealPeriodId: lunchId,
  departmentId: 0,
  personTypeId: 0,
  mode: 'FIXED',
  identify: 'CARD',
});

/** A rule by which everybody of the measured type has lunch unless he says otherwise. */
async function everybodyEats({ school, lunchId, restaurantId }: Kitchen): Promise<number> {
  const period = await school.call<{ meals: { mealPeriodId: number }[] }>(
    '/admin/organization/meal_reporting_period',
    'get',
    {},
  );
  const meals = period.meals.map((line) => ({
    ...line,
    open: line.mealPeriodId === lunchId,
    openDays: 14,
    cutDays: 1,
    cutTime: '18:00',
    byWorkdays: false,
    cancelDays: null,
    cancelTime: null,
  }));
  await school.call('/admin/organization/meal_reporting_period', 'update', { id: 1, meals });
  const page = '/admin/organization/report_meal_mode';
  const { rows } = await school.call<{ rows: { id: number }[] }>(page, 'query', { page: 1, size: 50 });
  for (const { id } of rows) await school.call(page, 'disable', { id });
  const rule = {
    ...lunchRule({ lunchId, device: { restaurantId } }),
    mode: 'OPT_OUT',
    freePerMonth: 0,
    reportedFen: 600,
    walkInFen: 1_200,
  };
  return (await school.call(page, 'create', rule)).id;
}

/** What the same number of rows costs to a bare statement with the table's own indexes. */
async function bareRows({ services, organizationId }: Kitchen, diningDate: string): Promise<number> {
  const { pool } = services;
  await pool.query('create table bare_report (like meal_report including all)');
  const [ms] = await timed(() =>
    pool.query('insert into bare_report select * from meal_report where organization_id = $1 and dining_date = $2', [
      organizationId,
      diningDate,
    ]),
  );
  await pool.query('drop table bare_report');
  return ms;
}

async function measureCutOff(kitchen: Kitchen): Promise<MealFigure> {
  const { services, organizationId, lunchId } = kitchen;
  const diningDate = addDays(kitchen.today, 1);
  const setting = await mealSetting(services.pool, organizationId, services.clock.now());
  const [ms] = await timed(() => closeMeal(services, setting, { organizationId, diningDate, mealPeriodId: lunchId }));
  const bare = await bareRows(kitchen, diningDate);
  return {
    name: `截止写入 ${reporters} 人的默认报餐`,
    said: seconds(ms),
    limit: '2 s',
    beside: `同样的行一条 insert：${seconds(bare)}（${(ms / bare).toFixed(1)}×）`,
  };
}

async function measureTicks({ school, people, today, lunchId }: Kitchen): Promise<MealFigure> {
  const monday = addDays(today, 7);
  const cells = people
    .slice(0, 2_000)
    .flatMap(({ id }) =>
      [0, 1, 2, 3, 4].map((day) => ({ personId: id, day, mealPeriodId: lunchId, portions: 2, version: 0 })),
    );
  const [ms] = await timed(() =>
    school.call('/admin/organization/manual_report_meal_v2', 'save', { date: monday, cells }),
  );
  return { name: `报餐表保存 ${cells.length} 格`, said: seconds(ms), limit: '1 s', beside: '' };
}

/** A lunch of everybody is over; all but `missed` of them ate. */
async function measureSettling(kitchen: Kitchen): Promise<MealFigure[]> {
  const { services, clock, organizationId, lunchId, people } = kitchen;
  const diningDate = addDays(kitchen.today, 2);
  const meal = { organizationId, diningDate, mealPeriodId: lunchId };
  const setting = await mealSetting(services.pool, organizationId, services.clock.now());
  await closeMeal(services, setting, meal);
  const noon = Date.parse(`${diningDate}T12:00:00+08:00`);
  clock.set(noon);
  const base = { organizationId, occurredAt: noon };
  await postAll(
    kitchen,
    people.slice(missed).map(
      ({ id: personId }): ConsumeRequest => ({
        ...base,
        kind: 'CONSUME',
        requestKey: `eaten:${personId}`,
        personId,
        place: placeOf(kitchen),
        price: () => ({ originFen: 0, discountFen: 0, amountFen: 0 }),
      }),
    ),
  );
  await postAll(
    kitchen,
    people
      .slice(0, missed)
      .map(({ id }) => ({ ...base, kind: 'DEPOSIT', requestKey: `miss:${id}`, personId: id, amountFen: 5_000 })),
  );
  const nowMs = Date.parse(`${diningDate}T16:00:00+08:00`);
  clock.set(nowMs);
  await services.pool.query('analyze');
  const [settling] = await timed(() =>
    services.db
      .transaction()
      .execute((trx) =>
        settleMeal(sqlOf(trx), services.ids, meal, { nowMs, by: { id: 0, name: '系统' }, final: true }),
      ),
  );
  const [charging, booked] = await timed(() => bookCharges(services, organizationId, 'NEW'));
  if (booked.charged < missed) throw new Error(`${booked.charged} of ${missed} were charged`);
  return [
    { name: `结算 ${people.length} 份报餐`, said: seconds(settling), limit: '5 s', beside: '' },
    { name: `未就餐扣费 ${booked.charged} 笔`, said: seconds(charging), limit: '2 s', beside: '' },
  ];
}

interface Menu {
  diningDate: string;
  itemId: number;
}

/** Two restaurants' week of meals, saved and published. */
async function measureMenus(kitchen: Kitchen): Promise<[MealFigure, Menu]> {
  const { services, school, checker, restaurantId, organizationId, dinnerId } = kitchen;
  const page = '/admin/organization/food_menu_v2';
  const dishes = await services.pool.query<{ id: number }>(
    `select id from dish where organization_id = $1 and status = 'APPROVED' order by id limit ${dishesPerMeal}`,
    [organizationId],
  );
  const meals = await services.pool.query<{ id: number }>(
    'select id from meal_period where organization_id = $1 order by start_time limit 3',
    [organizationId],
  );
  const first = addDays(kitchen.today, 21);
  const cells = Array.from({ length: menuDays }, (_, day) => addDays(first, day)).flatMap((date) =>
    meals.rows.map(({ id: mealPeriodId }) => ({
      restaurantId,
      mealPeriodId,
      date,
      version: null,
      items: dishes.rows.map(({ id }) => ({
        dishId: id,
        priceFen: 600,
        planQty: 100,
        orderLimit: null,
        limitPerPerson: null,
        cookName: '',
        needSample: true,
      })),
    })),
  );
  await school.call(page, 'save', { cells });
  const menus = await services.pool.query<{ id: number }>(
    `select id from food_menu where organization_id = $1 and restaurant_id = $2 and menu_date >= $3 and status = 'DRAFT'`,
    [organizationId, restaurantId, first],
  );
  const ids = menus.rows.map(({ id }) => id);
  const [ms] = await timed(() => checker.call(page, 'publish', { ids, agreed: true }));
  const item = await services.pool.query<{ id: number }>(
    `select id from food_menu_item where organization_id = $1 and restaurant_id = $2 and menu_date = $3
       and meal_period_id = $4 order by id limit 1`,
    [organizationId, restaurantId, first, dinnerId],
  );
  const figure = {
    name: `发布一周菜谱（${ids.length} 餐 × ${dishes.rows.length} 道）`,
    said: seconds(ms),
    limit: '1 s',
    beside: '',
  };
  return [figure, { diningDate: first, itemId: item.rows[0]!.id }];
}

const percentile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0;

/** `buyers` order the same dish, one after another at an even pace of a minute. */
async function measureOrders(kitchen: Kitchen, { diningDate, itemId }: Menu): Promise<MealFigure> {
  const { services, school, organizationId, restaurantId, dinnerId, people } = kitchen;
  await school.call('/admin/organization/ordering_mode', 'create', {
    ...dishRule({ lunchId: dinnerId }, restaurantId),
    name: '实测点菜',
  });
  await postAll(
    kitchen,
    people.slice(0, buyers).map(({ id }) => ({
      organizationId,
      occurredAt: services.clock.now(),
      kind: 'DEPOSIT',
      requestKey: `order:${id}`,
      personId: id,
      amountFen: 10_000,
    })),
  );
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const start = performance.now();
  const every = 60_000 / buyers;
  for (const [i, { id }] of people.slice(0, buyers).entries()) {
    const ahead = start + i * every - performance.now();
    if (ahead > 1) await pause(ahead);
    const at = performance.now();
    open.push(
      orderOf(services, {
        organizationId,
        personId: id,
        restaurantId,
        mealPeriodId: dinnerId,
        diningDate,
        menuItemId: itemId,
      }).then((order) => {
        if (isRefusal(order)) throw new Error(refusalMessage(order));
        times.push(performance.now() - at);
      }),
    );
  }
  await Promise.all(open);
  times.sort((a, b) => a - b);
  return {
    name: `一分钟 ${buyers} 单，p50 / p99`,
    said: `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms`,
    limit: 'p99 300 ms',
    beside: '',
  };
}

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
async function measureSwipes(kitchen: Kitchen, ruleId: number): Promise<MealFigure> {
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

async function measureNutrition({ school, today }: Kitchen): Promise<MealFigure> {
  const ask = () =>
    school.call('/admin/organization/nourishment', 'query', {
      page: 1,
      size: 20,
      group: 'WEEK',
      search: { menuDate: [addDays(today, -360), addDays(today, 20)] },
    });
  await ask();
  const [ms] = await timed(ask);
  return { name: '营养分析，一年按周', said: `${ms.toFixed(0)} ms`, limit: '300 ms', beside: '' };
}

async function openKitchen({ services, clock, organizationId, pid }: SmallHouse): Promise<Kitchen> {
  const { pool } = services;
  const one = async (text: string) => (await pool.query<{ id: number }>(text, [organizationId])).rows[0]!.id;
  const lunchId = await one(`select id from meal_period where organization_id = $1 and name = '午餐'`);
  const dinnerId = await one(`select id from meal_period where organization_id = $1 and name = '晚餐'`);
  const restaurantId = await one(
    `select restaurant_id as id from food_menu where organization_id = $1 order by menu_date, restaurant_id limit 1`,
  );
  const today = dateAt(clock.now());
  clock.set(Date.parse(`${today}T09:00:00+08:00`));
  await liftLimits(services, organizationId);
  // Nothing is done behind the measured work's back.
  await services.jobs.stop();
  const [school, checker] = [await actorOf(services, 'school'), await actorOf(services, 'finance')];
  const people = await openMany(services, organizationId, { prefix: 'M', count: reporters, firstCard: 7_000_000_000 });
  return {
    services,
    clock,
    school,
    checker,
    organizationId,
    lunchId,
    dinnerId,
    restaurantId,
    people,
    pid,
    today,
  };
}

/** Everything in its order: what comes later stands on more people than what came before. */
export const measureMeals = (log: (line: string) => void): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const kitchen = await openKitchen(house);
    const ruleId = await everybodyEats(kitchen);
    add(await measureCutOff(kitchen), await measureTicks(kitchen));
    const [menus, menu] = await measureMenus(kitchen);
    add(menus, await measureNutrition(kitchen), await measureOrders(kitchen, menu));
    const more = { prefix: 'N', count: settledPeople - reporters, firstCard: 7_100_000_000 };
    kitchen.people.push(...(await openMany(kitchen.services, kitchen.organizationId, more)));
    log(`${kitchen.people.length} people in place`);
    add(...(await measureSettling(kitchen)));
    add(await measureSwipes(kitchen, ruleId));
    const breaks = await checkInvariants(kitchen.services.pool, kitchen.organizationId);
    if (breaks.length > 0) throw new Error(`账目不平：${JSON.stringify(breaks.slice(0, 5))}`);
  });
