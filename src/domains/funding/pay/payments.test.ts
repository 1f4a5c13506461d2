/** Online recharges over HTTP: one credit per channel transaction, whoever brings the news first. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench, scriptedProvider } from '../testing.ts';
import { creditPayment } from './credit.ts';
import type { PaymentState, PayProvider } from './provider.ts';
import { payService } from './service.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/refund#query', '/admin/organization/refund#approve']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Opened {
  id: number;
  orderNo: string;
}
const open = (personId: number, amountFen = 5_000) =>
  bench.call<Opened>('recharge', 'pay_code', { personId, amountFen, channel: 'WECHAT' });
const statusOf = async (id: number) =>
  (await bench.app.services.pool.query<{ status: string }>('select status from recharge_order where id = $1', [id]))
    .rows[0]!.status;
const callbacks = async (orderNo: string) =>
  (
    await bench.app.services.pool.query<{ status: string; error: string | null; sign_ok: boolean }>(
      'select status, error, sign_ok from third_pay_callback where out_trade_no = $1 order by id',
      [orderNo],
    )
  ).rows;

/** A channel whose callbacks say what stands in their JSON body; `forged` ones are not believed. */
function talking(payments: PaymentState[] = [{ state: 'WAITING' }]): PayProvider {
  return {
    ...scriptedProvider({ payments }).provider,
    readCallback: ({ headers, body }) =>
      headers['wechatpay-signature'] === 'forged'
        ? { sign: 'BAD', detail: '签名不一致' }
        : {
            sign: 'OK',
            kind: 'PAYMENT',
            payment: { merchantNo: '1900000001', paidAt: bench.app.clock.now(), ...JSON.parse(body) },
          },
    reply: (taken) => ({ status: taken ? 200 : 500, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),
  };
}
const use = (provider: PayProvider) => {
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
};
const send = (body: object | string, headers: Record<string, string> = {}) =>
  bench.app.request('POST', '/api/pay/callback/wechat', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

test('callback, repeated callback, query and re-post: one credit', async () => {
  const personId = await bench.person();
  use(talking());
  const { id, orderNo } = await open(personId);
  expect(await statusOf(id)).toBe('PAYING');
  const news = { outTradeNo: orderNo, channelNo: `42${id}`, amountFen: 5_000 };
  use(talking([{ state: 'PAID', ...news, paidAt: bench.app.clock.now() }]));
  const all = await Promise.all([
    send(news),
    send(news),
    bench.call('recharge', 'pay_state', { id }),
    bench.call('main_account_order', 'ask', { id }),
    creditPayment(bench.app.services, { ...news, channel: 'WECHAT', paidAt: bench.app.clock.now(), via: 'BILL' }),
  ]);
  expect([all[0].status, all[1].status]).toEqual([200, 200]);
  expect((await send(news)).status).toBe(200);
  expect(await statusOf(id)).toBe('CREDITED');
  expect(await bench.mainFen(personId)).toEqual({ balance: 5_000, held: 0 });
  expect((await callbacks(orderNo)).map((c) => c.status).at(-1)).toBe('DUPLICATE');
  expect(await bench.call('recharge', 'reverse', { id, reason: '错' })).toMatchObject({ errorcode: 2644 });
});

test('every state of a callback', async () => {
  const personId = await bench.person();
  use(talking());
  const { id, orderNo } = await open(personId);
  const news = { outTradeNo: orderNo, channelNo: `43${id}`, amountFen: 5_000 };
  expect((await send(news, { 'wechatpay-signature': 'forged' })).status).toBe(500);
  expect((await send({ ...news, amountFen: 4_999 })).status).toBe(500);
  expect((await send({ ...news, outTradeNo: 'CZ404' })).status).toBe(500);
  expect((await send({ ...news, merchantNo: 'other' })).status).toBe(500);
  expect((await send('{')).status).toBe(500);
  expect((await bench.mainFen(personId)).balance).toBe(0);
  expect((await send(news)).status).toBe(200);
  expect((await callbacks(orderNo)).map((c) => [c.status, c.sign_ok])).toEqual([
    ['AMOUNT_MISMATCH', true],
    ['NO_ORDER', true],
    ['HANDLED', true],
  ]);
  const { rows } = await bench.app.services.pool.query(
    `select status from third_pay_callback where out_trade_no = '' `,
  );
  expect(rows).toEqual([{ status: 'BAD_SIGN' }, { status: 'BAD_SIGN' }]);
});

test('a forged callback leaves its hash alone, and many of them leave nothing', async () => {
  use(talking());
  const forged = { 'wechatpay-signature': 'forged', 'wechatpay-serial': 'x'.repeat(500) };
  const answers = [];
  for (let i = 0; i < 40; i++)
    answers.push((await send({ outTradeNo: `F${i}`, filler: 'y'.repeat(9_000) }, forged)).status);
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
  const { rows } = await bench.app.services.pool.query<{ raw: string; headers: object; n: number }>(
    `select raw, headers, (count(*) over ())::int as n from third_pay_callback where not sign_ok order by id desc limit 1`,
  );
  expect(rows[0]!.raw).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(rows[0]!.headers).toEqual({});
  expect(rows[0]!.n).toBeLessThan(40);
  // The channel, from the same address, is heard all the while.
  expect((await send({ outTradeNo: 'CZ405' })).status).toBe(500);
});

test('a transaction typed in by hand before is not booked a second time', async () => {
  const personId = await bench.person();
  use(talking());
  const { id, orderNo } = await open(personId);
  await bench.call('recharge', 'create', { personId, amountFen: 5_000, channel: 'WECHAT', channelNo: `44${id}` });
  expect((await send({ outTradeNo: orderNo, channelNo: `44${id}`, amountFen: 5_000 })).status).toBe(200);
  expect((await callbacks(orderNo))[0]).toMatchObject({ status: 'DUPLICATE' });
  expect((await bench.mainFen(personId)).balance).toBe(5_000);
});

test('an order is closed only after asking; what was paid meanwhile is booked, even when closed before', async () => {
  const personId = await bench.person();
  use(talking([{ state: 'UNKNOWN', detail: '' }]));
  const first = await open(personId);
  expect(await bench.call('main_account_order', 'close', { id: first.id })).toMatchObject({ errorcode: 2643 });
  expect(await statusOf(first.id)).toBe('PAYING');
  use(talking([{ state: 'PAID', channelNo: `45${first.id}`, amountFen: 5_000, paidAt: 0 }]));
  await bench.call('main_account_order', 'close', { id: first.id });
  expect(await statusOf(first.id)).toBe('CREDITED');
  use(talking());
  const second = await open(personId);
  await bench.call('main_account_order', 'close', { id: second.id });
  expect(await statusOf(second.id)).toBe('CLOSED');
  expect((await send({ outTradeNo: second.orderNo, channelNo: `46${second.id}`, amountFen: 5_000 })).status).toBe(200);
  expect(await statusOf(second.id)).toBe('CREDITED');
  expect((await bench.mainFen(personId)).balance).toBe(10_000);
});

test('a payment for an account closed meanwhile waits, and is booked once the account is open again', async () => {
  const personId = await bench.person();
  use(talking());
  const { id, orderNo } = await open(personId);
  await bench.call('user', 'close', { id: personId });
  const news = { outTradeNo: orderNo, channelNo: `47${id}`, amountFen: 5_000 };
  expect((await send(news)).status).toBe(500);
  expect((await callbacks(orderNo))[0]).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('未开户或已销户'),
  });
  await bench.call('user', 'reopen', { id: personId });
  expect((await send(news)).status).toBe(200);
  expect((await send(news)).status).toBe(200);
  expect((await bench.mainFen(personId)).balance).toBe(5_000);
});

