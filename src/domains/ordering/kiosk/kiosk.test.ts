/** Terminals where people act for themselves: the menu, orders, reports and ratings of whoever stands there, each done once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal, type Terminal } from '../../../../tests/api/terminal.ts';
import { addDays } from '../../../kit/server/clock.ts';
import type { OfferedMeal } from '../diner/offered-meals.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

const base = '/api/device/v1';
let b: OrderingBench;
let kiosk: Terminal;
beforeAll(async () => {
  b = await orderingBench();
  kiosk = await pairTerminal(b.app, 'school', 0);
  await b.app.services.pool.query(
    `update device set deploy_site_id = (select id from deploy_site s
       where s.organization_id = device.organization_id and s.restaurant_id = $2 order by id limit 1) where id = $1`,
    [kiosk.deviceId, b.restaurantId],
  );
  b.app.services.devices.forget(kiosk.deviceId);
}, 240_000);
afterAll(() => b?.app.stop());

interface Reply {
  errorcode: number;
  errormsg: string;
  data: Record<string, unknown>;
}
const post = async (path: string, body: object, seq: number) =>
  (await kiosk.send('POST', `${base}/${path}`, JSON.stringify(body), { seq })).body as unknown as Reply;
const menuOf = async (who: string) => (await kiosk.send('GET', `${base}/menu?${who}&days=14`)).body as unknown as Reply;
const rich = async (at: number) => {
  const diner = b.diners[at]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 5_000);
  return diner;
};
const order = (more: object = {}) => ({
  diningDate: b.day,
  mealPeriodId: b.lunchId,
  restaurantId: b.restaurantId,
  lines: [{ menuItemId: b.dishes[0]!.id, qty: 1 }],
  pickup: 'DINE_IN',
  ...more,
});
const beat = async () => {
  const body = { clock: b.app.clock.now(), offlineCount: 0, listVersion: 0, lastSeq: 0, firmware: 'k1' };
  const answer = (await kiosk.send('POST', `${base}/heartbeat`, JSON.stringify(body), { seq: 0 }))
    .body as unknown as Reply;
  return answer.data.orderVersion as number;
};

test('who stands there sees his meals, orders once per number, and takes it back', async () => {
  const diner = await rich(0);
  const menu = await menuOf(`cardNo=${diner.cardNo}`);
  expect(menu).toMatchObject({ errorcode: 0, data: { personId: diner.id, personName: diner.name } });
  const lunch = (menu.data.meals as OfferedMeal[]).find((meal) => meal.diningDate === b.day && meal.way === 'ORDER');
  expect(lunch?.dishes.map((dish) => dish.menuItemId)).toContain(b.dishes[0]!.id);

  const first = await post('meal-orders', { cardNo: diner.cardNo, ...order() }, 11);
  expect(first).toMatchObject({ errorcode: 0, data: { seq: 11, status: 'PAID', personName: diner.name } });
  const { orderId } = first.data;
  expect(await post('meal-orders', { cardNo: diner.cardNo, ...order() }, 11)).toMatchObject({ data: { orderId } });
  expect(await post('meal-orders', { personId: diner.id, ...order() }, 12)).toMatchObject({ errorcode: 3105 });
  expect(await b.held(diner.id)).toBe(b.dishes[0]!.priceFen);
  const { rows } = await b.app.services.pool.query<{ source: string; orderer: string }>(
    'select source, orderer_name as orderer from meal_order where organization_id = $1 and id = $2',
    [b.organizationId, orderId],
  );
  expect(rows).toEqual([{ source: 'DEVICE', orderer: diner.name }]);
  const other = b.diners[1]!;
  const notHis = await post('meal-orders', { cardNo: other.cardNo, action: 'CANCEL', orderId }, 13);
  expect(notHis.errorcode).toBe(1004);
  expect(await post('meal-orders', { cardNo: diner.cardNo, action: 'CANCEL', orderId }, 14)).toMatchObject({
    data: { status: 'CANCELLED' },
  });
  expect(await b.held(diner.id)).toBe(0);
});

test('a price, an unknown card, a locked person, no number and no action are refused, and nothing is written', async () => {
  const diner = await rich(2);
  const no = async (body: object, seq = 21) => (await post('meal-orders', body, seq)).errorcode;
  expect(await no({ cardNo: diner.cardNo, ...order(), priceFen: 1 })).toBe(1100);
  expect(await no({ cardNo: '99999999', ...order() })).toBe(1004);
  expect(await no({ personId: 999_999_999, ...order() })).toBe(1004);
  expect(await no(order())).toBe(2409);
  expect(await no({ cardNo: diner.cardNo, ...order() }, 0)).toBe(2409);
  expect(await no({ cardNo: diner.cardNo, action: 'toString', ...order() })).toBe(2409);
  expect(await no({ cardNo: diner.cardNo, ...order({ diningDate: b.today }) })).toBe(3102);
  await b.app.services.pool.query("update person set status = 'SUSPENDED' where organization_id = $1 and id = $2", [
    b.organizationId,
    diner.id,
  ]);
  expect(await no({ cardNo: diner.cardNo, ...order() })).toBe(3103);
  expect((await menuOf(`personId=${diner.id}`)).errorcode).toBe(3103);
  expect(await b.held(diner.id)).toBe(0);
});

test('what becomes of an order of the day makes the version of the beat grow', async () => {
  const diner = await rich(3);
  const before = b.app.clock.now();
  const placed = await b.placed(diner.id);
  b.atNoon();
  const first = await beat();
  expect(first).toBeGreaterThan(0);
  expect(await beat()).toBe(first);
  await b.take(placed);
  expect(await beat()).toBeGreaterThan(first);
  b.app.clock.set(before);
});

test('a dish is rated once by each, from its meal on for a week; words stay words', async () => {
  const diner = b.diners[4]!;
  const menuItemId = b.dishes[0]!.id;
  const rate = (body: object, seq: number, who: object = { cardNo: diner.cardNo }) =>
    post('ratings', { ...who, menuItemId, score: 5, ...body }, seq);
  const before = b.app.clock.now();
  expect(await rate({}, 31)).toMatchObject({ errorcode: 3009 });
  b.atNoon();
  expect(await rate({ tags: ['<b>好吃</b>', '=1+1'] }, 32)).toMatchObject({
    errorcode: 0,
    data: { personName: diner.name },
  });
  // The same number is the same rating, another one a second.
  expect(await rate({ tags: ['<b>好吃</b>', '=1+1'] }, 32)).toMatchObject({ errorcode: 0 });
  expect(await rate({ score: 1 }, 33)).toMatchObject({ errorcode: 3008 });
  expect((await rate({ score: 6 }, 34)).errorcode).toBe(1100);
  expect((await rate({ tags: ['一个非常非常非常长的词'] }, 34)).errorcode).toBe(1100);
  expect((await rate({ menuItemId: 999_999_999 }, 34)).errorcode).toBe(1004);
  expect(await rate({ score: 2 }, 35, { personId: b.diners[5]!.id })).toMatchObject({ errorcode: 0 });
  const { rows } = await b.app.services.pool.query<{ score: number; tags: string[] }>(
    'select score, tags from dish_rating where organization_id = $1 and menu_item_id = $2 order by id',
    [b.organizationId, menuItemId],
  );
  expect(rows).toEqual([
    { score: 5, tags: ['<b>好吃</b>', '=1+1'] },
    { score: 2, tags: [] },
  ]);
  b.app.clock.set(Date.parse(`${addDays(b.day, 8)}T12:00:00+08:00`));
  expect(await rate({ menuItemId: b.dishes[1]!.id }, 36)).toMatchObject({ errorcode: 3009 });
  b.app.clock.set(before);
});
