/** Counts: blind, against the balance of the moment, far-off lines twice, booked by another, with sales going on meanwhile. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { checkStock, erp, refusedBy, type StockBench, stockBench } from '../testing.ts';
import { countFlow } from './count-states.ts';

let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench();
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const page = `${erp}/stock_count`;
interface Line {
  lineId: number;
  goodsName: string;
  counted: number | null;
}
const begin = async (storehouseId: number, more = {}) =>
  (await stock.keeper.call<{ id: number }>(page, 'create', { storehouseId, scope: 'ALL', ...more })).id;
const linesOf = async (id: number) => (await stock.keeper.call<{ lines: Line[] }>(page, 'get', { id })).lines;
/** Says what there is of goods by name, in kilograms. */
async function say(id: number, counted: Record<string, number>, by = stock.keeper) {
  const lines = (await linesOf(id)).map((line) => ({ ...line, counted: counted[line.goodsName] ?? line.counted }));
  return by.call(page, 'update', { id, lines });
}

test('sales during a count do no harm: the difference is against the book of the moment it was counted', async () => {
  const house = await stock.house('盘点仓');
  const [apple, pear] = [await stock.goods('苹果'), await stock.goods('梨')];
  await stock.post('IN', house, [
    { goodsId: apple, typed: 100_000, amountFen: 90_000 },
    { goodsId: pear, typed: 50_000, amountFen: 35_000 },
  ]);
  const id = await begin(house);
  // 99 kg of apples are there; ten more go out after they were counted, five pears before.
  await say(id, { 苹果: 99 });
  await stock.post('ISSUE', house, [
    { goodsId: apple, typed: 10_000 },
    { goodsId: pear, typed: 5_000 },
  ]);
  await say(id, { 梨: 45 });
  await stock.keeper.call(page, 'finish', { id });
  const seen = await stock.keeper.call<Record<string, unknown>>(page, 'get', { id });
  expect(seen).toMatchObject({ status: 'COUNTED', diffCount: 1, diffFen: -900 });
  expect(await refusedBy(stock.keeper.call(page, 'post', { id }))).toMatchObject({ code: 'NOT_NOW' });
  await stock.other.call(page, 'post', { id });
  expect(await stock.balance(house, apple)).toMatchObject({ qty: 89_000, fen: 80_100 });
  expect(await stock.balance(house, pear)).toMatchObject({ qty: 45_000 });
});

test('of what is counted in pieces there is no half', async () => {
  const house = await stock.house('零数仓');
  const egg = await stock.goods('皮蛋', { baseUnit: 'PIECE', category: 'EGG' });
  await stock.post('IN', house, [{ goodsId: egg, typed: 100, amountFen: 9_000 }]);
  const id = await begin(house);
  expect(await refusedBy(say(id, { 皮蛋: 98.5 }))).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: { 'lines.0.counted': expect.stringContaining('「皮蛋」折合不到整克、整毫升或整个') },
  });
  expect((await linesOf(id))[0]!.counted).toBeNull();
  await say(id, { 皮蛋: 99 });
  await stock.keeper.call(page, 'finish', { id });
  await stock.other.call(page, 'post', { id });
  expect(await stock.balance(house, egg)).toMatchObject({ qty: 99 });
});

