/** A bill held against the orders: agreed, booked once whoever is first, and everything else named and left as it is. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { readTable } from '../../../kit/server/sheet/read-table.ts';
import { creditPayment } from '../pay/credit.ts';
import type { PaymentState, PayProvider, RefundState } from '../pay/provider.ts';
import { type FundingBench, fundingBench, scriptedProvider } from '../testing.ts';
import type { BillResult } from './findings.ts';
import { alipayBill, type Paid, wechatBill } from './written-bill.ts';

let bench: FundingBench;
/** What the channel answers for an order it is asked about; not in it: no answer. */
const said = new Map<string, PaymentState>();
/** What it answers to a refund, by its number: when it is sent, and when it is asked about; not in it: done. */
const refundsSent: string[] = [];
const refundsAsked: string[] = [];
let onRefund: RefundState | undefined;
let onAsk = new Map<string, RefundState>();
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/main_account_order#query']);
});
afterAll(() => bench?.stop());
beforeEach(() => {
  said.clear();
  refundsSent.length = 0;
  refundsAsked.length = 0;
  onRefund = undefined;
  onAsk = new Map();
  const provider: PayProvider = {
    ...scriptedProvider({}).provider,
    refund: async ({ outRefundNo }) => {
      refundsSent.push(outRefundNo);
      return onRefund ?? { state: 'SUCCESS', channelRefundNo: `C${outRefundNo}` };
    },
    queryRefund: async ({ outRefundNo }) => {
      refundsAsked.push(outRefundNo);
      return onAsk.get(outRefundNo) ?? { state: 'SUCCESS', channelRefundNo: `C${outRefundNo}` };
    },
    query: async (no) => said.get(no) ?? { state: 'UNKNOWN', detail: '没有应答' },
  };
  bench.app.services.pay = {
    provider: (channel) => ({ ...provider, channel: channel as 'WECHAT' }),
    sandbox: () => undefined,
  };
});
afterEach(() => bench.sound());

const page = 'main_account_order';
const today = () => dateAt(bench.app.clock.now());
const now = () => isoAt(bench.app.clock.now()).slice(0, 19).replace('T', ' ');
const open = (personId: number, amountFen: number, channel = 'WECHAT') =>
  bench.call<{ id: number; orderNo: string }>('recharge', 'pay_code', { personId, amountFen, channel });
const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
const line = (outTradeNo: string, channelNo: string, fen: number, more: Partial<Paid> = {}): Paid => ({
  outTradeNo,
  channelNo,
  amount: yuan(fen),
  at: now(),
  ...more,
});

async function check(file: string | Buffer): Promise<BillResult & { id: number; from: string; findingCount: number }> {
  const fileKey = await bench.upload(file, '账单.csv');
  const made = await bench.call<{ id: number }>(page, 'bill_check', { fileKey });
  expect(made).toEqual({ id: expect.any(Number) });
  return bench.call(page, 'bill_found', { id: made.id });
}
const found = (result: BillResult) =>
  result.findings.map((f) => [f.kind, f.refund, f.no, f.billFen, f.ourFen]).sort() as unknown[];
const mine = (result: BillResult, ...numbers: string[]) =>
  found(result).filter((f) => numbers.includes((f as string[])[2]!));

