/** 取款 and 退款 over HTTP: money is held, approved by another, leaves once, or comes free again. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { type FundingBench, fundingBench, scriptedProvider } from '../testing.ts';
import { refund } from './pages/refund.page.ts';
import { refundFlow } from './states.ts';

const grants = ['query', 'create', 'approve', 'reject', 'payCash', 'payBank'].map(
  (v) => `/admin/organization/refund#${v}`,
);
let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench([...grants, '/admin/organization/cash_out_detail#query']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

type Order = { id: number; status: string; way: string; amountFen: number; refundNo: string; error: string | null };
const ordersOf = async (personId: number): Promise<Order[]> => {
  const { rows } = await bench.app.services.pool.query<Order>(
    `select id, status, way, amount_fen as "amountFen", refund_no as "refundNo", error from refund_order
      where person_id = $1 order by id`,
    [personId],
  );
  return rows;
};
const apply = (personId: number, amountFen: number | null, more: object = {}, key?: string) =>
  bench.call<{ id: number }>(
    'refund',
    'create',
    { personId, amountFen, reason: '离校', restWay: 'CASH', ...more },
    bench.clerk,
    key,
  );

test('cash out: never more than is free, once per form, reversed on the day', async () => {
  const personId = await bench.person({ cash: 10_000 });
  const form = { personId, amountFen: 4_000, reason: 'PARTIAL' };
  const first = await bench.call<{ id: number }>('cash_out_detail', 'create', form, bench.clerk, 'cash-out-once');
  const again = await bench.call<{ id: number }>('cash_out_detail', 'create', form, bench.clerk, 'cash-out-once');
  expect(again.id).toBe(first.id);
  expect(await bench.mainFen(personId)).toEqual({ balance: 6_000, held: 0 });
  expect(await bench.call('cash_out_detail', 'create', { ...form, amountFen: 6_001 })).toMatchObject({
    errormsg: '余额不足：应扣 60.01 元，可用 60.00 元',
  });
  await bench.call('cash_out_detail', 'reverse', { id: first.id, reason: '点错人' });
  expect(await bench.mainFen(personId)).toEqual({ balance: 10_000, held: 0 });
  const { rows } = await bench.call<{ rows: Record<string, unknown>[] }>('cash_out_detail', 'query', {});
  expect(rows[0]).toMatchObject({ id: first.id, status: 'REVERSED', amountFen: 4_000, balanceAfterFen: 6_000 });
});

test('someone leaving may be paid out, but not in', async () => {
  const personId = await bench.person({ cash: 1_000, closing: true });
  expect(await bench.call('deposit', 'create', { personId, amountFen: 100 })).toMatchObject({ errorcode: 2600 });
  const out = await bench.call<{ id: number }>('cash_out_detail', 'create', {
    personId,
    amountFen: 1_000,
    reason: 'CLOSE_ACCOUNT',
  });
  expect(out.id).toBeGreaterThan(0);
});

test('a small refund goes at once: WeChat money to WeChat, the rest in cash over the counter', async () => {
  const { provider, sent } = scriptedProvider({});
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
  const personId = await bench.person({ wechat: 8_000, cash: 3_000 });
  expect(await bench.call('refund', 'preview', { personId })).toMatchObject({
    freeFen: 11_000,
    needsApproval: false,
    parts: [
      { channel: 'WECHAT', amountFen: 8_000 },
      { channel: '', amountFen: 3_000 },
    ],
  });
  await apply(personId, null, {}, 'refund-small-1');
  await apply(personId, null, {}, 'refund-small-1');
  const orders = await ordersOf(personId);
  expect(orders.map((o) => [o.way, o.status, o.amountFen])).toEqual([
    ['ORIGINAL', 'SUCCESS', 8_000],
    ['CASH', 'APPROVED', 3_000],
  ]);
  expect(sent).toEqual([orders[0]!.refundNo]);
  expect(await bench.mainFen(personId)).toEqual({ balance: 3_000, held: 3_000 });
  const told = await bench.call<{ lines: string[][]; amountFen: number }>('refund', 'outcome', {
    action: 'payCash',
    id: orders[1]!.id,
  });
  expect(told.amountFen).toBe(3_000);
  expect(told.lines).toContainEqual(['主账户', '30.00 → 0.00 元']);
  expect(await bench.mainFen(personId)).toEqual({ balance: 3_000, held: 3_000 });
  const paid = await bench.call<{ receipt?: unknown }>('refund', 'payCash', { id: orders[1]!.id });
  expect(paid.receipt).toBeTruthy();
  expect(await bench.call('refund', 'payCash', { id: orders[1]!.id })).toMatchObject({ errorcode: 1204 });
  expect(await bench.mainFen(personId)).toEqual({ balance: 0, held: 0 });
  const { rows } = await bench.app.services.pool.query('select status from recharge_order where person_id = $1', [
    personId,
  ]);
  expect(rows).toEqual([{ status: 'REFUNDED' }]);
});

test('above the bound another person approves; nobody approves his own', async () => {
  const personId = await bench.person({ cash: 50_000 });
  const { id } = await apply(personId, 30_000);
  expect(await bench.mainFen(personId)).toEqual({ balance: 50_000, held: 30_000 });
  expect(await apply(personId, 20_001)).toMatchObject({ errormsg: '主账户可退 200.00 元，申请 200.01 元' });
  expect(await bench.call('refund', 'approve', { id })).toMatchObject({ errorcode: 1204 });
  expect(await bench.call('refund', 'payCash', { id })).toMatchObject({ errorcode: 1204 });
  expect((await bench.call('refund', 'approve', { id }, bench.boss)).errormsg).toBeUndefined();
  await bench.call('refund', 'payCash', { id });
  expect(await bench.mainFen(personId)).toEqual({ balance: 20_000, held: 0 });
});

test('rejected and cancelled money is free again', async () => {
  const personId = await bench.person({ cash: 60_000 });
  const first = await apply(personId, 30_000);
  const second = await apply(personId, 30_000);
  await bench.call('refund', 'reject', { id: first.id, reason: '材料不全' }, bench.boss);
  // The undo offered for ten seconds after applying is this very button.
  expect(refund.form?.undo?.key).toBe('cancel');
  await bench.call('refund', 'cancel', { id: second.id, ...refund.form?.undo?.values });
  expect((await ordersOf(personId)).map((o) => o.status)).toEqual(['REJECTED', 'CANCELLED']);
  expect(await bench.mainFen(personId)).toEqual({ balance: 60_000, held: 0 });
});

test('an unknown answer is only asked about; a failure may be sent again under its number, or paid another way', async () => {
  const { provider, sent } = scriptedProvider({
    refunds: [
      { state: 'UNKNOWN', detail: 'throw' },
      { state: 'FAILED', detail: '余额不足' },
    ],
    queries: [{ state: 'PROCESSING' }, { state: 'FAILED', detail: '用户账户异常' }],
  });
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
  const personId = await bench.person({ wechat: 9_000 });
  const { id } = await apply(personId, null);
  expect(await ordersOf(personId)).toMatchObject([{ status: 'PROCESSING' }]);
  await bench.call('refund', 'ask', { id });
  expect(await ordersOf(personId)).toMatchObject([{ status: 'PROCESSING' }]);
  await bench.call('refund', 'ask', { id });
  expect(await ordersOf(personId)).toMatchObject([{ status: 'FAILED', error: '用户账户异常' }]);
  await bench.call('refund', 'retry', { id });
  const [order] = await ordersOf(personId);
  expect(order).toMatchObject({ status: 'FAILED', error: '余额不足' });
  expect(sent).toEqual([order!.refundNo, order!.refundNo]);
  expect(await bench.mainFen(personId)).toEqual({ balance: 9_000, held: 9_000 });
  expect(await bench.call('refund', 'change', { id, way: 'BANK' })).toMatchObject({
    fields: { bankAccount: expect.any(String) },
  });
  await bench.call('refund', 'change', { id, way: 'BANK', bankAccount: '6222000011112222' });
  await bench.call('refund', 'payBank', { id, bankFlowNo: 'F20261120001' });
  expect(await ordersOf(personId)).toMatchObject([{ status: 'SUCCESS', way: 'BANK' }]);
  expect(await bench.mainFen(personId)).toEqual({ balance: 0, held: 0 });
});

test('a recharge on its way back cannot be reversed as well', async () => {
  const { provider } = scriptedProvider({ refunds: [{ state: 'PROCESSING' }] });
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
  const personId = await bench.person({ wechat: 5_000, cash: 5_000 });
  await apply(personId, 5_000);
  const { rows } = await bench.app.services.pool.query<{ id: number }>(
    'select id from recharge_order where person_id = $1',
    [personId],
  );
  expect(await bench.call('recharge', 'reverse', { id: rows[0]!.id, reason: '错' })).toMatchObject({ errorcode: 2645 });
});

test('two applications at once never send more back than the recharge brought', async () => {
  const { provider } = scriptedProvider({});
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
  const personId = await bench.person({ wechat: 10_000, cash: 10_000 });
  await Promise.all([apply(personId, 8_000), apply(personId, 8_000), apply(personId, 8_000)]);
  const orders = await ordersOf(personId);
  const back = orders.filter((o) => o.way === 'ORIGINAL' && o.status === 'SUCCESS');
  expect(back.reduce((sum, o) => sum + o.amountFen, 0)).toBeLessThanOrEqual(10_000);
});

test('the report of refunds equals the statement', async () => {
  const answer = await bench.call<{ check: { ok: boolean; text: string } }>('refund/detail', 'query', {
    search: { businessDate: ['2020-01-01', null], status: 'SUCCESS' },
  });
  expect(answer.check).toMatchObject({ ok: true });
});

test('every move of a refund goes where its flow says, by the hand it says, and is refused by one code elsewhere', async () => {
  const { pool } = bench.app.services;
  const said: Record<string, Record<string, unknown>> = {
    reject: { reason: '不符' },
    payBank: { bankFlowNo: 'F1' },
    unpaid: { reason: '未到场' },
    change: { way: 'CASH' },
    close: { reason: '不退了' },
  };
  const left: Record<string, unknown> = {
    SUCCESS: { balance: 1_000, held: 0 },
    REJECTED: { balance: 2_000, held: 0 },
    CANCELLED: { balance: 2_000, held: 0 },
  };
  let id = 0;
  let personId = 0;
  const money: unknown[] = [];
  for (const way of ['CASH', 'BANK'] as const)
    expect(
      await walkFlow(refundFlow, {
        place: async (status, mine) => {
          personId = await bench.person({ cash: 2_000 });
          ({ id } = await apply(personId, 1_000));
          await pool.query(
            `update refund_order set status = $2, posting_id = case when $2 = 'SUCCESS' then 1 end, way = $4, channel = $4,
               maker_id = maker_id + $3 where id = $1`,
            [id, status, mine ? 0 : 1, way],
          );
        },
        call: async (event) => {
          const answer = await bench.call<{ errorcode?: number; errormsg?: string }>('refund', event, {
            id,
            ...said[event],
          });
          if (answer.errorcode === undefined)
            money.push([event, await bench.mainFen(personId), left[refundFlow.moves[event].to]]);
          const { errorcode = 0, errormsg = '' } = answer;
          return { errorcode, errormsg };
        },
        status: async () => (await ordersOf(personId))[0]!.status,
        // Sending again is of refunds through a channel, each way of paying of its own.
        without: ['retry', way === 'CASH' ? 'payBank' : 'payCash'],
      }),
    ).toEqual([]);
  expect(money.length).toBeGreaterThan(10);
  for (const [event, now, then] of money as [string, unknown, unknown][])
    expect([event, now]).toEqual([event, then ?? { balance: 2_000, held: 1_000 }]);
});

test('a refund through the channel beyond what is left names the recharge as the clerk knows it', async () => {
  const personId = await bench.person({ wechat: 3_000 });
  const { rows } = await bench.app.services.pool.query<{ id: number; no: string }>(
    'select id, order_no as no from recharge_order where person_id = $1',
    [personId],
  );
  const { id, no } = rows[0]!;
  expect(
    await bench.call('third_refund', 'create', { rechargeOrderId: id, amountFen: 3_001, reason: '多退' }),
  ).toMatchObject({ errormsg: `充值单 ${no} 可原路退回 30.00 元，申请 30.01 元（余额按先充先用计算）` });
});
