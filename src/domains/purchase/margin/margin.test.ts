/** Margin has one truth: what meals earned, what they should have taken and what they took, down to the goods of the gap. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { menu } from '../../menu/domain.ts';
import { type StockBench, stockBench } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import { type PlantedDish, plantDish, plantMeal, plantRow } from '../testing.ts';
import margins from './pages/food_margin.server.ts';
import menuCost from './pages/menu_cost.server.ts';
import { soldCosts } from './theory.ts';

const page = '/admin/contractor/report_form/food_margin';
const day = '2026-11-20';
let stock: StockBench;
/** Signed in after the restaurant is served: what a session may see is known when it begins. */
let asker: Caller;
let rice: number;
let pork: number;
let site: number;
let dish: PlantedDish;
beforeAll(async () => {
  stock = await stockBench([...margins, menuCost], [menu, purchase]);
  site = await stock.house('一中仓', { siteId: units.organization });
  rice = await stock.goods('粳米');
  pork = await stock.goods('猪肉', { category: 'MEAT' });
  // Of 100 g net there are 131.25 to buy: 80 % edible, 5 % lost. Everybody has rice, every second one pork.
  dish = await plantDish(stock, day, { name: '米饭', goodsId: rice, grams: 100, planQty: 400 });
  await plantDish(stock, day, { name: '回锅肉', goodsId: pork, grams: 80, planQty: 200 });
  await stock.post('OPENING', site, [
    { goodsId: rice, typed: 60_000, amountFen: 30_000 },
    { goodsId: pork, typed: 30_000, amountFen: 90_000 },
  ]);
  asker = await stock.bench.as('CONTRACTOR', units.contractor);
  await plantMeal(stock, day, dish, { heads: 200, fen: 200_000 });
});
afterAll(() => stock?.bench.database.drop());

type Row = Record<string, unknown>;
const ask = (below = '', search: Row = {}) =>
  asker.call<{ rows: Row[]; sums: Record<string, number> }>(`${page}${below}`, 'query', {
    size: 50,
    search: { businessDate: [day, day], ...search },
  });
const issue = (lines: readonly Row[], kind = 'ISSUE', more: Row = {}) =>
  stock.post(kind, site, lines, {
    siteId: units.organization,
    diningDate: day,
    mealPeriodId: dish.mealPeriodId,
    ...more,
  });

test('a planned gap is found by the name of its goods, and every number opens what it adds up', async () => {
  // 200 of 400 planned ate: 26.25 kg of rice and 10.5 kg of pork. The kitchen takes the rice to the gram and 3 kg of pork too much.
  const taken = await issue([
    { goodsId: rice, typed: 27_000 },
    { goodsId: pork, typed: 12_500 },
  ]);
  await issue([{ goodsId: rice, typed: 750 }], 'ISSUE_RETURN', { sourceId: taken });
  await issue([{ goodsId: pork, typed: 1_000, reason: '变质' }], 'LOSS');

  const { rows } = await ask();
  // Rice at 5.00 a kilogram, pork at 30.00.
  expect(rows).toMatchObject([
    {
      groupKey: units.organization,
      revenueFen: 200_000,
      theoryFen: 13_125 + 31_500,
      plannedFen: 155_375,
      plannedRatio: 7_769,
      usedFen: 13_125 + 40_500,
      realFen: 146_375,
      gapFen: 9_000,
      unknownCount: 0,
    },
  ]);
  expect((await ask('', { group: 'day' })).rows).toMatchObject([{ groupKey: day, gapFen: 9_000 }]);

  const gap = (await ask('/goods')).rows.sort((a, b) => Number(b.gapFen) - Number(a.gapFen));
  expect(gap).toMatchObject([
    {
      goodsName: '猪肉',
      theoryWords: '10.5 千克',
      usedWords: '13.5 千克',
      gapWords: '3 千克',
      gapRatio: 2_857,
      gapFen: 9_000,
    },
    { goodsName: '粳米', issuedFen: 13_500, returnedFen: 375, gapWords: '0 千克', gapFen: 0 },
  ]);
  expect(gap[0]).toMatchObject({ issuedFen: 37_500, lossFen: 3_000, countFen: 0, usedFen: 40_500 });

  const should = await ask('/theory', { goodsId: pork });
  expect(should.rows).toMatchObject([
    {
      dishName: '回锅肉菜',
      source: 'EATEN',
      portions: 100,
      eachWords: '105 克',
      averageWords: '30.00 元/千克',
      theoryFen: 31_500,
    },
  ]);
  const did = await ask('/used', { goodsId: pork });
  expect(did.rows.map(({ kind, usedFen }) => [kind, usedFen]).sort()).toEqual([
    ['ISSUE', 37_500],
    ['LOSS', 3_000],
  ]);
  expect(did.sums.usedFen).toBe(40_500);
});

