/** Bills fetched by the house from a channel that gives them, and what is seen of those it does not give. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { BillAnswer } from '../../funding/testing.ts';
import { billLines, type ClearingBench, clearingBench, paidLine, sandboxNo, today, wechatBill } from '../testing.ts';
import { fetchBills } from './fetch-bills.ts';

let bench: ClearingBench;
let day: string;
const asked: string[] = [];
let broken = false;

beforeAll(async () => {
  bench = await clearingBench();
  day = today(bench);
  bench.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  const order = await bench.order(1_200);
  const lines = await billLines(bench.app, 'WECHAT', day, [order]);
  const file = Buffer.from(wechatBill([...lines, paidLine(order)]));
  // The channel's server: one bill of the day, no fund bill, nothing on other days, and now and then out of order.
  const { pay } = bench.app.services;
  const sandbox = pay.provider('WECHAT')!;
  const bill = async (kind: 'TRADE' | 'FUND', of: string): Promise<BillAnswer> => {
    asked.push(`${kind} ${of}`);
    if (of !== day) return { none: '账单不存在' };
    if (broken || kind === 'FUND') throw new Error('微信支付繁忙（HTTP 500）');
    return { name: `${sandboxNo}-交易账单-${of}.csv`, bytes: file };
  };
  bench.app.services.pay = {
    ...pay,
    provider: (channel) => (channel === 'WECHAT' ? { ...sandbox, bill } : pay.provider(channel)),
  };
});
afterAll(() => bench?.stop());

const at = (date: string, time: string) => bench.app.clock.set(Date.parse(`${date}T${time}:00+08:00`));
/** As the operator of the next morning sees it. */
async function ask<T>(page: string, verb: string, body: object): Promise<T> {
  const token = await bench.app.login('platform');
  return (await bench.app.post(`/admin/platform/${page}`, verb, body, token)).body.data as T;
}
const bills = () =>
  ask<{ rows: Record<string, unknown>[] }>('merchant_bill', 'query', {
    search: { day: [day, day], kind: ['TRADE'], channel: ['WECHAT'] },
  });

test('before half past ten nobody asks for yesterday', async () => {
  at(addDays(day, 1), '09:00');
  await fetchBills(bench.app.services);
  expect(asked.some((one) => one.endsWith(day))).toBe(false);
});

test('what fails is kept with the channel’s words, stands on the page and the home, and is tried again', async () => {
  broken = true;
  at(addDays(day, 1), '10:30');
  asked.length = 0;
  expect(await fetchBills(bench.app.services)).toBe(0);
  // Days of which the channel said that there was nothing are not asked for again.
  expect(asked).toEqual([`TRADE ${day}`, `FUND ${day}`]);
  expect((await ask<{ text: string }>('merchant_bill', 'notice', { search: {} })).text).toContain('微信支付繁忙');
  const home = await ask<{ work: { label: string; count: number }[] }>('platform_home', 'figures', {});
  expect(home.work).toContainEqual(expect.objectContaining({ label: '账单下载失败', count: 2 }));
  broken = false;
  at(addDays(day, 1), '11:30');
  expect(await fetchBills(bench.app.services)).toBe(1);
  expect((await bills()).rows[0]).toMatchObject({
    channel: 'WECHAT',
    merchantNo: sandboxNo,
    makerName: '自动下载',
    problemCount: 0,
  });
  const { rows } = await bench.app.services.pool.query(
    `select kind, status, tries from bill_fetch where day = $1 order by kind`,
    [day],
  );
  expect(rows).toEqual([
    { kind: 'FUND', status: 'FAILED', tries: 2 },
    { kind: 'TRADE', status: 'TAKEN', tries: 2 },
  ]);
  asked.length = 0;
  await fetchBills(bench.app.services);
  expect(asked).toEqual([`FUND ${day}`]);
});