test('the sandbox: a code, a payment, the callback it sends, a refund the way it came', async () => {
  const { clock, random } = bench.app.services;
  bench.app.services.pay = payService([], true, { clock, random });
  const personId = await bench.person();
  const opened = await bench.call<Opened & { code: string; sandbox: boolean }>('recharge', 'pay_code', {
    personId,
    amountFen: 3_000,
    channel: 'ALIPAY',
  });
  expect(opened).toMatchObject({ sandbox: true, code: `sandbox://alipay/${opened.orderNo}` });
  expect(await bench.call('recharge', 'pay_state', { id: opened.id })).toMatchObject({
    status: 'PAYING',
    said: 'WAITING',
  });
  await bench.call('recharge', 'sandbox_pay', { id: opened.id });
  expect(await bench.call('recharge', 'pay_state', { id: opened.id })).toMatchObject({ status: 'CREDITED' });
  const { id } = await bench.call<{ id: number }>('third_refund', 'create', {
    rechargeOrderId: opened.id,
    amountFen: 1_000,
    reason: '多充',
  });
  const { rows } = await bench.call<{ rows: Record<string, unknown>[] }>('third_refund', 'query', {});
  expect(rows.find((r) => r.id === id)).toMatchObject({
    status: 'SUCCESS',
    channel: 'ALIPAY',
    amountFen: 1_000,
    tradeNo: opened.orderNo,
  });
  expect(
    await bench.call('third_refund', 'create', { rechargeOrderId: opened.id, amountFen: 2_001, reason: '多充' }),
  ).toMatchObject({ errorcode: 2616 });
  expect(await statusOf(opened.id)).toBe('PART_REFUNDED');
  const waiting = await open(personId, 100);
  const list = await bench.call<{ rows: { id: number }[] }>('recharge', 'query', {});
  expect(list.rows.some((r) => r.id === waiting.id)).toBe(false);
  expect((await bench.mainFen(personId)).balance).toBe(2_000);
  const orders = await bench.call<{ rows: { kind: string; status: string }[] }>('main_account_order', 'query', {
    search: { keyword: `TK` },
  });
  expect(orders.rows.some((r) => r.kind === 'REFUND' && r.status === 'REFUND_SUCCESS')).toBe(true);
});

