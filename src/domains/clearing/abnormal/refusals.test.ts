/** What is refused on the work list: each with its number, and in words that say what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { checkUnitInvariants, settleAll } from '../../settlement/testing.ts';
import { billLines, type ClearingBench, clearingBench, type Order, paidLine, today, wechatBill } from '../testing.ts';

let bench: ClearingBench;
let unheard: Order;
const page = 'abnormal_trade_record';
const witness = { account: 'pt-fuhe', password: 'onecard-demo' };

beforeAll(async () => {
  bench = await clearingBench();
  bench.app.clock.set(Date.parse(`${today(bench)}T12:00:00+08:00`));
  unheard = await bench.order(2_000, 'WECHAT', true);
  const lines = [
    ...(await billLines(bench.app, 'WECHAT', today(bench))),
    paidLine(unheard),
    paidLine(unheard, { outTradeNo: 'POS1', channelNo: '4200001', amount: '188.00' }),
  ];
  const { sheets } = await bench.drop(wechatBill(lines));
  expect(sheets[0]!.bills).toMatchObject([{ problems: 2 }]);
});
afterAll(() => bench?.stop());

const found = async (kind: string) => (await bench.rows<{ id: number; status: string }>(page, { kind: [kind] }))[0]!;
const audited = async (action: string) =>
  (
    await bench.app.services.pool.query<{ n: number }>('select count(*)::int as n from system_log where action = $1', [
      action,
    ])
  ).rows[0]!.n;

test('a hundred yuan and more is explained by two', async () => {
  const { id } = await found('ORPHAN');
  // Its button is not there; who asks all the same is refused.
  expect((await bench.ask(page, 'explain', { id, reason: '不必处理' })).errorcode).toBeGreaterThan(0);
  expect((await found('ORPHAN')).status).toBe('OPEN');
});

test('what is of another kind, or dealt with, is not worked off again', async () => {
  const { id } = await found('ORPHAN');
  expect((await bench.ask(page, 'credit', { id })).errorcode).not.toBeUndefined();
  const { id: unheardId } = await found('UNCREDITED');
  expect((await bench.ask(page, 'back', { id: unheardId, witness })).errorcode).not.toBeUndefined();
});

test('money nobody claimed is nobody’s for a year', async () => {
  const { id } = await found('ORPHAN');
  expect(await bench.ask(page, 'income', { id, witness })).toMatchObject({
    errorcode: 3614,
    errormsg: expect.stringMatching(/起挂账，满一年（\d{4}-\d{2}-\d{2}）无人认领才能转收入/),
  });
});

test('what cannot be asked for at a channel says so; what has become too much for one is left to two', async () => {
  const noted = await bench.ask<{ id: number }>(page, 'create', {
    why: '家长来电说扣了两次',
    amountFen: 500,
    outNo: 'POS7',
  });
  expect(await bench.ask(page, 'ask', { id: noted.id })).toMatchObject({
    errorcode: 3611,
    errormsg: expect.stringContaining('没有可以向渠道查询的单号'),
  });
  const { id } = await found('UNCREDITED');
  const { pool } = bench.app.services;
  const put = (fen: number) => `update abnormal_trade set amount_fen = ${fen} where id = ${id}`;
  const late = await overtaken(pool, put(10_000), () => bench.ask(page, 'explain', { id, reason: '已与家长核对' }));
  expect(late).toMatchObject({
    errorcode: 3610,
    errormsg: expect.stringMatching(/金额 100\.00 元，100\.00 元起须由两人说明/),
  });
  await pool.query(put(2_000));
});

test('what the channel says is not paid is not booked, whatever a file says', async () => {
  const { id } = await found('UNCREDITED');
  const { pay } = bench.app.services;
  const channel = pay.provider('WECHAT')!;
  bench.app.services.pay = {
    ...pay,
    provider: () => ({ ...channel, query: async () => ({ state: 'WAITING' }) }),
    sandbox: () => undefined,
  };
  expect(await bench.ask(page, 'credit', { id })).toMatchObject({
    errorcode: 3612,
    errormsg: expect.stringMatching(/未入账：向渠道查询，该订单未支付/),
  });
  bench.app.services.pay = pay;
  expect((await found('UNCREDITED')).status).toBe('OPEN');
});

test('a re-post takes its amount from the channel: one typed beside changes nothing; the log names who did it', async () => {
  const { id } = await found('UNCREDITED');
  const before = await audited('补入账');
  await bench.ask(page, 'credit', { id, amountFen: 999_999, channelNo: 'TYPED' });
  expect(await bench.ask(page, 'credit', { id })).toBeTruthy();
  const posted = await bench.app.services.pool.query(
    'select channel_no, amount_fen from recharge_order where id = $1 and posting_id is not null',
    [unheard.id],
  );
  expect(posted.rows).toEqual([{ channel_no: unheard.channelNo, amount_fen: 2_000 }]);
  expect((await audited('补入账')) - before).toBe(1);
});

test('a channel that has not sent it back yet is asked again under the same number, and nothing is posted meanwhile', async () => {
  const { id } = await found('ORPHAN');
  const { pay } = bench.app.services;
  const channel = pay.provider('WECHAT')!;
  const sent: string[] = [];
  bench.app.services.pay = {
    ...pay,
    provider: () => ({
      ...channel,
      refund: async ({ outRefundNo }) => {
        sent.push(outRefundNo);
        return { state: 'PROCESSING' };
      },
      queryRefund: async ({ outRefundNo }) => {
        sent.push(outRefundNo);
        return { state: 'PROCESSING' };
      },
    }),
  };
  for (let i = 0; i < 2; i++)
    expect(await bench.ask(page, 'back', { id, witness })).toMatchObject({
      errorcode: 3613,
      errormsg: expect.stringMatching(/渠道处理中.*可再按「原路退回」查询，不会退两次/),
    });
  expect(new Set(sent).size).toBe(1);
  bench.app.services.pay = pay;
  expect(await bench.ask(page, 'back', { id, witness })).not.toHaveProperty('errorcode');
  expect(await audited('原路退回')).toBe(1);
  await settleAll(bench.app.services);
  expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
  expect(bench.app.errors).toEqual([]);
});
