/** 商品进销存 says the same before and after past days are folded into running totals, whatever period is asked for. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dateAt } from '../../../kit/server/clock.ts';
import { checkStock, foldDays, type StockBench, stockBench } from '../../stock/testing.ts';
import moves from './pages/goods_summary-moves.server.ts';

const page = '/admin/contractor/supermarket/goods_summary/moves';
let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench([moves]);
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const at = (day: string) => stock.bench.clock.set(Date.parse(`${day}T10:00:00+08:00`));
type Row = Readonly<Record<string, unknown>>;
const asked = (businessDate: [string, string] | undefined, storehouseId?: number[]) =>
  stock.keeper.call<{ rows: Row[]; check?: { ok: boolean } }>(page, 'query', {
    size: 50,
    search: { ...(businessDate && { businessDate }), ...(storehouseId && { storehouseId }) },
  });

test('a period is the difference of two running totals and the days that are not folded yet', async () => {
  at('2026-08-30');
  const [house, other] = [await stock.house('中心'), await stock.house('分仓')];
  const [rice, oil] = [await stock.goods('大米'), await stock.goods('菜油', { baseUnit: 'ML' })];
  await stock.post('IN', house, [{ goodsId: rice, typed: 50_000, amountFen: 32_500 }]);
  at('2026-09-02');
  await stock.post('ISSUE', house, [{ goodsId: rice, typed: 33_333 }]);
  await stock.post('IN', other, [{ goodsId: oil, typed: 9_000, amountFen: 9_999 }]);
  at('2026-09-03');
  await stock.post('IN', other, [{ goodsId: rice, typed: 7_000, amountFen: 4_900 }]);
  await stock.post('LOSS', other, [{ goodsId: oil, typed: 500, reason: '打翻' }]);
  const periods: ([string, string] | undefined)[] = [
    ['2026-08-30', '2026-09-02'],
    ['2026-09-01', '2026-09-02'],
    ['2026-09-02', '2026-09-03'],
    ['2026-09-03', '2026-09-30'],
    ['2026-09-04', '2026-09-30'],
    ['2026-08-01', '2026-08-29'],
    ['2026-08-01', '2026-08-31'],
    ['2026-09-01', '2026-09-30'],
    ['2026-01-01', '2026-12-31'],
    undefined,
  ];
  const told = () => Promise.all(periods.flatMap((one) => [asked(one), asked(one, [other])]));
  const before = await told();
  expect(before[2]!.rows).toMatchObject([
    { goodsName: '大米', openingQty: 50_000, issueQty: 33_333, closingQty: 16_667, openingFen: 32_500 },
    { goodsName: '菜油', openingQty: 0, inQty: 9_000, closingQty: 9_000, closingFen: 9_999 },
  ]);
  // Today is not over: it stays a day by itself.
  await foldDays(stock.bench.services);
  const { pool } = stock.bench.database;
  const folded = async () =>
    (await pool.query<{ day: string }>('select max(business_date)::text as day from stock_running')).rows[0]!.day;
  expect(await folded()).toBe('2026-09-02');
  expect(await told()).toEqual(before);
  at('2026-09-20');
  await foldDays(stock.bench.services);
  await foldDays(stock.bench.services);
  expect(await folded()).toBe('2026-09-03');
  expect(await told()).toEqual(before);
  // What comes after is told beside them.
  await stock.post('ISSUE', other, [{ goodsId: rice, typed: 1_000 }]);
  expect(dateAt(stock.bench.clock.now())).toBe('2026-09-20');
  const [, later] = await Promise.all([
    asked(['2026-09-04', '2026-09-30']),
    asked(['2026-09-03', '2026-09-30'], [other]),
  ]);
  expect(later.rows[0]).toMatchObject({ openingQty: 0, inQty: 7_000, issueQty: 1_000, closingQty: 6_000 });
  expect(await asked(['2026-09-02', '2026-09-03'])).toEqual(before[4]);
  // The report reads them: a total that is wrong is seen in it, and named by S16.
  await pool.query(
    `update stock_running set in_qty = in_qty + 5, in_fen = in_fen + 5 where goods_id = $1 and business_date = '2026-09-02'`,
    [oil],
  );
  expect((await asked(['2026-09-02', '2026-09-02'])).rows[1]).toMatchObject({ inQty: 9_005 });
  const named = async (since: string | null) => [
    ...new Set((await checkStock(pool, null, since)).map(({ rule }) => rule)),
  ];
  expect(await named(null)).toEqual(['S16']);
  expect(await named('2026-09-02')).toEqual(['S16']);
  // Begun after it, the proof still sees that the next day does not follow.
  expect(await named('2026-09-03')).toEqual(['S16']);
  await pool.query(
    `update stock_running set in_qty = in_qty - 5, in_fen = in_fen - 5 where goods_id = $1 and business_date = '2026-09-02'`,
    [oil],
  );
  await pool.query('delete from stock_running where goods_id = $1', [oil]);
  expect(await named('2026-09-03')).toEqual(['S16']);
  await pool.query('update stock_running_end set in_fen = in_fen + 1 where ends = $1', ['2026-08-31']);
  expect(await named(null)).toEqual(['S16']);
  await pool.query('delete from stock_running; delete from stock_folded');
  await foldDays(stock.bench.services);
  expect(await asked(['2026-09-02', '2026-09-03'])).toEqual(before[4]);
});
