/** 库存核对: every rule in words, and what does not agree under its name, of one's own books alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsBehind } from '../../../kit/server/page/rows-behind.ts';
import { menu } from '../../menu/domain.ts';
import { purchase } from '../../purchase/domain.ts';
import { erp, runStockChecks, type StockBench, stockBench } from '../../stock/testing.ts';
import { supplyWork } from '../open-work.ts';
import pages from './pages/stock_proof.server.ts';

const page = `${erp}/stock_proof`;
let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench(pages, [menu, purchase]);
});
afterAll(() => stock?.bench.database.drop());

type Row = Readonly<Record<string, unknown>>;
const asked = async (path: string, search: Row = {}, by = stock.keeper) =>
  (await by.call<{ rows: Row[] }>(path, 'query', { size: 50, search })).rows;

/** What the home's line of breaks counts; undefined where it has none. */
async function lineOf(by = stock.keeper) {
  const ctx = by.ctx('/admin/contractor/contractor_home');
  const line = (await supplyWork(ctx)).find(({ label }) => label === '库存不平');
  return line && 'search' in line ? (await rowsBehind(ctx, line.path!, line.search)).count : undefined;
}

test('all sixteen hold, each with what it compares; one that does not opens where', async () => {
  const house = await stock.house('中心仓');
  const rice = await stock.goods('大米');
  await stock.post('IN', house, [{ goodsId: rice, typed: 1_000, amountFen: 500 }]);
  const rules = await asked(page);
  expect(rules.map(({ rule }) => rule)).toEqual(Array.from({ length: 16 }, (_, i) => `S${i + 1}`));
  for (const one of rules) expect(one).toMatchObject({ state: 'HOLDS', breakCount: 0, compares: expect.any(String) });
  await runStockChecks(stock.bench.services);
  expect(await lineOf()).toBeUndefined();
  const { pool } = stock.bench.database;
  await pool.query('update stock_balance set value_fen = value_fen + 7 where goods_id = $1', [rice]);
  await pool.query('update stock_day set in_qty = in_qty + 1 where goods_id = $1', [rice]);
  const broken = (await asked(page)).filter(({ state }) => state === 'BROKEN');
  expect(broken.map(({ rule }) => rule)).toEqual(['S1', 'S7', 'S14']);
  expect(broken[0]).toMatchObject({ breakCount: 1, firstBreak: expect.stringContaining('「大米」 在「中心仓」') });
  // Each opens exactly its own, with the goods whose entries say more.
  expect(await asked(`${page}/break`, { rule: ['S1'] })).toMatchObject([
    { rule: 'S1', goodsId: rice, storehouseId: house, found: '1000 / 507，流水合计 1000 / 500' },
  ]);
  expect(await asked(`${page}/break`)).toHaveLength(3);
  // The night finds them; the home counts what its line opens, of whose books it is alone.
  await runStockChecks(stock.bench.services, true);
  expect(await lineOf()).toBe(3);
  expect(await lineOf(stock.rival)).toBeUndefined();
  // Nobody else's books are told of.
  expect((await asked(page, {}, stock.rival)).every(({ state }) => state === 'HOLDS')).toBe(true);
});

test('older months are gone through where somebody asks for them', async () => {
  const { pool } = stock.bench.database;
  const house = await stock.house('旧账仓');
  const beans = await stock.goods('黄豆');
  const at = (time: string) => stock.bench.clock.set(Date.parse(`${time}+08:00`));
  const now = stock.bench.clock.now();
  at('2026-03-02T09:00:00');
  await stock.post('IN', house, [{ goodsId: beans, typed: 1_000, amountFen: 500 }]);
  stock.bench.clock.set(now);
  await pool.query('update stock_day set in_qty = in_qty + 1 where goods_id = $1', [beans]);
  const found = async (span?: string) =>
    (await asked(`${page}/break`, span ? { span: [span] } : {})).filter(({ goodsId }) => goodsId === beans);
  expect(await found()).toEqual([]);
  expect(await found('TWO_MONTHS')).toEqual([]);
  expect((await found('ALL')).map(({ rule }) => rule)).toEqual(['S7', 'S14']);
  await pool.query('update stock_day set in_qty = in_qty - 1 where goods_id = $1', [beans]);
});