test('nothing is opened beyond the stored maximum, and nobody pays at a channel that is not there', async () => {
  const personId = await bench.person({ cash: 499_000 });
  use(talking());
  expect(await open(personId, 1_001)).toMatchObject({ errorcode: 2013 });
  bench.app.services.pay = { provider: () => undefined, sandbox: () => undefined };
  expect(await open(personId, 100)).toMatchObject({ errorcode: 2617 });
  expect((await send({})).status).toBe(404);
});

test('查单 says what the channel has of an order, and that a number somebody made up is not there', async () => {
  const personId = await bench.person();
  use(talking([{ state: 'PAID', channelNo: '4200000ask', amountFen: 5_000, paidAt: bench.app.clock.now() }]));
  const { id } = await open(personId);
  await bench.call('main_account_order', 'ask', { id });
  expect(await statusOf(id)).toBe('CREDITED');
  const asked = (order: number) =>
    bench.call<{ receipt: { lines: string[][]; footer: string } }>('recharge/detail', 'ask', { id: order });
  const both = await asked(id);
  expect(both.receipt.lines).toContainEqual(['渠道金额', '50.00 元']);
  expect(both.receipt.footer).toBe('双方一致');
  use(talking([{ state: 'NOT_FOUND' }]));
  const made = await bench.call<{ id: number }>('recharge', 'create', {
    personId,
    amountFen: 100,
    channel: 'WECHAT',
    channelNo: 'made-up',
  });
  const alone = await asked(made.id);
  expect(alone.receipt.lines).toContainEqual(['渠道状态', '渠道没有这笔订单']);
  expect(alone.receipt.footer).toBe('双方不一致，请核对渠道账单');
  const cash = await bench.call<{ id: number }>('recharge', 'create', { personId, amountFen: 100, channel: 'CASH' });
  expect(await bench.call('recharge/detail', 'ask', { id: cash.id })).toMatchObject({ errorcode: 1203 });
});
