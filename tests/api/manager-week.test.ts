/**
 * A canteen manager's week in one run, by the pages' own verbs: a cycle laid and planned by the forecast, published by another hand,
 * reported and ordered, closed, printed, served, sold out, settled; one charge explained, forgiven; summaries equal what was eaten.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../src/domains/consumption/testing.ts';
import { closeAndJudge } from '../../src/domains/headcount/public.server.ts';
import { type HeadcountBench, headcountBench } from '../../src/domains/headcount/testing.ts';
import { turnUnit } from '../../src/domains/ordering/public.server.ts';
import { dishRule, orderOf } from '../../src/domains/ordering/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../../src/kit/server/refusal.ts';

const foretold = 240;
let b: HeadcountBench;
let dinnerId: number;
let restaurantId: number;
/** The Monday of a week without menus. */
let day: string;

interface Cell {
  menuId: number;
  date: string;
  restaurantId: number;
  mealPeriodId: number;
  status: string;
  items: { id: number; dishId: number; planQty: number }[];
}
interface Week {
  days: string[];
  off: string[];
  cells: Cell[];
  forecasts: { restaurantId: number; mealPeriodId: number; date: string; portions: number }[];
}
interface Answer {
  rows: Record<string, unknown>[];
  check: { ok: boolean; text: string } | null;
}

async function ask<T>(page: string, verb: string, body: Record<string, unknown> = {}, by = b.school): Promise<T> {
  const { data, errormsg } = await by<T & Record<string, unknown>>(page, verb, body);
  expect([page, verb, errormsg]).toEqual([page, verb, '']);
  return data;
}
const weekOf = (date: string) => ask<Week>('food_menu_v2', 'week', { date });
const cellsOf = async () => (await weekOf(day)).cells.filter((cell) => cell.date === day);
const at = (date: string, hm: string) => b.app.clock.set(Date.parse(`${date}T${hm}:00+08:00`));
async function turn(): Promise<void> {
  await b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
  await closeAndJudge(b.app.services, b.organizationId);
  await turnUnit(b.app.services, b.organizationId);
}

beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0 });
  const { pool, ids } = b.app.services;
  restaurantId = b.device.restaurantId;
  const meals = await pool.query<{ id: number }>(
    `select id from meal_period where organization_id = $1 and name = '晚餐'`,
    [b.organizationId],
  );
  dinnerId = meals.rows[0]!.id;
  let week = await weekOf(b.today);
  while (week.cells.some((cell) => cell.restaurantId === restaurantId && cell.items.length > 0))
    week = await weekOf(addDays(week.days[0]!, 7));
  day = week.days.find((one) => !week.off.includes(one))!;
  // Dishes whose portions the forecast is to say, of a meal the nights foretold; in term.
  await pool.query('update menu_cycle_cell set plan_qty = null where organization_id = $1', [b.organizationId]);
  await pool.query('delete from school_term where organization_id = $1', [b.organizationId]);
  await pool.query(
    `insert into meal_forecast (organization_id, id, dining_date, meal_period_id, reported, portions, told, made_at)
     values ($1, $2, $3, $4, 0, $5, 'HABIT', now())
     on conflict on constraint meal_forecast_once do update set portions = excluded.portions, told = excluded.told, guests = 0`,
    [b.organizationId, await ids.next(), day, b.lunchId, foretold],
  );
  // The restaurants keep the parts they were foretold of fewer.
  await pool.query(
    `update meal_forecast_place f set told = 'SHARE', portions = round(f.portions * $4::float8 / s.whole)
     from (select sum(portions) as whole from meal_forecast_place
       where organization_id = $1 and dining_date = $2 and meal_period_id = $3) s
     where f.organization_id = $1 and f.dining_date = $2 and f.meal_period_id = $3 and s.whole > 0`,
    [b.organizationId, day, b.lunchId, foretold],
  );
}, 600_000);
afterAll(() => b?.app.stop());

