/** What a requirement stands on, for which places it is run, and who may order at which price and up to what. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headcount } from '../../headcount/domain.ts';
import { menu } from '../../menu/domain.ts';
import { colleague, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import prices from '../prices/pages/supply_price.server.ts';
import suppliers from '../suppliers/pages/supplier.server.ts';
import { plantDish, plantRow } from '../testing.ts';
import { approveTyped } from './approve-typed.ts';
import settings from './pages/purchase_setting.server.ts';
import lines from './pages/supermarket_daily_purchase.server.ts';
import orders from './pages/supply_order.server.ts';

const page = '/admin/contractor/supermarket/supermarket_daily_purchase';
const day = '2026-11-21';
let stock: StockBench;
let buyer: Caller;
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, lines, orders, settings].flat(), [menu, headcount, purchase]);
  await stock.house('中心仓');
  await stock.house('一中仓', { siteId: units.organization });
  buyer = colleague(stock.bench, stock.keeper, {
    accountId: 77_101,
    name: '小采',
    grants: new Set(['query', 'order', 'change', 'run'].map((verb) => `${page}#${verb}`)),
  });
});
afterAll(() => stock?.bench.database.drop());

interface Line {
  id: number;
  need: string;
  buy: string;
  supplierId: number | null;
  priceState: string | null;
  amountFen: number;
  late: boolean;
  status: string;
  orderId: number | null;
}
const run = (on = day, more = {}) => stock.keeper.call<unknown>(page, 'run', { day: on, buffer: 0, ...more });
const linesOf = async (goodsId: number, on = day) =>
  (await stock.keeper.call<{ rows: Line[] }>(page, 'query', { size: 50, search: { goodsId, purchaseDate: [on, on] } }))
    .rows;
const drillOf = async (lineId: number) =>
  (
    await stock.keeper.call<{ rows: { dishName: string; portions: number; source: string }[] }>(
      `${page}/need`,
      'query',
      {
        search: { lineId },
      },
    )
  ).rows;
const supplierOf = async (name: string) =>
  (await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', { name, licenceEnd: '2027-12-31' })).id;
const price = (supplierId: number, goodsId: number, more = {}) =>
  stock.keeper.call<{ id: number }>(`${erp}/supply_price`, 'create', {
    supplierId,
    goodsId,
    fromDate: '2026-11-20',
    toDate: '2026-12-31',
    priceFen: 2,
    minQty: 0,
    leadDays: 0,
    ...more,
  });
/** What the form of goods asks, as it stands. */
const cardOf = async (id: number) => {
  const { version, name, category, baseUnit, tracked, stored, supply } = await stock.keeper.call<
    Record<string, unknown>
  >(`${erp}/goods`, 'get', { id });
  return { id, version, name, category, baseUnit, tracked, stored, supply };
};
const change = (id: number, more: Record<string, unknown>, by = stock.keeper) =>
  refusedBy(by.call(page, 'change', { id, qty: 100, supplierId: null, priceFen: null, reason: '试', ...more }));