test('a day: agreed, booked, amounts that differ, orders nobody knows, what the bill lacks, refunds', async () => {
  // The demo's own bills of former days have theirs.
  const fees = await bench.call<{ sums: { feeFen: number } }>('daily_income_summary', 'query', {
    search: { businessDate: [null, null] },
  });
  const feesBefore = fees.sums.feeFen;
  const personId = await bench.person();
  const credited = await open(personId, 1_000);
  await creditPayment(bench.app.services, {
    channel: 'WECHAT',
    outTradeNo: credited.orderNo,
    channelNo: `50${credited.id}`,
    amountFen: 1_000,
    paidAt: bench.app.clock.now(),
    via: 'CALLBACK',
  });
  const lost = await open(personId, 2_000);
  const differs = await open(personId, 3_000);
  const typed = await bench.call<{ id: number }>('recharge', 'create', {
    personId,
    amountFen: 700,
    channel: 'WECHAT',
    channelNo: `51${lost.id}`,
  });
  const { rows } = await bench.app.services.pool.query<{ no: string }>(
    'select order_no as no from recharge_order where id = $1',
    [typed.id],
  );
  const refunded = await bench.call<{ id: number }>('third_refund', 'create', {
    rechargeOrderId: credited.id,
    amountFen: 400,
    reason: '多充',
  });
  const refunds = await bench.app.services.pool.query<{ no: string; status: string }>(
    'select refund_no as no, status from third_refund where refund_order_id = $1',
    [refunded.id],
  );
  expect(refunds.rows[0]!.status).toBe('SUCCESS');
  const refundNo = refunds.rows[0]!.no;
  const file = wechatBill([
    line(credited.orderNo, `50${credited.id}`, 1_000, { fee: '0.06000' }),
    line(credited.orderNo, `50${credited.id}`, 400, { refund: true, outRefundNo: refundNo }),
    line(lost.orderNo, `52${lost.id}`, 2_000, { fee: '0.11600' }),
    line(differs.orderNo, `53${lost.id}`, 2_999),
    line('CZ404', `54${lost.id}`, 100),
    line('CZ404', `54${lost.id}`, 100, { refund: true, outRefundNo: 'TK404' }),
  ]);
  const first = await check(file);
  expect(first).toMatchObject({
    channel: 'WECHAT',
    from: today(),
    lineCount: 6,
    otherCount: 0,
    matchedCount: 1,
    matchedFen: 1_000,
    refundMatchedCount: 1,
    refundMatchedFen: 400,
    creditedCount: 1,
    creditedFen: 2_000,
  });
  expect(mine(first, lost.orderNo, differs.orderNo, 'CZ404', 'TK404', rows[0]!.no)).toEqual([
    ['AMOUNT', false, differs.orderNo, 2_999, 3_000],
    ['CREDITED', false, lost.orderNo, 2_000, 2_000],
    ['NOT_IN_BILL', false, rows[0]!.no, null, 700],
    ['NO_ORDER', false, 'CZ404', 100, null],
    ['NO_ORDER', true, 'TK404', 100, null],
  ]);
  const via = await bench.app.services.pool.query(
    'select status, credited_via as via, channel_no as no from recharge_order where id = any($1) order by id',
    [[lost.id, differs.id]],
  );
  expect(via.rows).toEqual([
    { status: 'CREDITED', via: 'BILL', no: `52${lost.id}` },
    { status: 'PAYING', via: null, no: '' },
  ]);
  // What the channel took stands at the orders, and in the sums over them.
  const billed = await bench.app.services.pool.query(
    'select fee_fen as fee from recharge_order where id = any($1) order by id',
    [[credited.id, lost.id, differs.id]],
  );
  expect(billed.rows).toEqual([{ fee: 6 }, { fee: 12 }, { fee: 0 }]);
  const days = await bench.call<{ sums: { feeFen: number } }>('daily_income_summary', 'query', {
    search: { businessDate: [null, null] },
  });
  expect(days.sums.feeFen - feesBefore).toBe(18);
  const balance = await bench.mainFen(personId);
  expect(balance).toEqual({ balance: 1_000 + 2_000 + 700 - 400, held: 0 });
  const again = await check(file);
  expect(again).toMatchObject({ matchedCount: 2, matchedFen: 3_000, creditedCount: 0 });
  expect(await bench.mainFen(personId)).toEqual(balance);
  const latest = await bench.call<{ id: number }[]>(page, 'bill_checks');
  expect(latest.slice(0, 2).map((one) => one.id)).toEqual([again.id, first.id]);
});