test('from the cycle to summaries that equal what was eaten', async () => {
  const [absent, ...came] = b.diners.slice(0, 5);
  const orderers = b.diners.slice(5, 8);
  for (const diner of [absent!, ...came, ...orderers]) await b.pay(diner.id, 50_000);

  // The cycle is laid; dishes without portions have those foretold.
  const { rows: cycles } = await ask<{ rows: { id: number }[] }>('food_menu_v2/cycle', 'query', {});
  const laid = await ask<{ written: number }>('food_menu_v2', 'apply', {
    cycleId: cycles[0]!.id,
    restaurantId,
    from: day,
    to: day,
    firstWeek: 1,
    onDaysOff: 'SHIFT',
    mode: 'KEEP',
  });
  expect(laid.written).toBeGreaterThan(1);
  const week = await weekOf(day);
  const lunches = week.forecasts.filter((one) => one.date === day && one.mealPeriodId === b.lunchId);
  const here = lunches.find((one) => one.restaurantId === restaurantId)!;
  expect(lunches.reduce((sum, one) => sum + one.portions, 0)).toBeCloseTo(foretold, -1);
  const menuOf = (cells: readonly Cell[], mealPeriodId: number) =>
    cells.find((cell) => cell.restaurantId === restaurantId && cell.mealPeriodId === mealPeriodId)!;
  const planned = await cellsOf();
  const plans = menuOf(planned, b.lunchId).items.map((item) => item.planQty);
  expect(Math.max(...plans)).toBeLessThanOrEqual(here.portions);
  expect(Math.min(...plans)).toBeGreaterThan(0);

  // Another hand publishes.
  const ids = planned.filter((cell) => cell.items.length > 0).map((cell) => cell.menuId);
  await ask('food_menu_v2', 'submit', { ids });
  await ask('food_menu_v2', 'publish', { ids, agreed: true }, b.finance);
  const published = await cellsOf();
  const [lunch, dinner] = [menuOf(published, b.lunchId), menuOf(published, dinnerId)];
  expect([lunch.status, dinner.status]).toEqual(['PUBLISHED', 'PUBLISHED']);

  // Lunch is reported, dinner ordered.
  await ask('ordering_mode', 'create', {
    ...dishRule({ lunchId: dinnerId }, restaurantId),
    name: '晚餐点菜',
    pickups: ['DINE_IN'],
  });
  at(addDays(day, -2), '10:00');
  const reports = await b.report([absent!.id, ...came.map((one) => one.id)], day);
  expect(reports.errormsg).toBe('');
  const order = (personId: number) =>
    orderOf(b.app.services, {
      organizationId: b.organizationId,
      personId,
      restaurantId,
      mealPeriodId: dinnerId,
      diningDate: day,
      menuItemId: dinner.items[0]!.id,
    });
  for (const { id } of orderers) {
    const placed = await order(id);
    expect(isRefusal(placed) ? refusalMessage(placed) : '').toBe('');
  }

  // Closed: no report any more; the kitchen prints, hears of a late one, prints what changed.
  at(addDays(day, -1), '18:10');
  await turn();
  expect((await b.report([b.diners[9]!.id], day)).errorcode).not.toBe(0);
  interface Sheet {
    sheet: { heads: { reported: number; late: number }; dishes: { orderedQty: number }[] };
  }
  const before = await ask<Sheet>('food_menu/kitchen', 'print', { menuId: lunch.menuId });
  const ordered = await ask<Sheet>('food_menu/kitchen', 'print', { menuId: dinner.menuId });
  expect(ordered.sheet.dishes[0]!.orderedQty).toBe(3);
  expect((await b.report([b.diners[9]!.id], day, { lateReason: '临时返校' })).errormsg).toBe('');
  const after = await ask<Sheet>('food_menu/kitchen', 'print', { menuId: lunch.menuId });
  expect(after.sheet.heads.reported).toBe(before.sheet.heads.reported + 1);
  expect(after.sheet.heads.late).toBe(before.sheet.heads.late + 1);

  // Served; a dish that ran out is stopped.
  at(day, '12:00');
  for (const diner of [...came, b.diners[9]!]) {
    await b.pay(diner.id, 5_000);
    await b.eat(diner, 500);
  }
  await ask('food_menu_v2', 'item', { id: lunch.items[0]!.id, status: 'SOLD_OUT' });
  at(day, '18:00');
  await turn();
  const { rows: waiting } = await ask<Answer>('order_food_detail', 'query', {
    size: 50,
    search: { diningDate: [day, day], mealPeriodId: dinnerId },
  });
  expect(waiting).toHaveLength(3);
  await ask('order_food_detail', 'take', {
    ids: waiting
      .slice(0, 2)
      .map((row) => row.id)
      .sort(),
    reason: '终端故障',
  });

  // Settled the next morning; whoever did not come is charged, with the reason in words.
  at(addDays(day, 1), '09:00');
  await turn();
  await turn();
  const charged = await ask<Answer>('report_meal_detail', 'query', {
    search: { diningDate: [day, day], fate: ['CHARGE'], keyword: absent!.jobNumber },
  });
  expect(charged.rows).toMatchObject([
    { personId: absent!.id, chargedFen: 1_200, fateReason: expect.stringContaining('本月第 1 次报餐未就餐') },
  ]);
  const held = (await b.balance(absent!.id)).MAIN!;
  await ask('report_meal_detail', 'waive', { ids: [charged.rows[0]!.id], reason: '设备故障' });
  // Given back by a job.
  const back = async () => (await b.balance(absent!.id)).MAIN;
  expect(await until(back, (fen) => fen !== held)).toBe(held + 1_200);

  // The summaries equal what was eaten, each side from its own source.
  for (const [page, search] of [
    ['report_meal_detail', { diningDate: [day, day] }],
    ['daily_report_meal_summary', { diningDate: [day, day] }],
    ['order_food_detail', { diningDate: [day, day] }],
    ['daily_order_summary', { diningDate: [day, day] }],
    ['meals_deduction_day', { businessDate: [day, addDays(day, 1)] }],
  ] as const) {
    const { check } = await ask<Answer>(page, 'query', { search });
    expect([page, check]).toEqual([page, expect.objectContaining({ ok: true })]);
  }
  expect(await b.breaks()).toEqual([]);
});
