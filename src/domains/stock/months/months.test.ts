/** A storehouse's month: what is open forbids it, two close it, its closing is the next opening, and what was handed over stays. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runStockChecks } from '../proof/run-checks.ts';
import { checkStock, closeMonths, erp, refusedBy, type StockBench, stockBench } from '../testing.ts';
import { lockMonthsAt } from './run-month.ts';

let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench();
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const page = `${erp}/stock_month`;
type Row = Record<string, unknown> & { id: number };
const at = (time: string) => stock.bench.clock.set(Date.parse(`${time}+08:00`));
const rows = async (storehouseId: number) =>
  (await stock.keeper.call<{ rows: Row[] }>(page, 'query', { search: { storehouseId: [storehouseId] } })).rows;
const close = async (id: number) => {
  expect(await refusedBy(stock.keeper.call(page, 'examine', { id }))).toBeNull();
  expect(await refusedBy(stock.other.call(page, 'close', { id }))).toBeNull();
  await closeMonths(stock.bench.services);
};

async function counted(storehouseId: number, goods: Record<string, number>): Promise<void> {
  const path = `${erp}/stock_count`;
  const { id } = await stock.keeper.call<{ id: number }>(path, 'create', { storehouseId, scope: 'ALL' });
  const { lines } = await stock.keeper.call<{ lines: { goodsName: string }[] }>(path, 'get', { id });
  await stock.keeper.call(path, 'update', {
    id,
    lines: lines.map((line) => ({ ...line, counted: goods[line.goodsName]! })),
  });
  await stock.keeper.call(path, 'finish', { id });
  expect(await refusedBy(stock.other.call(path, 'post', { id }))).toBeNull();
}

test('months close in order, by two, and the closing of one is the opening of the next', async () => {
  at('2026-09-10T09:00:00');
  const house = await stock.house('月结仓');
  const rice = await stock.goods('大米');
  await stock.post('IN', house, [{ goodsId: rice, typed: 50_000, amountFen: 32_500 }]);
  const issued = await stock.post('ISSUE', house, [{ goodsId: rice, typed: 33_333 }]);
  await counted(house, { 大米: 16.667 });
  at('2026-10-12T09:00:00');
  await stock.post('IN', house, [{ goodsId: rice, typed: 20_000, amountFen: 13_900 }]);
  const draft = await stock.draft('ISSUE', house, [{ goodsId: rice, typed: 10_000 }]);
  at('2026-11-03T09:00:00');
  await stock.keeper.call(page, 'begin');
  const [october, september] = await rows(house);
  expect([october!.monthName, september!.monthName]).toEqual(['2026-10', '2026-09']);
  expect(await refusedBy(stock.keeper.call(page, 'examine', { id: october!.id }))).toMatchObject({
    code: 'MONTH_ORDER',
    params: { before: '2026-09' },
  });
  await stock.keeper.call(page, 'examine', { id: september!.id });
  expect(await refusedBy(stock.keeper.call(page, 'close', { id: september!.id }))).toMatchObject({ code: 'NOT_NOW' });
  await stock.other.call(page, 'close', { id: september!.id });
  await closeMonths(stock.bench.services);
  expect((await rows(house))[1]).toMatchObject({
    status: 'CLOSED',
    openingFen: 0,
    inFen: 32_500,
    issueFen: 21_666,
    closingFen: 10_834,
    makerName: stock.keeper.session.name,
    checkerName: stock.other.session.name,
  });
  // A draft of October, and no count of what is worth most, keep October open.
  const open = await refusedBy(stock.keeper.call(page, 'examine', { id: october!.id }));
  expect(open).toMatchObject({ code: 'MONTH_OPEN', params: { what: expect.stringContaining(`LL${draft}`) } });
  expect(open).toMatchObject({ params: { what: expect.stringContaining('A 类物料已盘点：大米') } });
  await stock.keeper.call(`${erp}/stock_bill`, 'discard', { id: draft });
  await counted(house, { 大米: 36.667 });
  await close(october!.id);
  expect((await rows(house))[0]).toMatchObject({
    status: 'CLOSED',
    openingFen: 10_834,
    inFen: 13_900,
    closingFen: 24_734,
  });
  const { rows: lines } = await stock.keeper.call<{ rows: Row[] }>(`${page}/line`, 'query', {
    search: { monthId: october!.id },
  });
  expect(lines).toMatchObject([{ openingWords: '16.667 千克', inWords: '20 千克', closingWords: '36.667 千克' }]);
  // What happened in a month that is over stays.
  expect(await refusedBy(stock.move('reverse', issued, { reason: '领错了' }, stock.other))).toMatchObject({
    code: 'BILL_GONE',
    params: { why: expect.stringContaining('不是本月的单据') },
  });
});

test('a month is reopened from the last one back, with a reason, and not once it was handed over', async () => {
  at('2026-11-04T09:00:00');
  const [house] = (
    await stock.bench.database.pool.query<{ id: number }>(`select id from storehouse where name = '月结仓'`)
  ).rows;
  const [october, september] = await rows(house!.id);
  expect(await refusedBy(stock.other.call(page, 'reopen', { id: september!.id, reason: '漏记' }))).toMatchObject({
    code: 'MONTH_LATER',
    params: { later: '2026-10' },
  });
  await stock.other.call(page, 'reopen', { id: october!.id, reason: '漏记' });
  await close(october!.id);
  await stock.bench.database.pool.query('update storehouse set site_id = 31 where id = $1', [house!.id]);
  for (const month of ['2026-09-01', '2026-10-01'])
    await lockMonthsAt(stock.bench.database.pool, 31, month, '2026-11-05T09:00:00+08:00');
  expect((await rows(house!.id)).map(({ status }) => status)).toEqual(['LOCKED', 'LOCKED']);
  expect(await refusedBy(stock.other.call(page, 'reopen', { id: october!.id, reason: '漏记' }))).toMatchObject({
    code: 'NOT_NOW',
  });
});

test('what breaks a rule goes back with the reason', async () => {
  at('2026-10-10T09:00:00');
  const house = await stock.house('差错仓');
  const flour = await stock.goods('面粉');
  await stock.post('IN', house, [{ goodsId: flour, typed: 1_000, amountFen: 500 }]);
  await counted(house, { 面粉: 1 });
  at('2026-11-04T09:00:00');
  await stock.keeper.call(page, 'begin');
  const [month] = await rows(house);
  const { pool } = stock.bench.database;
  await stock.keeper.call(page, 'examine', { id: month!.id });
  await stock.other.call(page, 'close', { id: month!.id });
  await pool.query('update stock_day set in_fen = in_fen + 1 where goods_id = $1', [flour]);
  await closeMonths(stock.bench.services);
  expect((await rows(house))[0]).toMatchObject({
    status: 'OPEN',
    error: expect.stringMatching(/S7.*处不符，见「库存核对」/),
  });
  await pool.query('update stock_day set in_fen = in_fen - 1 where goods_id = $1', [flour]);
  await close(month!.id);
  expect((await rows(house))[0]).toMatchObject({ status: 'CLOSED', error: '' });
});

test('the nightly proof begins where the last one ended, finds what is wrong since, and then begins anew', async () => {
  const { pool } = stock.bench.database;
  const night = async (day: string) => {
    at(`${day}T04:20:00`);
    const breaks = await runStockChecks(stock.bench.services);
    const { rows } = await pool.query<{ whole: boolean; n: number }>(
      'select whole, entry_count::int as n from stock_check_run order by started_at desc limit 1',
    );
    return { ...rows[0]!, rules: [...new Set(breaks.map(({ rule }) => rule))] };
  };
  const all = await night('2026-11-20');
  expect(all).toMatchObject({ whole: true, rules: [] });
  at('2026-11-24T09:00:00');
  const house = await stock.house('夜核仓');
  const oats = await stock.goods('燕麦');
  await stock.post('IN', house, [{ goodsId: oats, typed: 1_000, amountFen: 500 }]);
  // The new one is read and what was booked in the two days before the last that was proven.
  const later = await night('2026-11-25');
  expect(later).toMatchObject({ whole: false, rules: [] });
  expect(later.n).toBeLessThan(all.n);
  await stock.post('ISSUE', house, [{ goodsId: oats, typed: 400 }]);
  await pool.query('update stock_balance set value_fen = value_fen + 1 where goods_id = $1', [oats]);
  expect(await night('2026-11-26')).toEqual({ whole: false, n: 2, rules: ['S1'] });
  const told = await stock.keeper.call<{ tone: string; text: string }>(`${erp}/stock_ledger`, 'notice');
  expect(told).toMatchObject({ tone: 'danger', text: expect.stringContaining('1 处结存与流水不符') });
  await pool.query('update stock_balance set value_fen = value_fen - 1 where goods_id = $1', [oats]);
  expect(await night('2026-11-27')).toEqual({ whole: true, n: all.n + 2, rules: [] });
  expect(await night('2026-11-28')).toMatchObject({ whole: false, rules: [] });
  // Once a week everything is read again, whatever was proven.
  expect(await night('2026-12-05')).toMatchObject({ whole: true, rules: [] });
});