describe('a meal that nobody planned', () => {
  const foretell = (
    table: 'meal_forecast' | 'meal_forecast_place',
    on: string,
    mealPeriodId: number,
    more: Record<string, unknown>,
  ) =>
    plantRow(stock, table, {
      organization_id: units.organization,
      dining_date: on,
      meal_period_id: mealPeriodId,
      made_at: `${day}T00:00:00Z`,
      frozen: false,
      ...more,
    });

  test('is bought for by what is foretold of its restaurant and the dish’s share of lately, beside the dishes that are planned', async () => {
    const on = '2026-11-25';
    const [noodle, bean] = [await stock.goods('拉面'), await stock.goods('红豆')];
    // A week before, half of those who came took the noodles.
    const { dishId, mealPeriodId, restaurantId } = await plantDish(stock, '2026-11-18', {
      name: '拉面',
      goodsId: noodle,
      grams: 100,
      planQty: 100,
    });
    await plantDish(stock, '2026-11-18', { name: '红豆', goodsId: bean, grams: 100, planQty: 200 });
    const planned = await plantDish(stock, on, { name: '豆沙', goodsId: bean, grams: 100, planQty: 30 });
    const { pool } = stock.bench.database;
    await pool.query(
      `insert into food_menu_item (organization_id, id, menu_id, restaurant_id, menu_date, meal_period_id, dish_id, dish_version_id, sort, plan_qty)
       select i.organization_id, i.id + 1000000, m.id, i.restaurant_id, $2::date, i.meal_period_id, i.dish_id, i.dish_version_id, 9, 0
       from food_menu_item i join food_menu m on m.organization_id = i.organization_id and m.menu_date = $2::date
       where i.dish_id = $1 and i.menu_date = '2026-11-18'`,
      [dishId, on],
    );
    await run(on);
    // Nothing is foretold: nothing is bought for the dish without a plan.
    expect(await linesOf(noodle, on)).toEqual([]);
    await foretell('meal_forecast_place', on, mealPeriodId, {
      restaurant_id: restaurantId,
      portions: 240,
      told: 'SHARE',
    });
    await run(on);
    const [line] = await linesOf(noodle, on);
    // 240 × ½ = 120 portions of 131.25 g.
    expect(line).toMatchObject({ need: '15.75 千克' });
    expect(await drillOf(line!.id)).toMatchObject([{ dishName: '拉面菜', portions: 120, source: 'FORECAST' }]);
    const [other] = await linesOf(bean, on);
    expect(await drillOf(other!.id)).toMatchObject([{ portions: 30, source: 'PLAN' }]);
    expect(planned.dishId).not.toBe(dishId);
  });

  test('of a unit foretold as one, by its restaurant’s part of those who ate lately', async () => {
    const on = '2026-11-26';
    const corn = await stock.goods('玉米面');
    const { mealPeriodId, restaurantId } = await plantDish(stock, on, {
      name: '玉米面',
      goodsId: corn,
      grams: 100,
      planQty: 0,
    });
    await foretell('meal_forecast', on, mealPeriodId, { id: 1, reported: 0, portions: 90, told: 'HABIT', guests: 10 });
    for (const [place, heads] of [
      [restaurantId, 30],
      [restaurantId + 5_000, 10],
    ] as const)
      await plantRow(stock, 'rollup_consume_place', {
        organization_id: units.organization,
        business_date: '2026-11-19',
        meal_period_id: mealPeriodId,
        restaurant_id: place,
        heads,
        restaurant_heads: heads,
        consume_count: heads,
        first_at: `${day}T00:00:00Z`,
        last_at: `${day}T00:00:00Z`,
      });
    await run(on);
    const [line] = await linesOf(corn, on);
    // Three quarters of a hundred; nobody knows the dish: it is everybody's.
    expect(await drillOf(line!.id)).toMatchObject([{ portions: 75, source: 'FORECAST' }]);
  });

  test('but that people asked for is bought for them: every dish is everybody’s, as on the kitchen’s sheet', async () => {
    const on = '2026-11-27';
    const rice = await stock.goods('糯米');
    const { mealPeriodId, restaurantId } = await plantDish(stock, on, {
      name: '糯米',
      goodsId: rice,
      grams: 100,
      planQty: 0,
    });
    const department = await stock.bench.services.ids.next();
    await plantRow(stock, 'department', {
      organization_id: units.organization,
      id: department,
      above: [],
      name: '二班',
      created_at: `${day}T00:00:00Z`,
      updated_at: `${day}T00:00:00Z`,
    });
    await plantRow(stock, 'meal_count', {
      organization_id: units.organization,
      id: await stock.bench.services.ids.next(),
      dining_date: on,
      meal_period_id: mealPeriodId,
      restaurant_id: restaurantId,
      department_id: department,
      portions: 40,
      status: 'REPORTED',
      reported_at: `${day}T00:00:00Z`,
      reported_name: '班主任',
    });
    await run(on);
    const [line] = await linesOf(rice, on);
    expect(await drillOf(line!.id)).toMatchObject([{ portions: 40, source: 'ASKED' }]);
  });
});

