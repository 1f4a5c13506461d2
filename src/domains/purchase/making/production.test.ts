/** Half-finished goods in stock: needed net of what lies there, made of raw lots at their cost, taken by kitchens, traced and recalled both ways. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { menu } from '../../menu/domain.ts';
import { lotsOf } from '../../stock/public.server.ts';
import { checkStock, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import { units } from '../../tenancy/testing.ts';
import recipes from '../bom/pages/bom_recipe.server.ts';
import boms from '../bom/pages/food_bom.server.ts';
import { purchase } from '../domain.ts';
import sheets from '../kitchen/pages/kitchen_sheet.server.ts';
import needs from '../needs/pages/supermarket_daily_purchase.server.ts';
import recalls from '../recall/pages/lot_recall.server.ts';
import traces from '../recall/pages/lot_trace.server.ts';
import { type PlantedDish, plantDish } from '../testing.ts';
import productions from './pages/production.server.ts';

const page = `${erp}/production`;
const trace = `${erp}/lot_trace`;
const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
const today = '2026-11-20';
const day = '2026-11-21';
const raw = 'RAW-1';

let stock: StockBench;
let central: number;
let site: number;
let dish: PlantedDish;
let beef: number;
let soy: number;
let cooked: number;
beforeAll(async () => {
  stock = await stockBench([boms, recipes, needs, sheets, traces, recalls, productions].flat(), [menu, purchase]);
  central = await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: units.organization });
  beef = await stock.goods('牛腱', { category: 'MEAT', tracked: true });
  soy = await stock.goods('生抽', { category: 'SEASONING', baseUnit: 'ML' });
  cooked = await stock.goods('卤牛肉', { category: 'SEMI', tracked: true, shelfDays: 3 });
  // 105 g of a portion, 100 portions planned.
  dish = await plantDish(stock, day, { name: '卤牛肉', goodsId: cooked, grams: 80, planQty: 100 });
  await stock.post('OPENING', central, [
    { goodsId: beef, typed: 20_000, amountFen: 120_001, lotNo: raw, expiresOn: '2026-12-01' },
    { goodsId: soy, typed: 5_000, amountFen: 5_000 },
  ]);
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

type Row = Record<string, unknown> & { id: number };
const listed = async (path: string, search: Record<string, unknown> = {}) =>
  (await stock.keeper.call<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows;
const recipe = (more: Record<string, unknown> = {}) =>
  stock.keeper.call('/admin/contractor/supermarket/bom_recipe', 'create', {
    kind: 'GOODS',
    goodsId: cooked,
    made: 1_000,
    kept: true,
    fromDate: today,
    note: '',
    lines: [
      { goodsId: beef, qty: 1_500 },
      { goodsId: soy, qty: 200 },
    ],
    ...more,
  });
const needed = async () => {
  await stock.keeper.call(daily, 'run', { day, buffer: 0 });
  const { rows } = await stock.bench.database.pool.query<{ goods: number; via: number | null; qty: number }>(
    'select goods_id as goods, via_id as via, sum(qty)::int as qty from meal_need where purchase_date = $1 group by 1, 2',
    [day],
  );
  return Object.fromEntries(rows.map((one) => [`${one.goods}${one.via ? ` for ${one.via}` : ''}`, one.qty]));
};
const draw = async (qty: number, more: Record<string, unknown> = {}) => {
  const answer = await refusedBy(
    stock.keeper.call(page, 'draw', { goodsId: cooked, storehouseId: central, qty, dueOn: today, ...more }),
  );
  if (answer !== null) return answer as never;
  return (await listed(page, { status: ['PLANNED'], dueOn: null }))[0]!.id;
};
const note = async (id: number, values: Record<string, unknown>, taken: readonly (number | null)[] = [null, null]) => {
  const { lines, version } = await stock.keeper.call<{ lines: { lineId: number }[]; version: number }>(page, 'get', {
    id,
  });
  return stock.keeper.call(page, 'update', {
    id,
    version,
    lines: lines.map(({ lineId }, i) => ({ lineId, taken: taken[i] ?? null })),
    lotNo: '',
    producedOn: null,
    expiresOn: null,
    lossReason: '',
    ...values,
  });
};
const finish = (id: number, by = stock.other) => refusedBy(by.call(page, 'finish', { id }));
const lotNamed = async (lotNo: string) => (await listed(trace, { keyword: lotNo }))[0]!;

test('what lies in stock made is refused without a shelf life, or as a part of itself', async () => {
  expect(await refusedBy(recipe({ goodsId: soy, lines: [{ goodsId: beef, qty: 1 }] }))).toMatchObject({
    code: 'MAKE_SHELF',
  });
  expect(await draw(1)).toMatchObject({ code: 'MAKE_NOT_KEPT', params: { goods: '卤牛肉' } });
  await recipe();
  expect(await refusedBy(recipe({ goodsId: beef, kept: false, lines: [{ goodsId: cooked, qty: 1 }] }))).toMatchObject({
    code: 'BOM_ROUND',
  });
});

test('of what is counted in pieces no half is made', async () => {
  const bun = await stock.goods('手工馒头', { category: 'SEMI', baseUnit: 'PIECE', tracked: true, shelfDays: 2 });
  await recipe({ goodsId: bun, made: 10, lines: [{ goodsId: beef, qty: 100 }] });
  const whole = expect.stringContaining('折合不到整克、整毫升或整个');
  expect(await draw(1.5, { goodsId: bun })).toMatchObject({ code: 'INVALID_FIELDS', fields: { qty: whole } });
  const id = await draw(2, { goodsId: bun });
  expect(await refusedBy(note(id, { made: 1.5 }, [null]))).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: { made: whole },
  });
  await stock.keeper.call(page, 'cancel', { id, reason: '不做了' });
});

test('made of raw lots at their cost by one, agreed to by another; the loss is named', async () => {
  const id = await draw(4);
  expect(await listed(`${page}/line`, { productionId: id })).toMatchObject([
    { goodsName: '牛腱', need: '6 千克', onHand: '20 千克' },
    { goodsName: '生抽', need: '800 毫升' },
  ]);
  expect(await finish(id)).toMatchObject({ code: 'MAKE_UNKNOWN' });
  await note(id, { made: 0 });
  expect(await finish(id)).toMatchObject({ code: 'MAKE_NOTHING' });
  // 6.3 kg are enough for 4 kg: the soy sauce was as planned.
  await note(id, { made: 3.8 }, [6.3, null]);
  expect(await finish(id)).toMatchObject({ code: 'MAKE_LOSS', params: { short: '200 克', yield: 95 } });
  await note(id, { made: 3.8, expiresOn: '2026-11-25', lossReason: '收汁过头' }, [6.3, null]);
  expect(await finish(id)).toMatchObject({ code: 'MAKE_DATES' });
  await note(id, { made: 3.8, lossReason: '收汁过头' }, [6.3, null]);
  expect(await finish(id, stock.keeper)).toMatchObject({ code: 'NOT_NOW' });
  expect(await finish(id)).toBeNull();
  // 6.3 of 20 kg worth 1200.01 and 0.8 of 5 litres worth 50.00.
  expect(await stock.balance(central, beef)).toMatchObject({ qty: 13_700, fen: 120_001 - 37_800 });
  expect(await stock.balance(central, cooked)).toMatchObject({ qty: 3_800, fen: 37_800 + 800 });
  const [made] = await listed(page, { status: ['MADE'] });
  expect(made).toMatchObject({
    costFen: 38_600,
    yieldRatio: 9_500,
    lossWords: '200 克',
    lossReason: '收汁过头',
    expiresOn: '2026-11-23',
    makerName: expect.any(String),
    checkerName: '复核员',
  });
  expect((await listed(`${page}/line`, { productionId: id }))[0]).toMatchObject({
    differs: '300 克',
    lots: `${raw} 6.3 千克`,
    costFen: 37_800,
  });
  expect(await refusedBy(stock.rival.call(page, 'finish', { id }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('beyond what there is of a part nothing is made', async () => {
  const id = await draw(100);
  await note(id, { made: 100 });
  expect(await finish(id)).toMatchObject({ code: 'STOCK_SHORT', params: { goods: '牛腱' } });
  await stock.keeper.call(page, 'cancel', { id, reason: '料不够' });
});

test('taken back whole: raw lots have theirs again at what it was worth, the made lot is gone', async () => {
  const before = await stock.balance(central, beef);
  const id = await draw(1);
  await note(id, { made: 1, lotNo: 'BACK' });
  expect(await finish(id)).toBeNull();
  expect(await refusedBy(stock.keeper.call(page, 'reverse', { id, reason: '录错' }))).toMatchObject({
    code: 'NOT_NOW',
  });
  const bill = (await listed(page, { keyword: 'BACK' }))[0]!.billId;
  expect(
    await refusedBy(stock.keeper.call(`${erp}/stock_bill`, 'reverse', { id: bill, reason: '绕过' })),
  ).toMatchObject({
    code: 'BILL_GONE',
  });
  expect(await refusedBy(stock.other.call(page, 'reverse', { id, reason: '录错' }))).toBeNull();
  expect(await stock.balance(central, beef)).toEqual(before);
  expect((await lotNamed('BACK')).closes).toBe('YES');
  expect(await listed(`${trace}/made`, { lotId: (await lotNamed('BACK')).id })).toEqual([]);
});

test('is needed as itself by the kitchen, as its parts by the buyer, less what lies made', async () => {
  // 10.5 kg needed, 3.8 there: 6.7 kg to make.
  expect(await needed()).toEqual({
    [`${cooked}`]: 10_500,
    [`${beef} for ${cooked}`]: 10_050,
    [`${soy} for ${cooked}`]: 1_340,
  });
  // Of beef 13.7 kg lie there: nothing is bought, and never the made goods.
  expect((await listed(daily, { purchaseDate: [day, day] })).map(({ goodsId }) => goodsId)).toEqual([]);
  await stock.keeper.call(page, 'plan', { day });
  const [planned] = await listed(page, { dueOn: [day, day] });
  expect(planned).toMatchObject({ goodsId: cooked, storehouseId: central, planWords: '6.7 千克' });
  expect(await refusedBy(stock.keeper.call(page, 'plan', { day }))).toMatchObject({ code: 'MAKE_PLANNED' });
  await note(planned!.id, { made: 6.7, lotNo: 'COOKED-2' });
  expect(await finish(planned!.id)).toBeNull();
  expect(await needed()).toEqual({ [`${cooked}`]: 10_500 });
  await stock.keeper.call(`${erp}/kitchen_sheet`, 'prepare', { day });
  expect((await listed(`${erp}/kitchen_sheet`, { diningDate: [day, day] }))[0]).toMatchObject({
    lineCount: 1,
    goodsNames: '卤牛肉',
  });
});

test('is counted and moved as any goods, and leads to its raw lots from the meal and back; recall follows it', async () => {
  const sent = await stock.draft('TRANSFER', central, [{ goodsId: cooked, typed: 10_000 }], { toStorehouseId: site });
  await stock.move('send', sent);
  await stock.move('receive', sent, {}, stock.other);
  await stock.post('ISSUE', site, [{ goodsId: cooked, typed: 9_000 }], {
    siteId: units.organization,
    diningDate: day,
    mealPeriodId: dish.mealPeriodId,
  });
  const from = await lotNamed(raw);
  expect(from).toMatchObject({ made: '16.35 千克', closes: 'YES' });
  const into = await listed(`${trace}/made`, { lotId: from.id });
  expect(into.map(({ way, goodsName, qtyWords }) => `${way} ${goodsName} ${qtyWords}`).sort()).toEqual([
    'INTO 卤牛肉 10.05 千克',
    'INTO 卤牛肉 6.3 千克',
  ]);
  expect(await listed(`${trace}/meal`, { lotId: from.id })).toMatchObject([
    { dishes: '卤牛肉菜', sure: 'MAYBE', issuedWords: expect.stringContaining('卤牛肉 ') },
    { dishes: '卤牛肉菜' },
  ]);
  const lots = await lotsOf(stock.bench.database.pool, units.organization, [
    { date: day, mealPeriodId: dish.mealPeriodId },
  ]);
  expect(lots.map(({ goods }) => goods).sort()).toEqual(['卤牛肉', '卤牛肉', '牛腱', '生抽'].sort());

  await stock.keeper.call(trace, 'recall', { id: from.id, reason: '检疫不合格', delivery: false });
  const [recall] = await listed(`${erp}/lot_recall`);
  const sealed = await listed(`${erp}/lot_recall/lot`, { recallId: recall!.id });
  expect(sealed.map(({ lotNo }) => lotNo).sort()).toEqual(['COOKED-2', expect.stringMatching(/^JG/), raw]);
  const issue = await stock.draft('ISSUE', site, [{ goodsId: cooked, typed: 100 }]);
  await stock.move('submit', issue);
  expect(await refusedBy(stock.move('post', issue, {}, stock.other))).toMatchObject({ code: 'STOCK_SHORT' });
  // Nothing more is made of what is sealed, and what was made and used is not taken back.
  const id = await draw(1);
  await note(id, { made: 1 });
  expect(await finish(id)).toMatchObject({ code: 'STOCK_SHORT' });
  const used = (await listed(page, { keyword: 'COOKED-2' }))[0]!.id;
  expect(await refusedBy(stock.other.call(page, 'reverse', { id: used, reason: '录错' }))).toMatchObject({
    code: 'STOCK_SHORT',
  });
});
