/** Portions of dishes: planned, ordered and sold, from orders and from tills; what was given back is sold no more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyPage } from '../../../kit/define/page.ts';
import { turnUnit } from '../../ordering/public.server.ts';
import { type OrderingBench, orderingBench } from '../../ordering/testing.ts';
import foodMenuSummary from './pages/food_menu_summary.page.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 240_000);
afterAll(() => b?.app.stop());

interface Row extends Record<string, unknown> {
  id: number;
  dishName: string;
}
interface Listed {
  rows: Row[];
  sums: Record<string, number>;
  check: { ok: boolean; text: string };
}
const ask = async (page: string, search: Record<string, unknown>) => {
  const answer = await b.school<Listed>(page, 'query', { page: 1, size: 100, search });
  expect([page, answer.errorcode, answer.errormsg]).toEqual([page, 0, '']);
  return answer.data;
};
const lunch = (more: Record<string, unknown> = {}) =>
  ask('food_menu_summary', { menuDate: [b.day, b.day], mealPeriodId: [b.lunchId], ...more });
const figures = async (at: number, ...keys: string[]) => {
  const { rows } = await lunch();
  const row = rows.find(({ id }) => id === b.dishes[at]!.id)!;
  return keys.map((key) => row[key]);
};
const line = (at: number, qty = 1) => ({ menuItemId: b.dishes[at]!.id, qty });
const price = (at: number) => b.dishes[at]!.priceFen;
let next = 0;
const payer = async () => {
  const diner = b.diners[next++]!;
  await b.drain(diner.id);
  await b.pay(diner.id, 20_000);
  return diner;
};
/** Dishes sold at the window of the menu's restaurant; `at` beyond the menu is a dish nobody planned. */
async function sell(lines: readonly { at: number; quantity: number }[]) {
  const { rows } = await b.app.services.pool.query<{ id: number; dishId: number }>(
    'select id, dish_id as "dishId" from food_menu_item where organization_id = $1 and id = any($2::bigint[])',
    [b.organizationId, b.dishes.map(({ id }) => id)],
  );
  return b.eat(await payer(), 0, {
    mode: 'DISH',
    dishes: lines.map(({ at, quantity }) => {
      const dish = b.dishes[at];
      return dish
        ? {
            dishId: rows.find(({ id }) => id === dish.id)!.dishId,
            name: dish.name,
            quantity,
            unitPriceFen: dish.priceFen,
          }
        : { name: '临时加菜', quantity, unitPriceFen: 500 };
    }),
  });
}

test('ordered portions wait, are sold when they are handed out, and are not when the order is given back', async () => {
  const before = await figures(0, 'orderedQty', 'soldQty', 'cancelledQty');
  const one = await b.placed((await payer()).id, { lines: [line(0, 2), line(1)] });
  const two = await b.placed((await payer()).id, { lines: [line(0)] });
  const three = await b.placed((await payer()).id, { lines: [line(0, 4)] });
  expect(await b.cancel(three)).toBeUndefined();
  expect([before, await figures(0, 'orderedQty', 'soldQty', 'cancelledQty')]).toEqual([
    [0, 0, 0],
    [3, 0, 4],
  ]);
  b.atNoon();
  for (const order of [one, two]) expect(await b.take(order)).toMatchObject({ status: 'EATEN' });
  expect(await figures(0, 'orderedQty', 'pickedQty', 'soldQty', 'amountFen')).toEqual([3, 3, 3, 3 * price(0)]);
  expect((await lunch()).check).toMatchObject({ ok: true });
  expect(await b.refund(two)).toBeUndefined();
  expect(await figures(0, 'orderedQty', 'soldQty', 'cancelledQty', 'amountFen')).toEqual([2, 2, 5, 2 * price(0)]);
  expect((await lunch()).check).toMatchObject({ ok: true });
});

test('what a till sold by dish counts for its menu; parts taken back are spread to the fen, a whole trade is sold no more', async () => {
  const [planned] = (await figures(2, 'planQty')) as [number];
  await sell([{ at: 2, quantity: 2 }]);
  const part = await sell([
    { at: 2, quantity: 1 },
    { at: 3, quantity: 1 },
  ]);
  const gone = await sell([{ at: 2, quantity: 1 }]);
  const back = async (id: number, amountFen: number | null) =>
    expect(await b.school('consume', 'reverse', { id, amountFen, reason: '退还' })).toMatchObject({ errorcode: 0 });
  await back(part.postingId, 101);
  await back(gone.postingId, null);
  const [windowQty, restQty, fen] = await figures(2, 'windowQty', 'restQty', 'windowFen');
  expect([windowQty, restQty]).toEqual([3, planned - 3]);
  const [other] = await figures(3, 'windowFen');
  expect((fen as number) + (other as number)).toBe(3 * price(2) + price(3) - 101);
  expect((await lunch()).check).toMatchObject({ ok: true });
  const { rows, sums } = await ask('food_menu_summary/sold', {
    menuItemId: b.dishes[2]!.id,
    menuDate: [b.day, b.day],
  });
  expect([rows.length, sums.qty, sums.netFen]).toEqual([3, 3, fen]);
});