test('run for some places, the needs of the others stand as they were; what it did is told', async () => {
  const on = '2026-11-28';
  const oats = await stock.goods('燕麦片');
  await plantDish(stock, on, { name: '燕麦片', goodsId: oats, grams: 100, planQty: 100 });
  expect(await run(on)).toMatchObject({ told: { text: expect.stringMatching(/2026-11-28 的需求：新增 \d+ 行/) } });
  const { pool } = stock.bench.database;
  // Another place of the caterer's asks for the same goods.
  await pool.query(
    `insert into meal_need (contractor_id, purchase_date, goods_id, id, site_id, meal_period_id, source, qty, dish_ids, portions, amounts)
     select contractor_id, purchase_date, goods_id, id + 500, $2, meal_period_id, source, 1000, dish_ids, portions, amounts
     from meal_need where purchase_date = $1 and goods_id = $3`,
    [on, units.otherOrganization, oats],
  );
  await pool.query(`update food_menu_item set plan_qty = 200 where menu_date = $1`, [on]);
  await run(on, { siteIds: [units.organization] });
  // 26.25 kg of the place that was run anew, and the kilogram of the other.
  expect(await linesOf(oats, on)).toMatchObject([{ need: '27.25 千克' }]);
  await run(on);
  expect(await linesOf(oats, on)).toMatchObject([{ need: '26.25 千克' }]);
  // A unit it does not cook for is not there to be chosen.
  expect(await refusedBy(run(on, { siteIds: [999_999] }))).toMatchObject({ code: 'INVALID_FIELDS' });
});