test('lines far off are counted again by another person, and nobody sees the book meanwhile', async () => {
  const house = await stock.house('复盘仓');
  const plum = await stock.goods('李子');
  await stock.post('IN', house, [{ goodsId: plum, typed: 10_000, amountFen: 9_000 }]);
  const id = await begin(house);
  expect(await refusedBy(stock.keeper.call(page, 'finish', { id }))).toMatchObject({
    code: 'COUNT_OPEN',
    params: { left: 1 },
  });
  await say(id, { 李子: 8 });
  expect(await stock.keeper.call(page, 'finish', { id })).toMatchObject({
    told: { text: '1 行差 2% 或 50 元以上，须由另一人复盘' },
  });
  expect(await stock.keeper.call(page, 'get', { id })).toMatchObject({ status: 'RECOUNT', diffCount: null });
  const { rows } = await stock.keeper.call<{ rows: { bookWords: string | null }[] }>(`${page}/line`, 'query', {
    search: { countId: id },
  });
  expect(rows).toMatchObject([{ bookWords: null, firstWords: '8 千克' }]);
  expect(await refusedBy(say(id, { 李子: 8 }))).toMatchObject({
    code: 'COUNT_SAME',
    fields: { 'lines.0.counted': '须由初盘以外的人复盘' },
  });
  await say(id, { 李子: 8.5 }, stock.other);
  await stock.keeper.call(page, 'finish', { id });
  await stock.other.call(page, 'post', { id });
  expect(await stock.balance(house, plum)).toMatchObject({ qty: 8_500, fen: 7_650 });
  // On paper what was found against the book, for whoever signs and files it.
  const { receipt } = await stock.keeper.call<{
    receipt: { title: string; sheets: { rows: string[][]; totals: string[]; signatures: string[] }[] };
  }>(page, 'print', { id });
  expect(receipt).toMatchObject({
    title: '盘点结果',
    sheets: [
      {
        rows: [['1', '李子', '10 千克', '8 千克', '8.5 千克', '-1.5 千克', '-13.50', expect.any(String)]],
        totals: ['', '合计', '', '', '', '', '-13.50', ''],
        signatures: ['清点：', '复盘：', '审核：', '日期：'],
      },
    ],
  });
});

test('what is found where there was none is worth what it cost last; a difference that would go below 0 is counted again', async () => {
  const house = await stock.house('找回仓');
  const peach = await stock.goods('桃子');
  await stock.post('IN', house, [{ goodsId: peach, typed: 4_000, amountFen: 4_400 }]);
  await stock.post('ISSUE', house, [{ goodsId: peach, typed: 4_000 }]);
  const found = await begin(house);
  await say(found, { 桃子: 1 });
  await stock.keeper.call(page, 'finish', { id: found });
  await say(found, { 桃子: 1 }, stock.other);
  await stock.keeper.call(page, 'finish', { id: found });
  await stock.other.call(page, 'post', { id: found });
  expect(await stock.balance(house, peach)).toMatchObject({ qty: 1_000, fen: 1_100 });
  const gone = await begin(house);
  await say(gone, { 桃子: 0 });
  await stock.keeper.call(page, 'finish', { id: gone });
  await say(gone, { 桃子: 0 }, stock.other);
  await stock.keeper.call(page, 'finish', { id: gone });
  await stock.post('ISSUE', house, [{ goodsId: peach, typed: 600 }]);
  expect(await refusedBy(stock.other.call(page, 'post', { id: gone }))).toMatchObject({ code: 'COUNT_AGAIN' });
  await stock.other.call(page, 'again', { id: gone, reason: '盘后出库' });
  expect(await stock.keeper.call(page, 'get', { id: gone })).toMatchObject({ status: 'RECOUNT' });
});

test('a count takes every move from every state, by either hand', async () => {
  const { pool } = stock.bench.database;
  const house = await stock.house('走查盘点仓');
  await stock.post('IN', house, [{ goodsId: await stock.goods('杏'), typed: 3_000, amountFen: 3_000 }]);
  const id = await begin(house);
  await say(id, { 杏: 3 });
  expect(
    await walkFlow(countFlow, {
      place: (status, mine) =>
        pool.query('update stock_count set status = $2, maker_id = $3 where id = $1', [
          id,
          status,
          (mine ? stock.keeper : stock.other).session.accountId,
        ]),
      call: async (event) => envelopeOf(await stock.keeper.call(page, event, { id, reason: '走查' })),
      status: async () => (await stock.keeper.call<{ status: string }>(page, 'get', { id })).status,
    }),
  ).toEqual([]);
});
