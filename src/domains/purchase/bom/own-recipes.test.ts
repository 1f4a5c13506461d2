/** Recipes of the caterer's own: what it makes itself and what a dish is bought as instead; need, cost, margin and trace follow them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { menu } from '../../menu/domain.ts';
import { erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import margins from '../margin/pages/food_margin.server.ts';
import needs from '../needs/pages/supermarket_daily_purchase.server.ts';
import traces from '../recall/pages/lot_trace.server.ts';
import { type PlantedDish, plantDish, plantMeal } from '../testing.ts';
import recipes from './pages/bom_recipe.server.ts';
import boms from './pages/food_bom.server.ts';

const page = '/admin/contractor/supermarket/bom_recipe';
const bom = '/admin/contractor/supermarket/food_bom';
const margin = '/admin/contractor/report_form/food_margin';
/** The bench's own day, and the day that is cooked for. */
const today = '2026-11-20';
const day = '2026-11-21';

let stock: StockBench;
let chef: Caller;
let site: number;
let dish: PlantedDish;
const goods: Record<'raw' | 'soy' | 'cooked' | 'plate' | 'fish', number> = {
  raw: 0,
  soy: 0,
  cooked: 0,
  plate: 0,
  fish: 0,
};
beforeAll(async () => {
  stock = await stockBench([boms, recipes, needs, margins, traces].flat(), [menu, purchase]);
  await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: units.organization });
  goods.raw = await stock.goods('牛腱', { category: 'MEAT' });
  goods.soy = await stock.goods('生抽', { category: 'SEASONING', baseUnit: 'ML' });
  goods.cooked = await stock.goods('卤牛肉', { category: 'MEAT' });
  goods.plate = await stock.goods('卤味拼盘', { category: 'MEAT' });
  goods.fish = await stock.goods('鱼排', { category: 'AQUATIC', baseUnit: 'PIECE' });
  // 80 g net, 105 g as it is bought; 100 portions planned.
  dish = await plantDish(stock, day, { name: '卤牛肉', goodsId: goods.cooked, grams: 80, planQty: 100 });
  await stock.post('OPENING', site, [
    { goodsId: goods.raw, typed: 40_000, amountFen: 240_000 },
    { goodsId: goods.soy, typed: 10_000, amountFen: 10_000 },
    { goodsId: goods.fish, typed: 500, amountFen: 100_000 },
  ]);
  chef = await stock.bench.as('CONTRACTOR', units.contractor);
  await plantMeal(stock, day, dish, { heads: 100, fen: 100_000 });
});
afterAll(() => stock?.bench.database.drop());

type Row = Record<string, unknown>;
const made = (values: Row) =>
  chef.call<{ id: number }>(page, 'create', { kind: 'GOODS', fromDate: today, note: '', ...values });
