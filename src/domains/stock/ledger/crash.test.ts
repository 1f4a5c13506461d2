/** SIGKILL amid receipts, issues, transfers, counts and sales: what was committed is there, every rule holds, and work goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killedRun } from '../../../../tests/support/killed-run.ts';
import { systemClock } from '../../../kit/server/clock.ts';
import { units } from '../../tenancy/testing.ts';
import { bookDues } from '../dues/book-dues.ts';
import { checkStock, type StockBench, stockBench } from '../testing.ts';
import type { CrashOrder } from './crash-child.ts';

const rounds = 3;

let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench();
});
afterAll(() => stock?.bench.database.drop());

const child = new URL('./crash-child.ts', import.meta.url);

test('kill -9 of the storekeeper under load: committed ⊆ there, S1–S14 hold, the rest is booked later', {
  timeout: 120_000,
}, async () => {
  const houses = [await stock.house('断电甲仓'), await stock.house('断电乙仓')] as const;
  const goods = [await stock.goods('土豆'), await stock.goods('白菜'), await stock.goods('豆腐')];
  const { pool, connectionString } = stock.bench.database;
  const order = {
    connectionString,
    contractorId: units.contractor,
    organizationId: units.organization,
    houses,
    goods,
    callers: 6,
  };
  let committed = 0;
  for (let round = 0; round < rounds; round++) {
    const told = await killedRun(child, { ...order, seed: 11 + round } satisfies CrashOrder, 300 + round * 350);
    committed += told.length;
    const of = (prefix: string) =>
      told.filter((one) => one.startsWith(prefix)).map((one) => Number(one.replace('due ', '')));
    const dues = of('due ');
    const bills = told.filter((one) => !one.startsWith('due ')).map(Number);
    const { rows } = await pool.query<{ bills: number; dues: number }>(
      `select (select count(*)::int from stock_bill where id = any($1)) as bills, (select count(*)::int from stock_due where id = any($2)) as dues`,
      [bills, dues],
    );
    expect(rows[0]).toEqual({ bills: new Set(bills).size, dues: dues.length });
    expect(await checkStock(pool)).toEqual([]);
  }
  expect(committed).toBeGreaterThan(rounds * 5);
  // What the dead have left is booked by whoever comes next, once; their clock was the machine's own.
  stock.bench.clock.set(systemClock.now());
  await bookDues(stock.bench.services);
  expect(await bookDues(stock.bench.services)).toBe(0);
  expect(await checkStock(pool)).toEqual([]);
});
