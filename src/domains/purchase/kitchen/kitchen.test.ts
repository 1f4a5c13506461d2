/** A kitchen takes for a meal what its portions need: brought, weighed, booked to the meal, and marked where nobody weighed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { menu } from '../../menu/domain.ts';
import { checkStock, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import { plantDish } from '../testing.ts';
import sheets from './pages/kitchen_sheet.server.ts';

const page = `${erp}/kitchen_sheet`;
const bills = `${erp}/stock_bill`;
const day = '2026-11-20';
let stock: StockBench;
let central: number;
let site: number;
let rice: number;
let pork: number;
beforeAll(async () => {
  stock = await stockBench(sheets, [menu, purchase]);
  central = await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: units.organization });
  rice = await stock.goods('粳米');
  pork = await stock.goods('猪肉', { category: 'MEAT' });
  // 131.25 g bought for 100 g, 400 and 200 portions planned: 52.5 kg and 21 kg.
  await plantDish(stock, day, { name: '米饭', goodsId: rice, grams: 100, planQty: 400 });
  await plantDish(stock, day, { name: '回锅肉', goodsId: pork, grams: 80, planQty: 200 });
  await stock.post('OPENING', central, [
    { goodsId: rice, typed: 100_000, amountFen: 50_000 },
    { goodsId: pork, typed: 15_000, amountFen: 45_000 },
  ]);
  await stock.post('IN', site, [{ goodsId: rice, typed: 10_000, amountFen: 5_000 }]);
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

type Row = Record<string, unknown> & { id: number };
const listed = async (path: string, search: Record<string, unknown> = {}) =>
  (await stock.keeper.call<{ rows: Row[] }>(path, 'query', { size: 50, search })).rows;
const only = async () => (await listed(page, { status: ['PREPARED'] }))[0]!;

test('is prepared once from the needs of its meals; what its store lacks is brought as far as there is any', async () => {
  await stock.keeper.call(page, 'prepare', { day });
  const sheet = await only();
  expect(sheet).toMatchObject({
    siteId: units.organization,
    storehouseId: site,
    lineCount: 2,
    goodsNames: '粳米、猪肉',
  });
  expect(await listed(`${page}/line`, { sheetId: sheet.id })).toMatchObject([
    { goodsName: '粳米', need: '52.5 千克', onHand: '10 千克', taken: null },
    { goodsName: '猪肉', need: '21 千克', onHand: '0 千克' },
  ]);
  expect(await refusedBy(stock.keeper.call(page, 'prepare', { day }))).toMatchObject({ code: 'PREPARE_NOTHING' });

  await stock.keeper.call(page, 'supply', { ids: [sheet.id] });
  const [brought] = await listed(bills, { kind: ['TRANSFER'] });
  expect(brought).toMatchObject({ status: 'DRAFT', toStorehouseId: site });
  expect(await listed(`${bills}/line`, { billId: brought!.id })).toMatchObject([
    { goodsName: '粳米', qtyWords: '42.5 千克', reason: '' },
    { goodsName: '猪肉', qtyWords: '15 千克', reason: '缺 6 千克' },
  ]);
  await stock.move('send', brought!.id);
  // What is on its way is not asked for again.
  expect(await refusedBy(stock.keeper.call(page, 'supply', { ids: [sheet.id] }))).toMatchObject({
    code: 'SUPPLY_NONE',
    params: { why: '中心仓没有可发的' },
  });
  await stock.move('receive', brought!.id, {}, stock.other);
});

test('is taken by another than who prepared it, as it was weighed, and belongs to its meal', async () => {
  const sheet = await only();
  expect(await refusedBy(stock.keeper.call(page, 'take', { id: sheet.id }))).toMatchObject({ code: 'NOT_NOW' });
  // As prepared there is not pork enough: nothing leaves.
  expect(await refusedBy(stock.other.call(page, 'take', { id: sheet.id }))).toMatchObject({
    code: 'STOCK_SHORT',
    params: { left: '15 千克' },
  });
  const { lines } = await stock.other.call<{ lines: { lineId: number }[] }>(page, 'get', { id: sheet.id });
  const { version } = await stock.other.call<{ version: number }>(page, 'get', { id: sheet.id });
  const note = (taken: readonly number[], version: number) =>
    stock.other.call(page, 'update', {
      id: sheet.id,
      version,
      lines: lines.map(({ lineId }, i) => ({ lineId, taken: taken[i] })),
    });
  await note([0, 0], version);
  expect(await refusedBy(stock.other.call(page, 'take', { id: sheet.id }))).toMatchObject({ code: 'TAKE_NOTHING' });
  await note([50.25, 15], version + 1);
  await stock.other.call(page, 'take', { id: sheet.id });
  expect(await stock.balance(site, rice)).toMatchObject({ qty: 2_250 });
  const [done] = await listed(page, { status: ['TAKEN'] });
  expect(done).toMatchObject({ asPrepared: false, checkerName: '复核员' });
  expect(await stock.keeper.call(bills, 'get', { id: done!.billId })).toMatchObject({
    kind: 'ISSUE',
    status: 'POSTED',
    siteId: units.organization,
    diningDate: day,
  });
  const [first] = await listed(`${page}/line`, { sheetId: sheet.id });
  expect(first).toMatchObject({ taken: '50.25 千克', differs: '-2.25 千克' });
  expect(
    await refusedBy(
      stock.other.call(`${page}/line`, 'waste', { id: first!.id, kind: 'LEFT', qty: 51, reason: '剩饭' }),
    ),
  ).toMatchObject({ code: 'WASTE_MORE' });
  await stock.other.call(`${page}/line`, 'waste', { id: first!.id, kind: 'LEFT', qty: 3.5, reason: '剩饭' });
  expect((await listed(`${page}/line`, { sheetId: sheet.id }))[0]).toMatchObject({
    wasteWords: '3.5 千克',
    wasteKind: 'LEFT',
  });
});

test('that nobody weighed is marked; one that was called off is prepared anew', async () => {
  const later = '2026-11-21';
  await stock.bench.database.pool.query(
    `update food_menu_item set menu_date = $1, plan_qty = 10 where organization_id = $2`,
    [later, units.organization],
  );
  await stock.bench.database.pool.query(`update food_menu set menu_date = $1 where organization_id = $2`, [
    later,
    units.organization,
  ]);
  await stock.keeper.call(page, 'prepare', { day: later });
  await stock.keeper.call(page, 'cancel', { id: (await only()).id, reason: '菜谱改了' });
  await stock.keeper.call(page, 'prepare', { day: later });
  await stock.post('IN', site, [{ goodsId: pork, typed: 2_000, amountFen: 6_000 }]);
  const { id } = await only();
  await stock.other.call(page, 'take', { id });
  expect(await listed(page, { asPrepared: true })).toMatchObject([{ id, diningDate: later }]);
});

test('what the central store has nothing of is told to whoever gets the rest', async () => {
  const on = '2026-11-22';
  const tofu = await stock.goods('北豆腐');
  await plantDish(stock, on, { name: '北豆腐', goodsId: tofu, grams: 100, planQty: 10 });
  await plantDish(stock, on, { name: '米粥', goodsId: rice, grams: 100, planQty: 100 });
  await stock.keeper.call(page, 'prepare', { day: on });
  await stock.keeper.call(page, 'supply', { ids: [(await only()).id] });
  const [brought] = await listed(bills, { kind: ['TRANSFER'], status: ['DRAFT'] });
  await stock.move('send', brought!.id);
  const receiver = await stock.bench.as('ORGANIZATION', units.organization);
  const path = '/admin/organization/supply_receipt';
  expect(await receiver.call(path, 'get', { id: brought!.id })).toMatchObject({
    goodsNames: '粳米',
    shortWords: '北豆腐 未发 1.313 千克',
  });
  const { rows } = await receiver.call<{ rows: Row[] }>(`${path}/line`, 'query', { search: { billId: brought!.id } });
  expect(rows.map(({ goodsName, sent, reason }) => [goodsName, sent, reason])).toEqual([
    ['粳米', expect.any(String), ''],
    ['北豆腐', '0 千克', '中心仓没有可发的'],
  ]);
});

test('of what is counted in pieces no half is taken or thrown away', async () => {
  const later = '2026-11-25';
  const bun = await stock.goods('馒头', { baseUnit: 'PIECE' });
  await plantDish(stock, later, { name: '馒头', goodsId: bun, grams: 100, planQty: 1 });
  await stock.post('IN', site, [{ goodsId: bun, typed: 1_000, amountFen: 5_000 }]);
  await stock.keeper.call(page, 'prepare', { day: later });
  const [sheet] = await listed(page, { status: ['PREPARED'], diningDate: [later, later] });
  const { lines, version } = await stock.other.call<{ lines: { lineId: number }[]; version: number }>(page, 'get', {
    id: sheet!.id,
  });
  const note = (taken: number) =>
    refusedBy(
      stock.other.call(page, 'update', { id: sheet!.id, version, lines: [{ lineId: lines[0]!.lineId, taken }] }),
    );
  const whole = expect.stringContaining('折合不到整克、整毫升或整个');
  expect(await note(1.5)).toMatchObject({ code: 'INVALID_FIELDS', fields: { 'lines.0.taken': whole } });
  await note(2);
  await stock.other.call(page, 'take', { id: sheet!.id });
  const [line] = await listed(`${page}/line`, { sheetId: sheet!.id });
  const waste = { id: line!.id, kind: 'LEFT', reason: '掉在地上' };
  expect(await refusedBy(stock.other.call(`${page}/line`, 'waste', { ...waste, qty: 1.5 }))).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: { qty: whole },
  });
  await stock.other.call(`${page}/line`, 'waste', { ...waste, qty: 1 });
});