test('one credit per channel transaction, whatever comes first', async () => {
  for (let round = 0; round < 5; round++) {
    const personId = await bench.person();
    const { id, orderNo } = await open(personId, 1_234, 'ALIPAY');
    const channelNo = `60${id}`;
    const news = { channel: 'ALIPAY' as const, outTradeNo: orderNo, channelNo, amountFen: 1_234, paidAt: 0 };
    said.set(orderNo, { state: 'PAID', channelNo, amountFen: 1_234, paidAt: bench.app.clock.now() });
    const fileKey = await bench.upload(alipayBill([line(orderNo, channelNo, 1_234)]));
    const asked = [
      () => bench.call(page, 'bill_check', { fileKey }),
      () => creditPayment(bench.app.services, { ...news, paidAt: bench.app.clock.now(), via: 'CALLBACK' }),
      () => bench.call(page, 'ask', { id }),
      () => bench.call(page, 'bill_check', { fileKey }),
    ];
    await Promise.all([...asked.slice(round % 4), ...asked.slice(0, round % 4)].map((ask) => ask()));
    expect(await bench.mainFen(personId)).toEqual({ balance: 1_234, held: 0 });
    const { rows } = await bench.app.services.pool.query(
      `select count(*)::int as n from posting where organization_id = $1 and source_type = 'recharge_order' and source_id = $2`,
      [bench.organizationId, id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  }
});

test('a line the channel itself denies is not booked', async () => {
  const personId = await bench.person();
  const [unpaid, other] = [await open(personId, 800), await open(personId, 900)];
  said.set(unpaid.orderNo, { state: 'WAITING' });
  said.set(other.orderNo, { state: 'PAID', channelNo: '7', amountFen: 900, paidAt: 0 });
  const result = await check(
    wechatBill([line(unpaid.orderNo, `70${unpaid.id}`, 800), line(other.orderNo, `71${unpaid.id}`, 900)]),
  );
  expect(result.findings.filter((f) => f.rowNo !== null).map((f) => [f.kind, f.why])).toEqual([
    ['NOT_CREDITED', '向渠道查询，该订单未支付，未入账'],
    ['NOT_CREDITED', '向渠道查询的流水号或金额与账单不同，未入账'],
  ]);
  expect((await bench.mainFen(personId)).balance).toBe(0);
});

test('an order credited by another transaction, one reversed, an account closed: named', async () => {
  const personId = await bench.person();
  const twice = await open(personId, 500);
  const news = { channel: 'WECHAT' as const, amountFen: 500, paidAt: bench.app.clock.now(), via: 'QUERY' as const };
  await creditPayment(bench.app.services, { ...news, outTradeNo: twice.orderNo, channelNo: `80${twice.id}` });
  const typed = await bench.call<{ id: number }>('recharge', 'create', {
    personId,
    amountFen: 600,
    channel: 'WECHAT',
    channelNo: `81${twice.id}`,
  });
  await bench.call('recharge', 'reverse', { id: typed.id, reason: '录错' });
  const closing = await bench.person();
  const late = await open(closing, 700);
  await bench.call('user', 'close', { id: closing });
  const result = await check(
    wechatBill([
      line(twice.orderNo, `82${twice.id}`, 500),
      line('SHOP1', `81${twice.id}`, 600),
      line(late.orderNo, `83${twice.id}`, 700),
    ]),
  );
  expect(result.findings.filter((f) => f.rowNo !== null).map((f) => [f.rowNo, f.kind])).toEqual([
    [4, 'NOT_CREDITED'],
    [2, 'NUMBER'],
    [3, 'REVERSED'],
  ]);
  expect(result.findings.find((f) => f.rowNo === 4)!.why).toContain('未开户或已销户');
});

test('orders of another organization under the same merchant are counted, not shown or touched', async () => {
  const company = await bench.app.login('company');
  const other = await bench.call<{ rows: { id: number }[] }>('user', 'query', { size: 1 }, company);
  const opened = await bench.call<{ id: number; orderNo: string }>(
    'recharge',
    'pay_code',
    { personId: other.rows[0]!.id, amountFen: 100, channel: 'WECHAT' },
    company,
  );
  const result = await check(wechatBill([line(opened.orderNo, `90${opened.id}`, 100)]));
  expect(result).toMatchObject({ lineCount: 0, otherCount: 1, creditedCount: 0 });
  expect(result.findings.filter((f) => f.rowNo !== null)).toEqual([]);
  const { rows } = await bench.app.services.pool.query('select status from recharge_order where id = $1', [opened.id]);
  expect(rows).toEqual([{ status: 'PAYING' }]);
  expect(await bench.call(page, 'bill_found', { id: result.id }, company)).toMatchObject({
    errorcode: expect.any(Number),
  });
});

test('a refund the bill shows and that is not done here is asked about once, by its own number, and never sent again', async () => {
  const personId = await bench.person();
  const refundOf = async (answer: RefundState) => {
    const order = await open(personId, 1_000);
    const channelNo = `95${order.id}`;
    const news = {
      channel: 'WECHAT' as const,
      amountFen: 1_000,
      paidAt: bench.app.clock.now(),
      via: 'CALLBACK' as const,
    };
    await creditPayment(bench.app.services, { ...news, outTradeNo: order.orderNo, channelNo });
    onRefund = answer;
    const { id } = await bench.call<{ id: number }>('third_refund', 'create', {
      rechargeOrderId: order.id,
      amountFen: 1_000,
      reason: '退回',
    });
    const { rows } = await bench.app.services.pool.query<{ no: string; status: string }>(
      'select refund_no as no, status from third_refund where refund_order_id = $1',
      [id],
    );
    const { no, status } = rows[0]!;
    return { id, no, status, bill: line(order.orderNo, channelNo, 1_000, { refund: true, outRefundNo: no }) };
  };
  const lost = await refundOf({ state: 'UNKNOWN', detail: '没有应答' });
  const failed = await refundOf({ state: 'FAILED', detail: '商户余额不足' });
  const silent = await refundOf({ state: 'UNKNOWN', detail: '没有应答' });
  const denied = await refundOf({ state: 'FAILED', detail: '商户余额不足' });
  expect([lost, failed, silent, denied].map((one) => one.status)).toEqual([
    'PROCESSING',
    'FAILED',
    'PROCESSING',
    'FAILED',
  ]);
  expect(await bench.mainFen(personId)).toEqual({ balance: 4_000, held: 4_000 });
  onAsk.set(silent.no, { state: 'UNKNOWN', detail: '没有应答' });
  onAsk.set(denied.no, { state: 'NOT_FOUND' });

  const all = [lost, failed, silent, denied];
  const file = wechatBill(all.map((one) => one.bill));
  const result = await check(file);
  expect(refundsAsked.sort()).toEqual(all.map((one) => one.no).sort());
  expect(refundsSent).toHaveLength(4);
  const kinds = new Map(result.findings.map((f) => [f.no, f.kind]));
  expect(all.map((one) => kinds.get(one.no))).toEqual(['REFUND_DONE', 'REFUND_DONE', 'REFUND_OPEN', 'REFUND_OPEN']);
  expect(result).toMatchObject({ refundMatchedCount: 2, refundMatchedFen: 2_000 });
  expect(result.findings.find((f) => f.no === denied.no)!.why).toContain('没有这笔退款');
  const { rows } = await bench.app.services.pool.query<{ status: string; third: string }>(
    `select f.status, t.status as third from refund_order f join third_refund t on t.refund_order_id = f.id
      where f.id = any($1) order by f.id`,
    [all.map((one) => one.id)],
  );
  expect(rows.map((row) => [row.status, row.third])).toEqual([
    ['SUCCESS', 'SUCCESS'],
    ['SUCCESS', 'SUCCESS'],
    ['PROCESSING', 'PROCESSING'],
    ['FAILED', 'FAILED'],
  ]);
  expect(await bench.mainFen(personId)).toEqual({ balance: 2_000, held: 2_000 });

  const again = await check(file);
  expect(again).toMatchObject({ refundMatchedCount: 2 });
  expect(refundsAsked).toHaveLength(6);
  onAsk.clear();
  expect(await check(file)).toMatchObject({ refundMatchedCount: 4 });
  expect(refundsSent).toHaveLength(4);
  expect(await bench.mainFen(personId)).toEqual({ balance: 0, held: 0 });
});

test('a bad file, none, or one without the right to check', async () => {
  const fileKey = await bench.upload(wechatBill([line('CZ1', '1', 100, { amount: 'x' })]));
  expect(await bench.call(page, 'bill_check', { fileKey })).toMatchObject({
    errorcode: 2651,
    errormsg: '第 2 行：金额「x」不是 0.00 形式的元，请上传渠道的原始文件',
  });
  expect(await bench.call(page, 'bill_check', {})).toMatchObject({ errorcode: 1101 });
  expect(await bench.call(page, 'bill_check', { fileKey: 'nothing' })).toMatchObject({ errorcode: 1105 });
  expect(await bench.call(page, 'bill_check', { fileKey }, bench.boss)).toMatchObject({
    errorcode: expect.any(Number),
  });
});

test('thousands of lines of another shop under the merchant: counted, shown in part, none lost', async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => line(`SHOP${i}`, `SHOPNO${i}`, 100));
  const result = await check(wechatBill(lines));
  expect(result.lineCount).toBe(3_000);
  expect(result.findingCount).toBeGreaterThanOrEqual(3_000);
  expect(result.findings).toHaveLength(1_000);
  expect(result.findings.at(-1)).toMatchObject({ kind: 'NO_ORDER' });
  expect(result.problemCount).toBe(result.findingCount);
});

test('the findings as a workbook', async () => {
  const result = await check(wechatBill([line('CZ404', '404', 100)]));
  const answer = await fetch(`${bench.app.origin}/api/admin/organization/${page}/bill_sheet`, {
    method: 'POST',
    body: JSON.stringify({ id: result.id }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bench.clerk}` },
  });
  const table = await readTable(Buffer.from(await answer.arrayBuffer()), '核对.xlsx');
  expect(table).toMatchObject({
    headers: ['结果', '类型', '账单行号', '单号', '渠道流水号', '姓名', '账单金额', '本系统金额', '时间', '说明'],
    rows: expect.arrayContaining([
      ['本系统没有', '充值', '2', 'CZ404', '404', '', '1', '', expect.any(String), '本系统没有订单 CZ404，未入账'],
    ]),
  });
});