test('what central stores lose is of no unit, and of the caterer all the same', async () => {
  const central = await stock.house('中心仓');
  await stock.post('OPENING', central, [{ goodsId: pork, typed: 5_000, amountFen: 15_000 }]);
  await stock.post('LOSS', central, [{ goodsId: pork, typed: 500, reason: '化冻' }]);
  const rows = (await ask()).rows;
  expect(rows.find(({ groupKey }) => groupKey === null)).toMatchObject({ groupName: '中心仓', usedFen: 1_500 });
  expect((await ask('/goods', { central: true })).rows).toMatchObject([
    { goodsName: '猪肉', theoryFen: 0, lossFen: 1_500, gapFen: 1_500 },
  ]);
  expect((await ask('/used', { central: true })).sums.usedFen).toBe(1_500);
});

test('what is short on its way was taken by the unit it was sent to, on the day it was missed', async () => {
  const central = await stock.house('二号中心仓');
  const eel = await stock.goods('黄鳝', { category: 'AQUATIC' });
  await stock.post('OPENING', central, [{ goodsId: eel, typed: 5_000, amountFen: 15_000 }]);
  const sent = await stock.draft('TRANSFER', central, [{ goodsId: eel, typed: 4_000 }], { toStorehouseId: site });
  await stock.move('send', sent);
  await stock.move('receive', sent, { shorts: [{ lineNo: 1, shortQty: 500 }], note: '死亡' }, stock.other);
  const [found] = (await ask('/goods', { goodsId: eel, organizationId: units.organization })).rows;
  expect(found).toMatchObject({ transitFen: 1_500, lossFen: 0, usedFen: 1_500, usedWords: '500 克' });
  expect((await ask('/used', { goodsId: eel, kind: ['TRANSIT_LOSS'] })).rows).toMatchObject([
    { organizationId: units.organization, businessDate: day, usedFen: 1_500, billId: sent },
  ]);
});

test('what counts find counts, what was cooked another day does not', async () => {
  const taken = async () => (await ask('', { organizationId: units.organization })).rows[0]!.usedFen;
  const before = await taken();
  await issue([{ goodsId: rice, typed: 5_000 }], 'ISSUE', { diningDate: '2026-11-19' });
  expect(await taken()).toBe(before);
  const there = (await stock.balance(site, rice)).qty;
  const count = await stock.keeper.call<{ id: number }>('/admin/contractor/erp/stock_count', 'create', {
    storehouseId: site,
    scope: 'CATEGORY',
    category: 'GRAIN',
  });
  const at = '/admin/contractor/erp/stock_count';
  const write = async (by: StockBench['keeper']) => {
    const { lines } = await by.call<{ lines: Row[] }>(at, 'get', { id: count.id });
    await by.call(at, 'update', {
      id: count.id,
      lines: lines.map((one) => ({ ...one, counted: (there - 2_000) / 1_000 })),
    });
    await by.call(at, 'finish', { id: count.id });
  };
  await write(stock.keeper);
  await write(stock.other);
  await stock.other.call(at, 'post', { id: count.id });
  const [found] = (await ask('/goods', { goodsId: rice })).rows;
  expect(found).toMatchObject({ countFen: 1_000, gapWords: '2 千克' });
});

