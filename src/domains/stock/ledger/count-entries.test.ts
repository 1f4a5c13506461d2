/** The ledger's count: days alone are counted along the key, whatever else is asked for is left to the list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erp, type StockBench, stockBench } from '../testing.ts';
import { countEntries } from './count-entries.ts';

let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench();
});
afterAll(() => stock?.bench.database.drop());

const page = `${erp}/stock_ledger`;

test('days are counted exactly up to the cap and one past it, of the own caterer alone; the page tells the same', async () => {
  stock.bench.clock.set(Date.parse('2026-11-03T09:00:00+08:00'));
  const house = await stock.house('台账仓');
  const rice = await stock.goods('台账米');
  await stock.post('IN', house, [{ goodsId: rice, typed: 50_000, amountFen: 32_500 }]);
  stock.bench.clock.set(Date.parse('2026-11-05T09:00:00+08:00'));
  for (const typed of [100, 200, 300]) await stock.post('ISSUE', house, [{ goodsId: rice, typed }]);
  const ctx = stock.keeper.ctx(page);
  const { rows } = await stock.bench.database.pool.query<{ day: string; n: number }>(
    `select to_char(business_date, 'YYYY-MM-DD') as day, count(*)::int as n from stock_entry
     where contractor_id = $1 group by 1 order by 1`,
    [ctx.session.unitId],
  );
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const on = (day: string) => rows.find((row) => row.day === day)?.n;
  expect([on('2026-11-03'), on('2026-11-05')]).toEqual([1, 3]);
  const businessDate = ['2026-11-05', '2026-11-05'];
  expect(await countEntries(ctx, { businessDate }, 1_000)).toBe(3);
  expect(await countEntries(ctx, { businessDate }, 2)).toBe(3);
  expect(await countEntries(ctx, { businessDate }, 1)).toBe(2);
  expect(await countEntries(ctx, { businessDate: ['2026-11-05', null], goodsId: [], kind: '' }, 1_000)).toBe(3);
  expect(await countEntries(ctx, {}, 1_000)).toBe(all);
  expect(await countEntries(ctx, { businessDate, goodsId: [rice] }, 1_000)).toBeUndefined();
  for (const search of [{ businessDate }, { businessDate, goodsId: [rice] }])
    expect(await stock.keeper.call(page, 'query', { search })).toMatchObject({ total: 3 });
});