describe('a price that was typed', () => {
  test('waits for another than who typed it; then it is ordered at that price', async () => {
    const fish = await stock.goods('鲈鱼', { minStock: 1_000 });
    const seller = await supplierOf('鱼行');
    await price(seller, fish);
    await run();
    const [line] = await linesOf(fish);
    // The list's own price is no typed one.
    await change(line!.id, { priceFen: 2 });
    expect(await linesOf(fish)).toMatchObject([{ priceState: null }]);
    await change(line!.id, { qty: 1_000, priceFen: 3, reason: '临时涨价' });
    expect(await linesOf(fish)).toMatchObject([{ priceState: 'WAIT', amountFen: 3_000 }]);
    expect(await refusedBy(stock.keeper.call(page, 'order', { id: line!.id }))).toMatchObject({
      code: 'PRICE_WAITS',
      params: { price: '0.03', name: stock.keeper.session.name },
    });
    expect(await refusedBy(stock.keeper.call(page, 'approvePrice', { id: line!.id }))).toMatchObject({
      code: 'NOT_NOW',
      params: { why: expect.stringContaining('须由另一人批准') },
    });
    // Past what the page shows as well.
    const asked = { ids: [line!.id], rows: [{ id: line!.id, goodsName: '鲈鱼', purchaseDate: day }], values: {} };
    expect(await approveTyped(stock.keeper.ctx(page), asked as never)).toMatchObject({ code: 'PRICE_TYPED_SAME' });
    await stock.other.call(page, 'approvePrice', { id: line!.id });
    expect(await refusedBy(stock.other.call(page, 'approvePrice', { id: line!.id }))).toMatchObject({
      code: 'BAD_STATE',
    });
    // Another quantity is not another price.
    await change(line!.id, { qty: 900 });
    expect(await linesOf(fish)).toMatchObject([{ priceState: 'OK' }]);
    await run();
    expect(await linesOf(fish)).toMatchObject([{ priceState: 'OK', amountFen: 2_700 }]);
    const told = await stock.keeper.call<{ told: { text: string; open: { label: string; path: string }[] } }>(
      page,
      'order',
      { id: line!.id },
    );
    const [ordered] = await linesOf(fish);
    expect(told).toMatchObject({
      told: {
        text: '已生成 1 张采购单',
        open: [{ label: `CG${ordered!.orderId}`, path: `${erp}/supply_order/record?id=${ordered!.orderId}` }],
      },
    });
  });

  test('makes up for a list that has none, of a supplier who is named', async () => {
    const crab = await stock.goods('河蟹', { minStock: 500 });
    await run();
    const [line] = await linesOf(crab);
    expect(line).toMatchObject({ supplierId: null });
    expect(await change(line!.id, { priceFen: 9 })).toMatchObject({
      code: 'SUPPLIER_NONE',
      fields: { supplierId: '手填单价须选供应商' },
    });
    const seller = await supplierOf('蟹行');
    expect(await change(line!.id, { supplierId: seller })).toMatchObject({ code: 'SUPPLIER_NONE' });
    await change(line!.id, { supplierId: seller, priceFen: 9, qty: 500 });
    expect(await linesOf(crab)).toMatchObject([{ supplierId: seller, priceState: 'WAIT', amountFen: 4_500 }]);
  });

  test('a list that ended since the run is no list: the line is not ordered at its old price', async () => {
    const duck = await stock.goods('鸭胗', { minStock: 500 });
    const { id } = await price(await supplierOf('鸭行'), duck);
    const on = '2026-11-30';
    await run(on);
    await stock.bench.database.pool.query(`update supply_price set to_date = '2026-11-29' where id = $1`, [id]);
    const [line] = await linesOf(duck, on);
    expect(await refusedBy(stock.keeper.call(page, 'order', { id: line!.id }))).toMatchObject({
      code: 'PRICE_MOVED',
      params: { now: '没有这一天的价格' },
    });
  });

  test('whoever can still bring it is not late any more', async () => {
    const leek = await stock.goods('韭黄', { minStock: 500 });
    await price(await supplierOf('慢菜行'), leek, { leadDays: 5, preferred: true });
    const quick = await supplierOf('快菜行');
    await price(quick, leek, { priceFen: 3 });
    await run();
    const [line] = await linesOf(leek);
    expect(line).toMatchObject({ late: true });
    await change(line!.id, { supplierId: quick, qty: 500 });
    expect(await linesOf(leek)).toMatchObject([{ late: false, supplierId: quick, priceState: null }]);
  });
});

test('goods say what is on order of them, and stay in use until it has come', async () => {
  const rye = await stock.goods('黑麦', { minStock: 2_000 });
  await price(await supplierOf('黑麦行'), rye);
  await run();
  const [line] = await linesOf(rye);
  await stock.keeper.call(page, 'order', { id: line!.id });
  const { orderId } = (await linesOf(rye))[0]!;
  const { rows } = await stock.keeper.call<{ rows: object[] }>(`${erp}/goods`, 'query', {
    search: { keyword: '黑麦' },
  });
  expect(rows).toMatchObject([{ onOrder: '2 千克', onHand: '0 千克' }]);
  expect(await refusedBy(stock.keeper.call(`${erp}/goods`, 'disable', { id: rye }))).toMatchObject({
    code: 'GOODS_IN_STOCK',
    params: { where: `CG${orderId}` },
  });
  await stock.keeper.call(page, 'close', { id: line!.id, reason: '不买了' });
  expect(await stock.keeper.call(`${erp}/goods`, 'disable', { id: rye })).toBeNull();
});

