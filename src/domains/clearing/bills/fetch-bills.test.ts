/** Bills fetched by the house from a channel that gives them, and what is seen of those it does not give. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type BillAnswer, type BillServer, billedAccount, billServer } from '../../funding/testing.ts';
import {
  alipayBill,
  alipayFund,
  billLines,
  type ClearingBench,
  clearingBench,
  type Order,
  paidLine,
  sandboxNo,
  today,
  wechatBill,
} from '../testing.ts';
import { fetchBills } from './fetch-bills.ts';

let bench: ClearingBench;
let day: string;
const asked: string[] = [];
let broken = false;
let sandboxes: ClearingBench['app']['services']['pay'];

beforeAll(async () => {
  bench = await clearingBench();
  day = today(bench);
  bench.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  const order = await bench.order(1_200);
  const lines = await billLines(bench.app, 'WECHAT', day, [order]);
  const file = Buffer.from(wechatBill([...lines, paidLine(order)]));
  // The channel's server: one bill of the day, no fund bill, nothing on other days, and now and then out of order.
  const { pay } = bench.app.services;
  sandboxes = pay;
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

/** An order as it stood at a channel set up for real; the sandbox took the money. */
async function ownOrder(channel: 'WECHAT' | 'ALIPAY', amountFen: number): Promise<Order> {
  const { services } = bench.app;
  const { pay } = services;
  services.pay = sandboxes;
  const order = await bench.order(amountFen, channel);
  services.pay = pay;
  return order;
}
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

describe('at once, from servers that speak as both channels do', () => {
  let server: BillServer;
  const page = 'merchant_bill';
  const fetchNow = (body: object) =>
    bench.ask<{ receipt: { lines: [string, string][]; footer: string } }>(page, 'fetch', body);
  beforeAll(async () => {
    server = await billServer(bench.app.clock);
    const { services } = bench.app;
    services.pay = {
      ...services.pay,
      provider: (channel) => (channel === 'WECHAT' ? server.wechat : server.alipay),
      sandbox: () => undefined,
    };
  });
  afterAll(() => server?.stop());

  test('what lies there comes with its outcome, what does not is said, both again when pressed again', async () => {
    const before = addDays(day, -1);
    at(before, '12:00');
    const order = await ownOrder('ALIPAY', 1_500);
    const line = paidLine(order, { at: `${before} 12:00:00` });
    server.files.set(`ALIPAY TRADE ${before}`, alipayBill([line]));
    server.files.set(
      `ALIPAY FUND ${before}`,
      alipayFund([{ flowNo: 'F1', channelNo: order.channelNo, what: '收款', fen: 1_500, at: `${before} 12:00:00` }], 0),
    );
    server.files.set(
      `WECHAT TRADE ${before}`,
      Buffer.from(
        wechatBill([paidLine(await ownOrder('WECHAT', 900), { merchantNo: '1900009191', at: `${before} 12:00:00` })]),
      ),
    );
    at(day, '10:31');
    // Nobody has registered the account: the channel gives its bills for our own key.
    await bench.app.services.pool.query(`delete from bill_merchant where channel = 'ALIPAY'`);
    const first = await fetchNow({ day: before });
    expect(await bench.rows('bill_merchant', { channel: ['ALIPAY'] })).toMatchObject([
      { merchantNo: billedAccount, source: 'FETCHED', makerName: '自动下载', status: 'NORMAL' },
    ]);
    expect(first.receipt.lines).toEqual([
      // The sandbox's orders carry its own number: said as differences.
      ['微信支付 1900009191 交易账单', expect.stringMatching(/^已导入：1 笔，\d 处差异已列入「异常交易记录」$/)],
      ['微信支付 1900009191 资金账单', '没有账单：账单不存在'],
      ['支付宝 2021000000000001 交易账单', expect.stringMatching(/^已导入：1 笔/)],
      ['支付宝 2021000000000001 资金账单', '已导入：1 笔'],
    ]);
    expect(first.receipt.footer).toContain('已导入 3 份，没有账单 1 份');
    const listed = await bench.rows<{ channel: string; kind: string; lineCount: number; problemCount: number }>(page, {
      day: [before, before],
    });
    for (const kind of ['TRADE', 'FUND'])
      expect(listed).toContainEqual(expect.objectContaining({ channel: 'ALIPAY', kind, lineCount: 1 }));
    expect((await fetchNow({ day: before, channel: 'ALIPAY' })).receipt.lines).toEqual([
      ['支付宝 2021000000000001 交易账单', '已导入：1 笔，与已导入的相同'],
      ['支付宝 2021000000000001 资金账单', '已导入：1 笔，与已导入的相同'],
    ]);
    // The hour does not ask again for what has come.
    server.asked.length = 0;
    await fetchBills(bench.app.services);
    expect(server.asked.filter((one) => one.endsWith(before) && !one.startsWith('WECHAT FUND'))).toEqual([]);
  });

  test('a day too new or too old is not asked for; without a merchant number it says what to do', async () => {
    server.asked.length = 0;
    expect(await fetchNow({ day })).toMatchObject({ errormsg: expect.stringContaining('次日 10:30 以后才有账单') });
    expect(await fetchNow({ day: addDays(day, -100) })).toMatchObject({
      errormsg: expect.stringContaining('只保留三个月'),
    });
    expect(server.asked).toEqual([]);
    const { services } = bench.app;
    const { pay } = services;
    services.pay = { ...pay, provider: () => undefined };
    expect(await fetchNow({ day: addDays(day, -1), channel: 'ALIPAY' })).toMatchObject({
      errorcode: 3607,
      errormsg: expect.stringContaining('没有可以自动下载账单的支付宝商户号'),
    });
    services.pay = pay;
  });

  test('a file that is no bill fails in words and stands on the home until somebody drops the right one', async () => {
    const past = addDays(day, -2);
    server.files.set(`ALIPAY TRADE ${past}`, Buffer.from('not a bill'));
    const { receipt } = await fetchNow({ day: past, channel: 'ALIPAY' });
    expect(receipt.lines[0]![1]).toMatch(/^失败：.*不是渠道账单/);
    expect(receipt.footer).toContain('失败的每小时再试');
    const failed = async () =>
      (await ask<{ work: { label: string; count: number }[] }>('platform_home', 'figures', {})).work.find(
        ({ label }) => label === '账单下载失败',
      )?.count ?? 0;
    const before = await failed();
    expect(before).toBeGreaterThan(0);
    await bench.drop(alipayBill([paidLine(await ownOrder('ALIPAY', 700), { at: `${past} 12:00:00` })]));
    expect(await failed()).toBe(before - 1);
  });
});