test('more sold than planned is told as such, and nothing is left', async () => {
  const [planned] = (await figures(4, 'planQty')) as [number];
  await b.app.services.pool.query('update food_menu_item set plan_qty = 1 where organization_id = $1 and id = $2', [
    b.organizationId,
    b.dishes[4]!.id,
  ]);
  expect(planned).toBeGreaterThan(1);
  await sell([{ at: 4, quantity: 3 }]);
  expect(await figures(4, 'planQty', 'soldQty', 'overQty', 'restQty', 'restRate')).toEqual([1, 3, 2, 0, 0]);
});

test('a dish that is on no menu is told of, and counts in no row', async () => {
  const before = (await lunch()).sums;
  await sell([{ at: 99, quantity: 2 }]);
  const { sums, check } = await lunch();
  expect([sums, check.ok]).toEqual([before, true]);
  const { data } = await b.school<{ text: string }>('food_menu_summary', 'notice', {
    search: { menuDate: [b.day, b.day] },
  });
  expect(data.text).toContain('2 份未排在已发布菜谱上');
});

test('what is left when the meal is over is waste, in grams of the recipe and in what it cost; what is not known is said, never zero', async () => {
  const { pool } = b.app.services;
  const ids = b.dishes.map(({ id }) => id);
  const unit = [b.organizationId, ids];
  const wasted = async () => {
    const { rows, sums } = await lunch();
    const of = (at: number) => rows.find(({ id }) => id === ids[at])!;
    const { data } = await b.school<{ text: string } | null>('food_menu_summary', 'notice', {
      search: { menuDate: [b.day, b.day] },
    });
    return { of, sums, words: data?.text ?? '' };
  };
  // Before it is over nobody knows.
  expect((await wasted()).of(2)).toMatchObject({ wasteGrams: null, wasteFen: null, wasteUnknown: 0 });
  const { rows: kept } = await pool.query<{ id: number; grams: number; fen: number; unpriced: number }>(
    `select id, cost_fen as fen, unpriced, (select sum((l ->> 'net')::float8) from jsonb_array_elements(recipe) l) as grams
     from food_menu_item where organization_id = $1 and id = any($2::bigint[])`,
    unit,
  );
  const { grams, fen, unpriced } = kept.find(({ id }) => id === ids[2])!;
  expect([grams > 0, fen > 0, unpriced]).toEqual([true, true, 0]);
  const close = (to: string) =>
    pool.query('update food_menu set status = $3 where organization_id = $1 and menu_date = $2', [
      b.organizationId,
      b.day,
      to,
    ]);
  const set = (at: number, values: string) =>
    pool.query(`update food_menu_item set ${values} where organization_id = $1 and id = $2`, [
      b.organizationId,
      ids[at],
    ]);
  await close('CLOSED');
  await set(1, 'unpriced = 1');
  await set(3, `recipe = '[]', cost_fen = 0`);
  await set(5, 'plan_qty = 0');
  const { of, sums, words } = await wasted();
  const left = of(2).restQty as number;
  expect(of(2)).toMatchObject({ wasteGrams: Math.round(left * grams), wasteFen: left * fen, wasteUnknown: 0 });
  expect(of(4)).toMatchObject({ restQty: 0, wasteGrams: 0, wasteFen: 0, wasteUnknown: 0 });
  expect(of(1)).toMatchObject({ wasteGrams: expect.any(Number), wasteFen: null, wasteUnknown: 1 });
  expect(of(3)).toMatchObject({ wasteGrams: null, wasteFen: null, wasteUnknown: 1 });
  expect(of(5)).toMatchObject({ restQty: 0, wasteGrams: null, wasteFen: null, wasteUnknown: 1 });
  // A total under the column would count what is not known as nothing.
  expect(Object.keys(sums).filter((key) => key.startsWith('waste'))).toEqual([]);
  expect(words).toMatch(/已过的日子浪费 [1-9][\d.]* 千克、[1-9][\d,.]* 元，另有 [1-9]\d* 道次未知，不在其中。$/);
  // The same beside the forecast of the meal, on the week, on the kitchen's sheet and of portions ordered.
  const listed = (await lunch()).rows;
  const sum = (key: 'wasteGrams' | 'wasteFen') =>
    listed.reduce((total, row) => total + ((row[key] as number | null) ?? 0), 0);
  await pool.query(
    `insert into meal_settlement (organization_id, id, dining_date, meal_period_id, state, closed_at, reported_count)
     values ($1, 1, $2, $3, 'SETTLED', now(), 0) on conflict do nothing`,
    [b.organizationId, b.day, b.lunchId],
  );
  const days = { diningDate: [b.day, b.day], mealPeriodId: [b.lunchId] };
  const daily = await b.school<{ rows: Record<string, unknown>[] }>('daily_report_meal_summary', 'query', {
    search: { ...days, restaurantId: [b.restaurantId] },
  });
  expect(daily.data.rows[0]).toMatchObject({
    wasteGrams: sum('wasteGrams'),
    wasteFen: sum('wasteFen'),
    wasteNote: expect.stringMatching(/^[1-9]\d* 道未知/),
  });
  const week = await b.school<{ wasted: { text: string }[]; wastedWords: string }>('food_menu_v2', 'week', {
    date: b.day,
  });
  expect(week.data.wastedWords).toMatch(/^已过 [1-9]\d* 餐浪费 .+ 元，另有/);
  const ordered = await b.school<{ text: string }>('order_food_quantum', 'notice', { search: days });
  expect(ordered.data.text).toMatch(/已过的餐次连同窗口浪费 [\d.]+ 千克/);
  // The kitchen made fewer than it had planned, and says so.
  const planned = of(2).planQty as number;
  expect(await b.school('food_menu_summary', 'made', { id: ids[2], madeQty: planned - 1 })).toMatchObject({
    errorcode: 0,
  });
  expect((await wasted()).of(2)).toMatchObject({ restQty: left, madeQty: planned - 1, wasteFen: (left - 1) * fen });
  expect(await b.school('food_menu_summary', 'made', { id: ids[2] })).toMatchObject({ errorcode: 0 });
  expect((await wasted()).of(2)).toMatchObject({ madeQty: null, wasteFen: left * fen });
  // Somebody paid for the meal alone: nobody knows what of, only that nobody had two.
  await b.eat(await payer(), 800);
  const after = await wasted();
  const { rows: ate } = await pool.query<{ heads: number }>(
    `select sum(heads)::int as heads from consumed_by_place where organization_id = $1 and business_date = $2
       and meal_period_id = $3 and restaurant_id = $4`,
    [b.organizationId, b.day, b.lunchId, b.restaurantId],
  );
  const most = planned - ate[0]!.heads;
  expect(most).toBeGreaterThan(0);
  expect(after.of(2)).toMatchObject({ wasteFen: most * fen, wasteLeast: 1, wasteNote: '至少', wasteUnknown: 0 });
  expect(after.of(2).wasteFen).toBeLessThan(left * fen);
  expect(after.words).toMatch(/已过的日子浪费 至少 [\d.]+ 千克/);
  await close('PUBLISHED');
});