describe('a supplier’s daily cut-off', () => {
  const at = (time: string) => stock.bench.clock.set(Date.parse(`2026-11-20T${time}+08:00`));
  let before: number;
  beforeAll(() => {
    before = stock.bench.clock.now();
  });
  afterEach(() => void stock.bench.clock.set(before));

  test('ordered after it, it comes a day later; the line says so by itself, and who still can', async () => {
    const tofu = await stock.goods('老豆腐', { minStock: 500 });
    const early = await supplierOf('早截单豆坊');
    const card = await stock.keeper.call<Record<string, unknown>>(`${erp}/supplier`, 'get', { id: early });
    const { version, name, licenceEnd } = card;
    await stock.keeper.call(`${erp}/supplier`, 'update', { id: early, version, name, licenceEnd, orderUntil: '15:30' });
    await price(early, tofu, { leadDays: 1, preferred: true });
    await price(await supplierOf('晚截单豆坊'), tofu, { leadDays: 1, priceFen: 3 });
    at('15:29:59');
    await run();
    const [line] = await linesOf(tofu);
    expect(line).toMatchObject({ late: false, instead: null });
    at('15:30:00');
    expect(await linesOf(tofu)).toMatchObject([{ late: true, instead: '晚截单豆坊 0.03 / 克' }]);
    const { total } = await stock.keeper.call<{ total: number }>(page, 'query', {
      size: 1,
      search: { goodsId: tofu, late: true, purchaseDate: [day, day] },
    });
    expect(total).toBe(1);
    // Run now, or set by hand, it is known as well; another supplier is in time.
    await run('2026-11-22');
    expect(await linesOf(tofu, '2026-11-22')).toMatchObject([{ late: false }]);
    await change(line!.id, { qty: 600 });
    expect(await linesOf(tofu)).toMatchObject([{ late: true }]);
  });
});

