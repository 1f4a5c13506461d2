/** 人次 per restaurant, and a shop, which sells no meal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { type ConsumptionBench, consumptionBench, until } from '../testing.ts';

let bench: ConsumptionBench;
let shop: DeviceAt;
beforeAll(async () => {
  bench = await consumptionBench();
  const { rows } = await bench.app.services.pool.query<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode, s.id as "deploySiteId",
       s.restaurant_id as "restaurantId", true as "placeActive"
     from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     join restaurant r on r.organization_id = s.organization_id and r.id = s.restaurant_id
     where d.organization_id = $1 and r.kind = 'SHOP' order by d.id limit 1`,
    [bench.organizationId],
  );
  shop = rows[0]!;
});
afterAll(() => bench.app.stop());

const tradeOf = async (id: number) => {
  const { rows } = await bench.app.services.pool.query(
    `select meal_period_id, nth, heads, restaurant_heads, amount_fen from trade where organization_id = $1 and id = $2`,
    [bench.organizationId, id],
  );
  return rows[0] as Record<string, number>;
};

test('a bottle from the shop at noon is no meal and does not make lunch the second time', async () => {
  const [diner] = bench.diners;
  await bench.pay(diner!.id, 50_000);
  const window = bench.device;
  bench.device = shop;
  const bottle = await bench.eat(diner!, 350);
  bench.device = window;
  const lunch = await bench.eat(diner!, 0, { mode: 'FIXED' });
  expect(await tradeOf(bottle.postingId)).toMatchObject({ meal_period_id: 0, restaurant_heads: 1 });
  expect(await tradeOf(lunch.postingId)).toMatchObject({ meal_period_id: bench.lunchId, nth: 1, heads: 1 });
});

test('a shop does not sell by the meal', async () => {
  const window = bench.device;
  bench.device = shop;
  expect(await bench.swipe(bench.diners[1]!, { mode: 'FIXED' })).toMatchObject({ code: 'SHOP_BY_AMOUNT' });
  expect(await bench.swipe(bench.diners[1]!, { mode: 'COUNT' })).toMatchObject({ code: 'SHOP_BY_AMOUNT' });
  bench.device = window;
});

test('消费汇总 by restaurant counts people per restaurant and says the unit’s own once', async () => {
  const [, , diner] = bench.diners;
  await bench.pay(diner!.id, 50_000);
  const others = await bench.app.services.pool.query<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode, s.id as "deploySiteId",
       s.restaurant_id as "restaurantId", true as "placeActive"
     from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     where d.organization_id = $1 and s.restaurant_id not in ($2, $3) order by d.id limit 1`,
    [bench.organizationId, bench.device.restaurantId, shop.restaurantId],
  );
  const other = others.rows[0]!;
  const ask = async (group: string) => {
    const { data } = await bench.school<{
      rows: { groupKey: number; groupName: string; heads: number; consumeCount: number }[];
      sums: Record<string, number>;
      check: { ok: boolean; text: string };
    }>('consume_summary', 'query', { search: { group, businessDate: [bench.today, bench.today] }, size: 100 });
    return data;
  };
  const before = await ask('restaurant');
  const mealsBefore = await ask('meal');
  const headsAt = (answer: typeof before, id: number) => answer.rows.find((row) => row.groupKey === id)?.heads ?? 0;
  const window = bench.device;
  await bench.eat(diner!, 500);
  bench.device = other;
  await bench.eat(diner!, 500);
  bench.device = window;
  const after = await ask('restaurant');
  expect(headsAt(after, window.restaurantId) - headsAt(before, window.restaurantId)).toBe(1);
  expect(headsAt(after, other.restaurantId) - headsAt(before, other.restaurantId)).toBe(1);
  const mealsAfter = await ask('meal');
  expect(mealsAfter.sums.heads! - mealsBefore.sums.heads!).toBe(1);
  expect(after.check.text).toContain(`全单位 ${mealsAfter.sums.heads} 人次`);
  // Two bottles are two trades of one head, of no meal.
  bench.device = shop;
  for (const fen of [300, 400]) await bench.eat(diner!, fen);
  bench.device = window;
  const [bottles, mealsThen] = [await ask('restaurant'), await ask('meal')];
  const sold = (answer: typeof before) => answer.rows.find((row) => row.groupKey === shop.restaurantId)?.consumeCount;
  expect(sold(bottles)! - (sold(after) ?? 0)).toBe(2);
  expect(headsAt(bottles, shop.restaurantId) - headsAt(after, shop.restaurantId)).toBe(1);
  expect(mealsThen.sums.heads! - mealsAfter.sums.heads!).toBe(1);
  expect(headsAt(mealsThen, 0) - headsAt(mealsAfter, 0)).toBe(1);
});

test('消费汇总 by restaurant tells 人数, everybody once however many meals, beside 人次', async () => {
  const [, , , , one, two] = bench.diners;
  for (const diner of [one!, two!]) await bench.pay(diner.id, 50_000);
  const place = bench.device.restaurantId;
  const tomorrow = addDays(bench.today, 1);
  const ask = async (more: Record<string, unknown> = {}) => {
    const { data } = await bench.school<{
      rows: { groupKey: number; heads: number; people: number | null }[];
      check: { text: string };
    }>('consume_summary', 'query', {
      search: { group: 'restaurant', businessDate: [bench.today, tomorrow], ...more },
      size: 100,
    });
    return { row: data.rows.find((row) => row.groupKey === place), text: data.check.text };
  };
  const before = await ask();
  await bench.eat(one!, 500);
  await bench.eat(two!, 500);
  const noon = bench.app.clock.now();
  bench.app.clock.set(noon + 24 * 3_600_000);
  await bench.eat(one!, 500);
  const gone = await bench.eat(two!, 500);
  expect(
    await bench.school('consume', 'reverse', { id: gone.postingId, amountFen: null, reason: '多扣退回' }),
  ).toMatchObject({ errorcode: 0 });
  const after = await ask();
  expect(after.row!.heads - (before.row?.heads ?? 0)).toBe(3);
  expect(after.row!.people! - (before.row?.people ?? 0)).toBe(2);
  expect((await ask({ businessDate: [tomorrow, tomorrow] })).row).toMatchObject({ heads: 1, people: 1 });
  // A year is not counted person by person, and another grouping has no such column.
  expect((await ask({ businessDate: [addDays(bench.today, -300), tomorrow] })).row!.people).toBeNull();
  bench.app.clock.set(noon);
});

test('nobody eats a meal in a shop by hand; an amount that was missed there belongs to no meal', async () => {
  const [, , , diner] = bench.diners;
  await bench.pay(diner!.id, 50_000);
  const terms = {
    diningDate: bench.today,
    mealPeriodId: bench.lunchId,
    restaurantId: shop.restaurantId,
    personIds: [diner!.id],
    reason: 'DEVICE_DOWN',
  };
  const meal = await bench.school('artificial_chopping', 'preview', { ...terms, kind: 'ORDER', way: 'RULE' });
  expect(meal).toMatchObject({ errorcode: 2511, fields: { restaurantId: expect.any(String) } });
  const missed = { ...terms, kind: 'SUPPLEMENT', way: 'PRICE', priceFen: 300 };
  const lines = [{ personId: diner!.id }];
  const seen = await bench.school<{ agreed: object }>('artificial_chopping', 'preview', { ...missed, lines });
  const made = await bench.school('artificial_chopping', 'create', { ...missed, lines, ...seen.data.agreed });
  expect(made).toMatchObject({ errorcode: 0 });
  const trade = async () =>
    bench.app.services.pool.query<{ meal_period_id: number }>(
      `select meal_period_id from trade where organization_id = $1 and person_id = $2 and kind = 'SUPPLEMENT'`,
      [bench.organizationId, diner!.id],
    );
  const { rows } = await until(trade, (found) => found.rows.length > 0);
  expect(rows).toEqual([{ meal_period_id: 0 }]);
});

test('人均 and 日均 are rounded, wherever they stand', async () => {
  const [, , , , , , diner] = bench.diners;
  await bench.pay(diner!.id, 50_000);
  const noon = bench.app.clock.now();
  // Nobody else eats in the month after.
  const month = addDays(`${bench.today.slice(0, 7)}-28`, 7).slice(0, 7);
  for (const [i, fen] of [667, 667, 666].entries()) {
    bench.app.clock.set(Date.parse(`${month}-0${i + 5}T12:00:00+08:00`));
    await bench.eat(diner!, fen);
  }
  const rows = async (page: string) => {
    const search = { businessDate: [`${month}-01`, `${month}-28`] };
    return (await bench.school<{ rows: Record<string, number>[] }>(page, 'query', { search })).data.rows;
  };
  expect(await rows('department_consume_summary')).toMatchObject([{ heads: 3, netFen: 2_000, perHeadFen: 667 }]);
  expect(await rows('restaurant/monthly_data')).toMatchObject([{ heads: 3, netFen: 2_000, perHeadFen: 667 }]);
  expect(await rows('equipment_monthly_data')).toMatchObject([{ days: 3, netFen: 2_000, perDayFen: 667 }]);
  bench.app.clock.set(noon);
});

test('no money rule is broken', async () => {
  expect(await bench.breaks()).toEqual([]);
});
