/**
 * Meals under load: reports written at a cut-off, ticked in the grid, settled and charged, a month of a million reports; menus and
 * orders, and what reporting costs the swipes, in files of their own. One durable database, in one process with the server.
 */
import { mealSetting } from '../src/domains/headcount/public.server.ts';
import { bookCharges, closeMeal, lunchRule, settleMeal } from '../src/domains/headcount/testing.ts';
import type { ConsumeRequest } from '../src/domains/wallet/public.server.ts';
import { checkInvariants } from '../src/domains/wallet/testing.ts';
import { addDays } from '../src/kit/server/clock.ts';
import { sqlOf } from '../src/kit/server/db/sql-of.ts';
import {
  type Kitchen,
  type MealFigure,
  openKitchen,
  placeOf,
  postAll,
  reporters,
  seconds,
  timed,
} from './meal-kitchen.ts';
import { measureMenus, measureNutrition, measureOrders } from './meal-menus.ts';
import { measureDeductions, plantMonth } from './meal-months.ts';
import { measureSwipes } from './meal-swipes.ts';
import { measureWaste } from './meal-waste.ts';
import { openMany } from './open-people.ts';
import { inSmallHouse } from './small-house.ts';

const settledPeople = 100_000;
const missed = 5_000;
/** Days from the one the database stands at to the lunch that is settled. */
const settledAhead = 2;

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
  await pool.query('create table bare_report (like meal_report including all excluding generated)');
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
  const diningDate = addDays(kitchen.today, settledAhead);
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

const morePeople = { prefix: 'N', count: settledPeople - reporters, firstCard: 7_100_000_000 };
const bringMore = async (kitchen: Kitchen) =>
  kitchen.people.push(...(await openMany(kitchen.services, kitchen.organizationId, morePeople)));

/** 餐费扣款（月） alone, on a lunch that was settled: for looking at it, not written down. */
export const measureMealMonth = (log: (line: string) => void): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const kitchen = await openKitchen(house);
    await everybodyEats(kitchen);
    await bringMore(kitchen);
    add(...(await measureSettling(kitchen)));
    add(await measureDeductions(kitchen, await plantMonth(kitchen, addDays(kitchen.today, settledAhead))));
  });

/** Waste alone, on a month of lunches of `reporters`: for looking at it, not written down. */
export const measureMealWaste = (log: (line: string) => void): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const kitchen = await openKitchen(house);
    await everybodyEats(kitchen);
    add(...(await measureSettling(kitchen)));
    const settled = addDays(kitchen.today, settledAhead);
    await measureWaste(kitchen, { settled, first: await plantMonth(kitchen, settled) }, add);
  });

/** Everything in its order: what comes later stands on more people than what came before. */
export const measureMeals = (log: (line: string) => void): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const kitchen = await openKitchen(house);
    const ruleId = await everybodyEats(kitchen);
    add(await measureCutOff(kitchen), await measureTicks(kitchen));
    const [menus, menu] = await measureMenus(kitchen);
    add(menus, await measureNutrition(kitchen), await measureOrders(kitchen, menu));
    await bringMore(kitchen);
    log(`${kitchen.people.length} people in place`);
    add(...(await measureSettling(kitchen)));
    add(await measureSwipes(kitchen, ruleId));
    const breaks = await checkInvariants(kitchen.services.pool, kitchen.organizationId);
    if (breaks.length > 0) throw new Error(`账目不平：${JSON.stringify(breaks.slice(0, 5))}`);
    const settled = addDays(kitchen.today, settledAhead);
    const first = await plantMonth(kitchen, settled);
    add(await measureDeductions(kitchen, first));
    await measureWaste(kitchen, { settled, first }, add);
  });