test('a dish sold by its name costs what the store paid, others take the rest of the diners', async () => {
  const { pool } = stock.bench.database;
  const at = `${day}T12:00:00+08:00`;
  await pool.query(
    `insert into trade_item (organization_id, id, kind, trade_id, line_no, business_date, meal_period_id, restaurant_id, device_id, person_id,
       dish_id, name, quantity, unit_price_fen, amount_fen, status, occurred_at)
     values ($1, 1, 'DISH', 1, 1, $2, $3, $4, 1, 7, $5, '米饭', 3, 100, 300, 'SETTLED', $6)`,
    [units.organization, day, dish.mealPeriodId, dish.restaurantId, dish.dishId, at],
  );
  const lines = (await ask('/theory', { dishId: dish.dishId })).rows;
  expect(lines.map(({ source, portions }) => [source, portions]).sort()).toEqual([
    ['EATEN', 199],
    ['SOLD', 3],
  ]);
  const costs = await soldCosts(asker.ctx(page), { menuDate: [day, day] });
  // 393.75 g, rounded once, at 5.00 a kilogram.
  expect(costs.get(`${units.organization}/${dish.dishId}`)).toEqual({ fen: 197, unknown: 0 });
});

describe('what menus will cost', () => {
  const ahead = '2026-11-27';
  const forecast = async (search: Row = {}) =>
    (
      await asker.call<{ rows: Row[] }>('/admin/contractor/report_form/menu_cost', 'query', {
        size: 50,
        search: { menuDate: [ahead, ahead], ...search },
      })
    ).rows;
  let barley: number;
  beforeAll(async () => {
    barley = await stock.goods('大麦');
    await stock.post('OPENING', site, [{ goodsId: barley, typed: 60_000, amountFen: 30_000 }]);
    await plantDish(stock, ahead, { name: '大麦饭', goodsId: barley, grams: 100, planQty: 400 });
    await plantDish(stock, ahead, { name: '麦片汤', goodsId: barley, grams: 80, planQty: 200 });
    await stock.bench.database.pool.query('update food_menu_item set price_fen = 500 where menu_date = $1', [ahead]);
  });

  test('is what is planned at what the store has, a head, and how far past the budget', async () => {
    // 131.25 g for 400 and 105 g for 200 at 5.00 a kilogram; 400 come.
    expect(await forecast({ budgetFen: 80 })).toMatchObject([
      {
        groupName: '11-27 午餐',
        placeName: '第一中学 一食堂',
        heads: 400,
        portions: 600,
        costFen: 26_250 + 10_500,
        headFen: 92,
        overFen: 12,
        priceFen: 300_000,
        marginRatio: 8_775,
        unknownCount: 0,
      },
    ]);
    expect(await forecast({ group: 'dish', mealName: '早餐' })).toEqual([]);
    expect((await forecast({ group: 'dish' })).map(({ groupName, costFen }) => [groupName, costFen])).toEqual([
      ['大麦饭菜', 26_250],
      ['麦片汤菜', 10_500],
    ]);
  });

  test('a rise of 15 % takes its part of the margin of each dish and of all; another rise is asked for', async () => {
    const [all] = await forecast();
    expect(all).toMatchObject({ raisedFen: 42_263, raisedHeadFen: 106, raisedRatio: 8_591 });
    for (const one of await forecast({ group: 'dish' }))
      expect(one).toMatchObject({
        raisedFen: mulDivHalfUp(Number(one.costFen), 115, 100),
        raisedRatio: expect.closeTo(10_000 - ((10_000 - Number(one.marginRatio)) * 115) / 100, -0.5),
      });
    expect(await forecast({ rise: 0 })).toMatchObject([{ raisedFen: 36_750, raisedRatio: 8_775 }]);
  });

  test('a price that is agreed for the day counts before what the store has, of suppliers who may deliver', async () => {
    const at = { created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T00:00:00Z', version: 1 };
    const key = {
      contractor_id: units.contractor,
      goods_id: barley,
      unit_size: 1_000,
      min_milli: 0,
      lead_days: 1,
      ...at,
    };
    for (const [id, blacklisted, priceFen] of [
      [901, false, 700],
      [902, true, 100],
    ] as const) {
      await plantRow(stock, 'supplier', {
        unit_type: 'CONTRACTOR',
        unit_id: units.contractor,
        id,
        name: `粮商${id}`,
        blacklisted,
        status: 'NORMAL',
        ...at,
      });
      await plantRow(stock, 'supply_price', {
        ...key,
        id,
        supplier_id: id,
        price_fen: priceFen,
        from_date: ahead,
        to_date: '2026-12-31',
      });
    }
    expect(await forecast()).toMatchObject([{ costFen: (36_750 * 7) / 5 }]);
  });
});
