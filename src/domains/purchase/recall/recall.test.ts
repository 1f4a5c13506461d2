/** A recall that begins with a dish: every lot that went into it is sealed, those it was made of too; units are told and answer; photos close it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Show } from '../../../kit/server/page/binding.ts';
import { menu } from '../../menu/domain.ts';
import { checkStock, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { units } from '../../tenancy/testing.ts';
import recipes from '../bom/pages/bom_recipe.server.ts';
import boms from '../bom/pages/food_bom.server.ts';
import { purchase } from '../domain.ts';
import productions from '../making/pages/production.server.ts';
import { type PlantedDish, plantDish } from '../testing.ts';
import recalls from './pages/lot_recall.server.ts';
import traces from './pages/lot_trace.server.ts';
import received from './pages/supply_recall.server.ts';

const trace = `${erp}/lot_trace`;
const recall = `${erp}/lot_recall`;
const unitPage = '/admin/organization/supply_recall';
const day = '2026-11-20';

let stock: StockBench;
let unit: Caller;
let central: number;
let site: number;
let dish: PlantedDish;
let beef: number;
let rice: number;
let cooked: number;
beforeAll(async () => {
  stock = await stockBench([boms, recipes, productions, traces, recalls, received].flat(), [menu, purchase]);
  unit = await stock.bench.as('ORGANIZATION', units.organization);
  central = await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: units.organization });
  beef = await stock.goods('牛腱', { category: 'MEAT' });
  rice = await stock.goods('粳米');
  cooked = await stock.goods('卤牛肉', { category: 'SEMI', tracked: true, shelfDays: 3 });
  dish = await plantDish(stock, day, { name: '卤牛肉', goodsId: cooked, grams: 80, planQty: 100 });
  await plantDish(stock, day, { name: '米饭', goodsId: rice, grams: 80, planQty: 100 });
  await stock.keeper.call('/admin/contractor/supermarket/bom_recipe', 'create', {
    kind: 'GOODS',
    goodsId: cooked,
    made: 1_000,
    kept: true,
    fromDate: day,
    note: '',
    lines: [{ goodsId: beef, qty: 1_500 }],
  });
  await stock.post('OPENING', central, [
    { goodsId: beef, typed: 20_000, amountFen: 120_000, lotNo: 'RAW-1' },
    { goodsId: beef, typed: 5_000, amountFen: 30_000, lotNo: 'RAW-2' },
  ]);
  await stock.post('OPENING', site, [{ goodsId: rice, typed: 9_000, amountFen: 9_000, lotNo: 'RICE-1' }]);
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

type Row = Record<string, unknown> & { id: number };
const listed = async (path: string, search: Record<string, unknown> = {}, by = stock.keeper) =>
  (await by.call<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows;
const states = async () =>
  Object.fromEntries((await listed(trace)).map((one) => [String(one.lotNo), [one.state, one.closes]]));
const call = (more: Record<string, unknown> = {}, verb = 'recallDish') =>
  refusedBy(
    stock.keeper.call(trace, verb, {
      ...(verb === 'outcome' ? { action: 'recallDish' } : {}),
      dishId: dish.dishId,
      fromDate: day,
      toDate: day,
      goodsIds: null,
      everywhere: false,
      reason: '食用后不适',
      ...more,
    }),
  );

test('of a dish nobody cooked there is nothing to call back, and it says why', async () => {
  expect(await call({ fromDate: '2026-11-21' })).toMatchObject({ code: 'RECALL_DAYS' });
  expect(await call({ fromDate: '2026-11-18', toDate: '2026-11-19' })).toMatchObject({ code: 'RECALL_NO_MENU' });
  expect(await call()).toMatchObject({ code: 'RECALL_NO_LOTS', params: { dish: '卤牛肉菜' } });
  // Told before, as the dialog is filled in.
  expect(await call({ dishId: null }, 'outcome')).toMatchObject({ lines: [['封存批次', expect.any(String)]] });
  expect(await call({}, 'outcome')).toMatchObject({ code: 'RECALL_NO_LOTS' });
});

test('one action seals what went into the dish and what that was made of, in every storehouse; the rest stays', async () => {
  // Four kilograms are made of the first raw lot, three of them go to the unit and are cooked but for one.
  const makings = `${erp}/production`;
  await stock.keeper.call(makings, 'draw', { goodsId: cooked, storehouseId: central, qty: 4, dueOn: day });
  const [planned] = await listed(makings, { status: ['PLANNED'], dueOn: null });
  const { lines, version } = await stock.keeper.call<{ lines: { lineId: number }[]; version: number }>(makings, 'get', {
    id: planned!.id,
  });
  await stock.keeper.call(makings, 'update', {
    id: planned!.id,
    version,
    lines: lines.map(({ lineId }) => ({ lineId, taken: null })),
    made: 4,
    lotNo: 'COOKED-1',
    producedOn: null,
    expiresOn: null,
    lossReason: '',
  });
  expect(await stock.other.call(makings, 'finish', { id: planned!.id })).toBeNull();
  const sent = await stock.draft('TRANSFER', central, [{ goodsId: cooked, typed: 3_000 }], { toStorehouseId: site });
  await stock.move('send', sent);
  await stock.move('receive', sent, {}, stock.other);
  const meal = { siteId: units.organization, diningDate: day, mealPeriodId: dish.mealPeriodId };
  await stock.post('ISSUE', site, [{ goodsId: cooked, typed: 2_000 }], meal);
  await stock.post('ISSUE', site, [{ goodsId: rice, typed: 2_000 }], meal);
  // An issue that names another dish is that dish's alone.
  await stock.post('ISSUE', site, [{ goodsId: rice, typed: 1_000 }], { ...meal, dishName: '米饭菜' });

  const told = (await call({}, 'outcome')) as { lines: [string, string][] };
  expect(told.lines[0]![1]).toBe('2 批：卤牛肉 COOKED-1、牛腱 RAW-1');
  expect(told.lines[1]![1]).toBe('中心仓 卤牛肉 1 千克、中心仓 牛腱 14 千克、一中仓 卤牛肉 1 千克');
  expect(await call()).toBeNull();
  expect(await states()).toEqual({
    'RAW-1': ['SEALED', 'YES'],
    'RAW-2': ['NORMAL', 'YES'],
    'COOKED-1': ['SEALED', 'YES'],
    'RICE-1': ['NORMAL', 'YES'],
  });
  expect(await call()).toMatchObject({ code: 'RECALL_SEALED' });
  const [doc] = await listed(recall);
  expect(doc).toMatchObject({ scope: 'DISH', dishName: '卤牛肉菜', lotCount: 2, noticeWords: '1 未发', unsent: true });
  const lots = await listed(`${recall}/lot`, { recallId: doc!.id });
  expect(lots.map(({ lotNo, issued, made, closes }) => [lotNo, issued, made, closes]).sort()).toEqual([
    ['COOKED-1', '2 千克', '0 千克', 'YES'],
    ['RAW-1', '0 千克', '6 千克', 'YES'],
  ]);
});

test('a unit hears what it has and had once it is sent, in the words that were agreed, and answers', async () => {
  const [doc] = await listed(recall);
  const [draft] = await listed(`${recall}/notice`, { recallId: doc!.id });
  expect(draft!.content).toContain('卤牛肉 批次 COOKED-1：「一中仓」在库 1 千克，2026-11-20 领用 2 千克');
  expect(await listed(unitPage, {}, unit)).toEqual([]);
  const content = `${String(draft!.content)}\n联系人：仇师傅`;
  expect(await stock.keeper.call(`${recall}/notice`, 'reword', { id: draft!.id, content })).toBeNull();
  expect(await refusedBy(stock.rival.call(recall, 'sendNotices', { id: doc!.id }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await stock.keeper.call(recall, 'sendNotices', { id: doc!.id })).toBeNull();
  expect(await refusedBy(stock.keeper.call(`${recall}/notice`, 'reword', { id: draft!.id, content }))).toMatchObject({
    code: 'BAD_STATE',
  });
  const [heard] = await listed(unitPage, {}, unit);
  expect(heard).toMatchObject({ recallNo: doc!.recallNo, status: 'SENT', content: expect.stringContaining('仇师傅') });
  expect(await unit.call(unitPage, 'answer', { id: heard!.id, answer: '1 千克已封存在冷库' })).toBeNull();
  expect(await listed(`${recall}/notice`, { recallId: doc!.id })).toMatchObject([
    { status: 'ANSWERED', answer: '1 千克已封存在冷库' },
  ]);
  expect((await listed(recall))[0]).toMatchObject({ noticeWords: '1 已处理', unsent: false });
});

test('what was destroyed is closed with a picture of it; the paper tells every gram', async () => {
  const [doc] = await listed(recall);
  await stock.keeper.call(recall, 'trace', { id: doc!.id, note: '已查清' });
  await stock.post('LOSS', central, [{ goodsId: cooked, typed: 1_000 }], { reason: '召回销毁' });
  await stock.post('LOSS', site, [{ goodsId: cooked, typed: 1_000 }], { reason: '召回销毁' });
  const raw = (await listed(trace)).find(({ lotNo }) => lotNo === 'RAW-1')!;
  await stock.post('LOSS', central, [{ goodsId: beef, typed: 14_000, lotId: raw.id, reason: '召回销毁' }], {
    reason: '召回销毁',
  });
  const close = () => refusedBy(stock.other.call(recall, 'close', { id: doc!.id, note: '全部销毁' }));
  expect(await close()).toMatchObject({ code: 'RECALL_PHOTO' });
  await stock.bench.database.pool.query(
    `insert into recall_photo (contractor_id, id, recall_id, photo, note, made_name, made_at) values ($1, 1, $2, 'key', '销毁现场', '仓管', now())`,
    [units.contractor, doc!.id],
  );
  expect(await listed(`${recall}/photo`, { recallId: doc!.id })).toMatchObject([{ note: '销毁现场' }]);
  expect(await close()).toBeNull();
  const { receipt } = (await stock.keeper.call(recall, 'print', { id: doc!.id })) as {
    receipt: NonNullable<Show['receipt']>;
  };
  expect(receipt.sheets![0]!.rows).toContainEqual([
    '卤牛肉',
    'COOKED-1',
    '—',
    '4 千克',
    '0 千克',
    '0 千克',
    '2 千克',
    '0 千克',
    '0 千克',
    '2 千克',
    '0 千克',
    '相符',
  ]);
  expect(receipt.sheets![1]!.rows[0]).toMatchObject({ 1: '已处理', 3: '1 千克已封存在冷库' });
});

test('of what a dish takes some goods alone; released, the unit sees that it is over', async () => {
  expect(await call({ goodsIds: [beef], reason: '再查' })).toMatchObject({ code: 'RECALL_SEALED' });
  const planted = await plantDish(stock, day, { name: '粥', goodsId: rice, grams: 30, planQty: 10 });
  expect(await call({ dishId: planted.dishId, goodsIds: [rice], reason: '有异物' })).toBeNull();
  const [doc] = await listed(recall, { status: ['SEALED'] });
  await stock.keeper.call(recall, 'sendNotices', { id: doc!.id });
  await stock.other.call(recall, 'release', { id: doc!.id, reason: '复检合格' });
  expect((await states())['RICE-1']).toEqual(['NORMAL', 'YES']);
  expect((await listed(unitPage, { status: ['OVER'] }, unit)).map(({ recallNo }) => recallNo)).toEqual([doc!.recallNo]);
});