describe('a buyer’s limit', () => {
  const setting = `${erp}/purchase_setting`;
  const ordering = `${erp}/supply_order`;
  const limit = (orderLimitFen: number | null) => stock.keeper.call(setting, 'update', { orderLimitFen });
  afterEach(() => limit(null));
  /** Two goods of a supplier of their own, 20.00 each, on the lines of a run. */
  const twoLines = async (supplierName: string, names: readonly [string, string]) => {
    const seller = await supplierOf(supplierName);
    const goods = [await stock.goods(names[0], { minStock: 1_000 }), await stock.goods(names[1], { minStock: 1_000 })];
    for (const id of goods) await price(seller, id);
    await run();
    const ids = (await Promise.all(goods.map((id) => linesOf(id)))).map(([line]) => line!.id);
    return { seller, goods, ids };
  };
  const ordersOf = async (supplierId: number) =>
    (
      await stock.keeper.call<{ rows: { id: number; status: string; makerName: string; checkerName: string }[] }>(
        ordering,
        'query',
        { search: { supplierId, createdAt: null }, sort: 'createdAt' },
      )
    ).rows;

  test('is over what a supplier brings on a day, whoever ordered before; beyond it the order waits for another', async () => {
    const { seller, goods, ids } = await twoLines('大宗粮行', ['面粉', '大米']);
    expect(await stock.keeper.call(setting, 'get')).toMatchObject({ orderLimitFen: null });
    await limit(3_000);
    expect(await stock.keeper.call(setting, 'get')).toMatchObject({ orderLimitFen: 3_000 });
    await buyer.call(page, 'order', { ids: [ids[0]!] });
    // Taken apart it is still one.
    expect(await buyer.call(page, 'order', { ids: [ids[1]!] })).toMatchObject({
      told: { text: '已生成 1 张采购单，其中 1 张超过采购员限额，由另一人批准以后才算下单' },
    });
    expect(await linesOf(goods[1]!)).toMatchObject([{ status: 'WAITING' }]);
    const waiting = (await ordersOf(seller)).find(({ status }) => status === 'WAITING')!;
    expect(waiting).toMatchObject({ makerName: '小采' });
    // It is asked for: a requirement that is run again does not ask twice.
    await run();
    expect(await linesOf(goods[1]!)).toMatchObject([{ status: 'WAITING' }]);
    // Nobody delivers, prints or accepts it yet, and who ordered does not agree to it himself.
    for (const verb of ['link', 'print'])
      expect(await refusedBy(stock.keeper.call(ordering, verb, { id: waiting.id }))).toMatchObject({
        code: expect.stringMatching(/BAD_STATE|NOT_NOW/),
      });
    const alone = colleague(stock.bench, buyer, { accountId: 77_101, grants: 'ALL' });
    expect(await refusedBy(alone.call(ordering, 'approve', { id: waiting.id }))).toMatchObject({
      code: 'NOT_NOW',
      params: { why: expect.stringContaining('须由另一人批准下单') },
    });
    expect(await stock.other.call(ordering, 'approve', { id: waiting.id })).toBeNull();
    expect(await linesOf(goods[1]!)).toMatchObject([{ status: 'ORDERED', orderId: waiting.id }]);
    expect(await ordersOf(seller)).toMatchObject([
      { status: 'ORDERED', checkerName: '' },
      { status: 'ORDERED', checkerName: '复核员' },
    ]);
  });

  test('does not hold for who may go beyond it', async () => {
    const { goods, ids } = await twoLines('厨师长粮行', ['荞麦', '燕麦']);
    await limit(3_000);
    await stock.keeper.call(page, 'order', { ids });
    expect(await linesOf(goods[0]!)).toMatchObject([{ status: 'ORDERED' }]);
  });

  test('sent back, the lines wait for the buyer again; a run leaves one of two that ask for the same', async () => {
    const { seller, goods, ids } = await twoLines('退回粮行', ['黑米', '薏米']);
    await limit(3_000);
    await buyer.call(page, 'order', { ids });
    const [waiting] = await ordersOf(seller);
    expect(waiting).toMatchObject({ status: 'WAITING' });
    // More is needed meanwhile: what waits stays as it is, the difference is a line beside.
    await stock.keeper.call(`${erp}/goods`, 'update', { ...(await cardOf(goods[0]!)), minStock: 1_500 });
    await run();
    expect((await linesOf(goods[0]!)).map(({ status, buy }) => [status, buy]).sort()).toEqual([
      ['DRAFT', '500 克'],
      ['WAITING', '1000 克'],
    ]);
    expect(await refusedBy(stock.other.call(ordering, 'refuse', { id: waiting!.id }))).toMatchObject({
      code: 'INVALID_FIELDS',
    });
    await stock.other.call(ordering, 'refuse', { id: waiting!.id, reason: '先用库存' });
    expect(await ordersOf(seller)).toMatchObject([{ status: 'REFUSED', checkNote: '先用库存' }]);
    await run();
    expect((await linesOf(goods[0]!)).map(({ status, buy }) => [status, buy])).toEqual([['DRAFT', '1500 克']]);
    // What was sent back counts for nothing.
    await limit(4_000);
    await buyer.call(page, 'order', { ids: [ids[1]!] });
    expect(await linesOf(goods[1]!)).toMatchObject([{ status: 'ORDERED' }]);
  });

  test('whose day has passed is sent back, not agreed to', async () => {
    const { seller, ids } = await twoLines('过期粮行', ['糙米', '青稞']);
    await limit(3_000);
    await buyer.call(page, 'order', { ids });
    const [waiting] = await ordersOf(seller);
    const before = stock.bench.clock.now();
    stock.bench.clock.set(Date.parse('2026-11-22T09:00:00+08:00'));
    expect(await refusedBy(stock.other.call(ordering, 'approve', { id: waiting!.id }))).toMatchObject({
      code: 'NOT_NOW',
      params: { why: expect.stringContaining('已过') },
    });
    stock.bench.clock.set(before);
  });

  test('holds for orders that are made in the same moment', async () => {
    const { seller, ids } = await twoLines('同时粮行', ['小米', '玉米']);
    await limit(3_000);
    await Promise.all(ids.map((id) => buyer.call(page, 'order', { ids: [id] })));
    expect((await ordersOf(seller)).map(({ status }) => status).sort()).toEqual(['ORDERED', 'WAITING']);
  });
});