const rowsOf = async (path: string, search: Row) =>
  (await chef.call<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows;
const needed = async () => {
  await chef.call('/admin/contractor/supermarket/supermarket_daily_purchase', 'run', { day, buffer: 0 });
  const { rows } = await stock.bench.database.pool.query<{ goods: number; qty: number }>(
    'select goods_id as goods, sum(qty)::int as qty from meal_need where purchase_date = $1 group by 1 order by 1',
    [day],
  );
  return Object.fromEntries(rows.map((one) => [one.goods, one.qty]));
};
const should = async () =>
  Object.fromEntries(
    (await rowsOf(`${margin}/theory`, { businessDate: [day, day] })).map((one) => [one.goodsId, one.theoryFen]),
  );

test('goods that are made are needed, costed and traced as what they are made of', async () => {
  expect(await needed()).toEqual({ [goods.cooked]: 10_500 });
  // 1,000 g of it take 1,500 g raw and 200 ml.
  await made({
    goodsId: goods.cooked,
    made: 1_000,
    lines: [
      { goodsId: goods.raw, qty: 1_500 },
      { goodsId: goods.soy, qty: 200 },
    ],
  });
  expect(await needed()).toEqual({ [goods.raw]: 15_750, [goods.soy]: 2_100 });
  // 6.00 a 100 g, 1.00 a 100 ml: 94.50 g… of a portion at 0.06 a gram.
  expect(await should()).toEqual({ [goods.raw]: 94_500, [goods.soy]: 2_100 });
  const [told] = await rowsOf(bom, {});
  expect(told).toMatchObject({ unmappedCount: 0, costFen: 966, own: false });
  expect(await rowsOf(`${bom}/line`, { dishId: dish.dishId })).toMatchObject([{ source: '半成品', costFen: 966 }]);
  expect(await rowsOf(`${bom}/part`, { dishId: dish.dishId })).toMatchObject([
    { goodsName: '牛腱', qty: '157.5 克', source: '菜谱 · 半成品 卤牛肉', costFen: 945 },
    { goodsName: '生抽', qty: '21 毫升', source: '菜谱 · 半成品 卤牛肉', costFen: 21 },
  ]);
  // A lot of the raw meat issued to the meal leads to the dish it is only half-way in.
  await stock.post('ISSUE', site, [{ goodsId: goods.raw, typed: 5_000 }], {
    siteId: units.organization,
    diningDate: day,
    mealPeriodId: dish.mealPeriodId,
  });
  const [lot] = (await chef.call<{ rows: Row[] }>(`${erp}/lot_trace`, 'query', { search: { goodsId: goods.raw } }))
    .rows;
  expect(await rowsOf(`${erp}/lot_trace/meal`, { lotId: lot!.id })).toMatchObject([
    { dishes: '卤牛肉菜', sure: 'MAYBE' },
  ]);
});

test('a dish is bought otherwise than its recipe says, for one unit or for all, and by it again', async () => {
  // Of the library's dish: two fillets for a portion; a unit of its own takes one, and half a portion of the made meat.
  const { pool } = stock.bench.database;
  expect(
    await refusedBy(made({ kind: 'LIBRARY', dishId: dish.dishId, made: 1, lines: [{ goodsId: goods.fish, qty: 2 }] })),
  ).toMatchObject({ code: 'BOM_LIBRARY' });
  await pool.query(
    `insert into lib_dish (id, name, type_id, version_id, created_at, updated_at)
     select 900001, '卤牛肉', type_id, 900002, created_at, updated_at from dish where id = $1`,
    [dish.dishId],
  );
  await pool.query('update dish set lib_dish_id = 900001 where id = $1', [dish.dishId]);
  await made({ kind: 'LIBRARY', dishId: dish.dishId, made: 10, lines: [{ goodsId: goods.fish, qty: 20 }] });
  expect(await needed()).toEqual({ [goods.fish]: 200 });
  const own = await made({
    kind: 'DISH',
    dishId: dish.dishId,
    made: 2,
    lines: [
      { goodsId: goods.fish, qty: 2 },
      { goodsId: goods.cooked, qty: 80 },
    ],
  });
  expect(await needed()).toEqual({ [goods.fish]: 100, [goods.raw]: 6_000, [goods.soy]: 800 });
  expect(await should()).toEqual({ [goods.fish]: 20_000, [goods.raw]: 36_000, [goods.soy]: 800 });
  expect((await rowsOf(bom, { own: true })).map(({ costFen }) => costFen)).toEqual([568]);
  expect(await rowsOf(`${bom}/line`, { dishId: dish.dishId })).toMatchObject([{ source: '已改用料', costFen: null }]);
  expect((await rowsOf(`${bom}/part`, { dishId: dish.dishId })).map(({ source }) => source)).toEqual([
    '改用料 · 半成品 卤牛肉',
    '改用料',
    '改用料 · 半成品 卤牛肉',
  ]);
  expect(await rowsOf(page, { kind: ['DISH'] })).toMatchObject([{ parts: '卤牛肉 80 克、鱼排 2 个', costFen: 568 }]);
  // Given up from the next day on: the unit follows the menu's recipe again, whatever holds for the library.
  await chef.call(page, 'giveUp', { id: own.id, fromDate: day });
  expect(await needed()).toEqual({ [goods.raw]: 15_750, [goods.soy]: 2_100 });
  // The day before it held, and still does.
  expect((await rowsOf(page, { kind: ['DISH'] })).map(({ state }) => state).sort()).toEqual(['COMING', 'NOW']);
});

test('what cannot be made of itself, too deep or of yesterday is refused by name', async () => {
  const of = (goodsId: number, part: number) => made({ goodsId, made: 1, lines: [{ goodsId: part, qty: 1 }] });
  expect(await refusedBy(of(goods.raw, goods.cooked))).toMatchObject({
    code: 'BOM_ROUND',
    params: { chain: '「卤牛肉」 → 「牛腱」 → 「卤牛肉」' },
  });
  await of(goods.plate, goods.cooked);
  const three = await stock.goods('三层', { category: 'MEAT' });
  const four = await stock.goods('四层', { category: 'MEAT' });
  await of(three, goods.plate);
  expect(await refusedBy(of(four, three))).toMatchObject({ code: 'BOM_DEEP' });
  expect(
    await refusedBy(made({ goodsId: four, made: 1, fromDate: '2026-11-19', lines: [{ goodsId: three, qty: 1 }] })),
  ).toMatchObject({ code: 'BOM_PAST' });
  const [begun] = await rowsOf(page, { goodsId: three });
  expect(await refusedBy(chef.call(page, 'withdraw', { id: begun!.id }))).toMatchObject({ code: 'NOT_NOW' });
  // A dish of a unit that another caterer cooks for is no dish to be bought for.
  const foreign = await stock.bench.services.ids.next();
  await stock.bench.database.pool.query(
    `insert into dish (organization_id, id, name, type_id, version_id, approved_id, status, price_fen, created_at, updated_at)
     select $1, $2, '别家的菜', d.type_id, $2, $2, 'APPROVED', 500, d.created_at, d.updated_at from dish d where d.id = $3`,
    [units.otherOrganization, foreign, dish.dishId],
  );
  expect(
    await refusedBy(made({ kind: 'DISH', dishId: foreign, made: 1, lines: [{ goodsId: three, qty: 1 }] })),
  ).toMatchObject({ fields: { dishId: expect.any(String) } });
  // Nor is it counted among the units that have the same dish of the library.
  await stock.bench.database.pool.query('update dish set lib_dish_id = 900001 where id = any($1)', [
    [foreign, dish.dishId],
  ]);
  expect(await rowsOf(bom, { sameDishId: dish.dishId })).toMatchObject([
    { id: dish.dishId, unitCount: 1, priceRange: '5.00' },
  ]);
  // Of another caterer neither the goods nor the recipe is there.
  expect(await refusedBy(stock.rival.call(page, 'giveUp', { id: begun!.id, fromDate: day }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