const menuOf = async (itemId: number) => {
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select menu_id as id from food_menu_item where organization_id = $1 and id = $2',
    [b.organizationId, itemId],
  );
  return rows[0]!.id;
};

test('selling stops and goes on from here, of a published menu alone', async () => {
  const id = b.dishes[5]!.id;
  const status = async () => (await figures(5, 'status'))[0];
  // What was ordered of it is told before: stopped it is given back, sold out it stays.
  const told = async (at: string) => {
    const asked = { action: 'stop', id, status: at };
    return (await b.school<{ lines: [string, string][] }>('food_menu_summary', 'outcome', asked)).data.lines;
  };
  expect(await told('STOPPED')).toEqual([['未取的订单', '没有']]);
  const wanted = b.wanted((await payer()).id, { lines: [line(5, 2)] });
  const order = (await b.order(wanted, { lateReason: '补订' })) as Awaited<ReturnType<typeof b.placed>>;
  expect(order).toMatchObject({ status: 'PAID' });
  const known = `1 单 2 份，共 ${((2 * price(5)) / 100).toFixed(2)} 元`;
  expect(await told('STOPPED')).toEqual([
    ['未取的订单', known],
    ['这些订单', expect.stringContaining('退掉这道菜')],
  ]);
  expect(await told('SOLD_OUT')).toEqual([
    ['未取的订单', known],
    ['这些订单', expect.stringContaining('照常取餐')],
  ]);
  // The same wherever a dish is taken off: on the list of a meal, in the week.
  const inList = await b.school('food_menu/item', 'outcome', {
    action: 'stop',
    id,
    menuId: await menuOf(id),
    status: 'STOPPED',
  });
  expect(inList).toMatchObject({ errorcode: 0, data: { lines: await told('STOPPED') } });
  const inWeek = await b.school('food_menu_v2', 'stopLook', { id, status: 'SOLD_OUT' });
  expect(inWeek).toMatchObject({ errorcode: 0, data: { lines: await told('SOLD_OUT') } });
  await b.cancel(order);
  expect(await b.school('food_menu_summary', 'stop', { id, status: 'SOLD_OUT' })).toMatchObject({ errorcode: 0 });
  expect(await status()).toBe('SOLD_OUT');
  expect(await b.school('food_menu_summary', 'resume', { id })).toMatchObject({ errorcode: 0 });
  expect(await status()).toBe('ON');
});

test('dishes of both sources add up to the books, also those no menu names; what is not costed has no margin', async () => {
  const token = await b.app.login('contractor');
  const search = { menuDate: [b.day, b.day], organizationId: [b.organizationId] };
  const { body } = await b.app.post(
    '/admin/contractor/report_form/food_menu_sales_summary',
    'query',
    { page: 1, size: 100, search },
    token,
  );
  const { rows, sums, check } = body.data as unknown as Listed;
  expect(check).toMatchObject({ ok: true });
  const off = rows.find((row) => row.dishName === '临时加菜')!;
  expect(off).toMatchObject({ qty: 2, amountFen: 1_000, typeName: null, uncosted: 2, margin: null });
  const menus = (await lunch()).sums;
  expect([sums.qty, sums.amountFen]).toEqual([menus.soldQty! + 2, menus.amountFen! + 1_000]);
  const twice = rows.find((row) => row.dishName === b.dishes[0]!.name)!;
  expect(twice).toMatchObject({ pickedQty: 2, windowQty: 0, returnedQty: 1, uncosted: 0 });
  expect(twice.margin).toBe(
    Math.round((((twice.amountFen as number) - (twice.costFen as number)) * 10_000) / (twice.amountFen as number)),
  );
});

test('every figure of a dish opens the lines that add up to it', async () => {
  const { rows } = await lunch();
  const page = anyPage(foodMenuSummary);
  for (const row of rows) {
    for (const [key, figure] of [
      ['orderedQty', 'qty'],
      ['pickedQty', 'qty'],
      ['pickedFen', 'amountFen'],
      ['cancelledQty', 'qty'],
      ['windowQty', 'qty'],
      ['windowFen', 'netFen'],
    ] as const) {
      const drill = page.report!.drill!.columns?.[key] ?? page.report!.drill!;
      const target = String(drill.path).replace('/admin/organization/', '');
      const { sums } = await ask(target, drill.search(row, {}));
      expect([row.dishName, key, sums[figure]]).toEqual([row.dishName, key, row[key]]);
    }
  }
});

test('before a menu is withdrawn its orders are told, and the reason stands on each that is taken back', async () => {
  b.app.clock.set(Date.parse(`${b.today}T12:00:00+08:00`));
  await b.app.services.pool.query('update meal_order set once = false where organization_id = $1', [b.organizationId]);
  const order = await b.placed((await payer()).id, { lines: [line(1, 2)] });
  const { rows } = await b.app.services.pool.query<{ id: number; live: number; fen: number }>(
    `select m.id, count(o.id)::int as live, sum(o.amount_fen)::bigint as fen from food_menu m
     join meal_order o on o.organization_id = m.organization_id and o.menu_id = m.id
     where o.organization_id = $1 and o.dining_date = $2 and o.status in ('PAID', 'ACCEPTED', 'READY') group by m.id`,
    [b.organizationId, b.day],
  );
  const { id, live, fen } = rows[0]!;
  const told = await b.school('food_menu_v2', 'withdrawLook', { ids: [id] });
  expect(told.data).toMatchObject({ orders: live, heldFen: fen, laterFen: 0 });
  const asked = await b.school<{ lines: [string, string][] }>('food_menu', 'outcome', {
    action: 'withdraw',
    ids: [id],
  });
  expect(asked.data.lines[0]).toEqual(['将取消的订单', expect.stringContaining(`${live} 单`)]);
  expect(await b.school('food_menu', 'withdraw', { id, reason: '食材未到' })).toMatchObject({ errorcode: 0 });
  await turnUnit(b.app.services, b.organizationId);
  expect(await b.read(order)).toMatchObject({ status: 'CANCELLED', note: '厨房撤回了菜谱：食材未到' });
});
