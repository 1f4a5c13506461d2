import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { DeviceRecord, RecordOutcome } from '../../device/public.server.ts';
import {
  type Pay,
  type PayProvider,
  payService,
  type RefundState,
  sweep,
  sweepCodes,
  wechatBill,
} from '../../funding/testing.ts';
import { type ConsumptionBench, consumptionBench, until } from '../testing.ts';

let bench: ConsumptionBench;
let pay: Pay;
let seq = 0;

const goodCode = '134567890123456789';
const slowCode = '134567890123459999';
const poorCode = '134567890123450000';
const alipayCode = '281234567890123456';

beforeAll(async () => {
  bench = await consumptionBench({ days: 1, share: 0.06 });
});
afterAll(async () => {
  expect(await bench.breaks()).toEqual([]);
  await bench.app.stop();
});
beforeEach(() => {
  const { clock, random } = bench.app.services;
  pay = payService([], true, { clock, random });
  bench.app.services.pay = pay;
});

const record = (payCode: string, amountFen: number, more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  epoch: 9,
  seq: ++seq,
  occurredAt: bench.app.clock.now(),
  deviceTime: bench.app.clock.now(),
  mode: 'AMOUNT',
  amountFen,
  identify: 'CODE',
  offline: false,
  payCode,
  ...more,
});
const send = (one: DeviceRecord) => bench.app.services.consumeGateway.consume(bench.device, one);
/** The channel as it is, but for what the test scripts. */
const scripted = (over: Partial<PayProvider>) => {
  const sandbox = pay.provider('WECHAT')!;
  bench.app.services.pay = { ...pay, provider: () => ({ ...sandbox, ...over }) };
};
const later = (ms: number) => bench.app.clock.set(bench.app.clock.now() + ms);
const posted = (outcome: RecordOutcome) => {
  if (isRefusal(outcome) || !('posted' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.posted;
};
const rowOf = async (one: DeviceRecord) =>
  (
    await bench.app.services.pool.query(
      `select * from third_trade where organization_id = $1 and device_id = $2 and epoch = $3 and seq = $4`,
      [bench.organizationId, bench.device.deviceId, one.epoch, one.seq],
    )
  ).rows[0];
const report = async () => {
  const answer = await bench.school<{
    rows: { channel: string; count: number; amountFen: number; refundFen: number; feeFen: number; netFen: number }[];
    check: { ok: boolean; text: string };
  }>('third_party_consume_summary', 'query', {
    page: 1,
    size: 50,
    search: { businessDate: [bench.today, bench.today] },
  });
  return answer.data;
};

test('a meal paid by code moves from the channel to revenue, once however often the terminal asks', async () => {
  const one = record(goodCode, 1_000);
  const first = posted(await send(one));
  expect(first.amountFen).toBe(1_000);
  expect(first.replayed).toBeFalsy();
  expect(posted(await send(one))).toMatchObject({ postingId: first.postingId, replayed: true });
  expect(await rowOf(one)).toMatchObject({
    status: 'SUCCESS',
    channel: 'WECHAT',
    posting_id: first.postingId,
    amount_fen: 1_000,
    fee_fen: 6,
  });
  const { rows } = await bench.app.services.pool.query(
    `select t.person_id, t.third_fen, t.main_fen, t.heads, t.identify,
       (select json_agg(json_build_array(e.account, e.amount_fen) order by e.line_no) from ledger_entry e
         where e.organization_id = t.organization_id and e.business_date = t.business_date and e.posting_id = t.id) as lines
     from trade t where t.organization_id = $1 and t.id = $2`,
    [bench.organizationId, first.postingId],
  );
  expect(rows[0]).toMatchObject({ person_id: 0, third_fen: 1_000, main_fen: 0, heads: 1, identify: 'CODE' });
  expect(rows[0].lines).toContainEqual(['channel:wechat', -1_000]);
  expect(rows[0].lines).toContainEqual(['revenue', 1_000]);
});

test('who must confirm on the phone is waited for, and charged once', async () => {
  const one = record(slowCode, 800);
  expect(await send(one)).toMatchObject({ paying: expect.stringMatching(/^XF/) });
  expect(await send(one)).toHaveProperty('paying');
  pay.sandbox('WECHAT')!.pay((await rowOf(one)).trade_no);
  const both = await Promise.all([send(one), send(one)]);
  expect(new Set(both.map((outcome) => posted(outcome).postingId)).size).toBe(1);
});

test('nobody confirms in time: the payment is revoked and nothing is booked', async () => {
  const [asked, left] = [record(slowCode, 700), record(slowCode, 900)];
  await send(asked);
  await send(left);
  later(61_000);
  expect(await send(asked)).toMatchObject({ code: 'PAY_REVOKED' });
  await sweepCodes(bench.app.services);
  expect((await rowOf(asked)).status).toBe('CLOSED');
  expect((await rowOf(left)).status).toBe('CLOSED');
  expect(pay.sandbox('WECHAT')!.pay((await rowOf(left)).trade_no)).toBeUndefined();
});

test('the channel’s «no» reaches the terminal and the list of refusals, and stands when asked again', async () => {
  const one = record(poorCode, 600);
  const no = await send(one);
  expect(no).toMatchObject({ code: 'PAY_REFUSED', params: { channel: '微信支付', why: '余额不足' } });
  expect(await send(one)).toMatchObject({ code: 'PAY_REFUSED', params: { why: '余额不足' } });
  expect(await rowOf(one)).toMatchObject({ status: 'CLOSED', posting_id: null });
  expect(await send(record('999999999999999999', 600))).toMatchObject({ code: 'BAD_PAY_CODE' });
  expect(await send({ ...record(goodCode, 600), mode: 'COUNT', amountFen: undefined } as never)).toMatchObject({
    refused: true,
  });
});

test('an answer that never came is asked about; what was paid is booked without the terminal', async () => {
  const one = record(alipayCode, 1_250);
  const alipay = pay.provider('ALIPAY')!;
  bench.app.services.pay = {
    ...pay,
    provider: () => ({
      ...alipay,
      payByCode: async (order) => {
        await alipay.payByCode(order);
        throw new Error('connection reset');
      },
    }),
  };
  expect(await send(one)).toHaveProperty('paying');
  expect((await rowOf(one)).error).toContain('connection reset');
  later(61_000);
  await sweepCodes(bench.app.services);
  expect(await rowOf(one)).toMatchObject({ status: 'SUCCESS', channel: 'ALIPAY' });
});

test('a record that changes its amount is not another payment', async () => {
  const one = record(goodCode, 500);
  await send(one);
  expect(await send({ ...one, amountFen: 600 })).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});

test('a payment not undone at the channel stays open until it is', async () => {
  const one = record(slowCode, 300);
  await send(one);
  later(61_000);
  scripted({ query: async () => ({ state: 'WAITING' }), revoke: async () => 'UNKNOWN' });
  expect(await send(one)).toHaveProperty('paying');
  const listed = await bench.school<{ rows: { error: string }[] }>('third_party_consume', 'query', {
    page: 1,
    size: 5,
    search: { tradeNo: (await rowOf(one)).trade_no },
  });
  expect(listed.data.rows[0]!.error).toBe('付款人未在时限内确认，撤销尚无结果');
  scripted({ query: async () => ({ state: 'CLOSED' }) });
  expect(await send(one)).toMatchObject({ code: 'PAY_REVOKED' });
});

test('what is being revoked is never booked, though the payer confirms meanwhile; what was booked is never revoked', async () => {
  const one = record(slowCode, 450);
  await send(one);
  later(61_000);
  const paid = (no: string, amountFen: number) =>
    ({ state: 'PAID', channelNo: `SB${no}`, amountFen, paidAt: bench.app.clock.now() }) as const;
  // The payer confirms, and another process hears of it, while the terminal's request is revoking.
  scripted({
    query: async () => ({ state: 'WAITING' }),
    revoke: async () => {
      scripted({ query: async (no) => paid(no, 450), revoke: async () => 'UNKNOWN' });
      expect(await send(one)).toHaveProperty('paying');
      return 'CLOSED';
    },
  });
  expect(await send(one)).toMatchObject({ code: 'PAY_REVOKED' });
  expect(await rowOf(one)).toMatchObject({ status: 'CLOSED', posting_id: null });

  bench.app.services.pay = pay;
  const two = record(slowCode, 460);
  await send(two);
  later(61_000);
  let revoked = 0;
  scripted({
    // Between the question and the revocation somebody books the payment.
    query: async () => {
      scripted({ query: async (no) => paid(no, 460) });
      posted(await send(two));
      return { state: 'WAITING' };
    },
    revoke: async () => {
      revoked += 1;
      return 'CLOSED';
    },
  });
  posted(await send(two));
  expect(revoked).toBe(0);
  expect(await rowOf(two)).toMatchObject({ status: 'SUCCESS' });
});

test('fixed prices and plates are charged as the rules say for people of no type', async () => {
  const dishes = record(goodCode, 0, {
    mode: 'DISH',
    dishes: [{ name: '米饭', quantity: 2, unitPriceFen: 50 }],
  });
  delete (dishes as Partial<DeviceRecord>).amountFen;
  const meal = posted(await send(dishes));
  expect(meal.amountFen).toBe(100);
  const { rows } = await bench.app.services.pool.query(
    'select name, amount_fen from trade_item where organization_id = $1 and trade_id = $2',
    [bench.organizationId, meal.postingId],
  );
  expect(rows).toEqual([{ name: '米饭', amount_fen: 100 }]);
});

test('what a correction gives back goes back through the channel, under one number each, and the report agrees', async () => {
  const before = await report();
  const one = record(goodCode, 2_000);
  const meal = posted(await send(one));
  const correct = (kind: string, amountFen: number | null) =>
    bench.school<{ id: number }>('correct', 'create', {
      tradeId: meal.postingId,
      kind,
      amountFen,
      reason: '上错菜',
    });
  expect((await correct('PART_REVERSE', 500)).errorcode).toBe(0);
  const refunds = async () =>
    (
      await bench.app.services.pool.query(
        `select f.* from third_refund f join third_trade t on t.organization_id = f.organization_id and t.id = f.third_trade_id
          where t.posting_id = $1 order by f.id`,
        [meal.postingId],
      )
    ).rows;
  const first = await until(refunds, (rows) => rows[0]?.status === 'SUCCESS');
  expect(first).toHaveLength(1);
  expect(first[0]).toMatchObject({ amount_fen: 500, total_fen: 2_000, fee_fen: 3, reason: '上错菜' });
  expect((await correct('FULL_REVERSE', null)).errorcode).toBe(0);
  const both = await until(refunds, (rows) => rows.length === 2 && rows[1].status === 'SUCCESS');
  expect(both[1].amount_fen).toBe(1_500);
  expect(both[1].refund_no).not.toBe(both[0].refund_no);
  await sweep(bench.app.services);
  expect(await refunds()).toHaveLength(2);

  const after = await report();
  expect(after.check.ok).toBe(true);
  const sum = (rows: typeof after.rows, of: 'amountFen' | 'refundFen' | 'netFen') =>
    rows.filter((row) => row.channel === 'WECHAT').reduce((all, row) => all + row[of], 0);
  expect(sum(after.rows, 'amountFen') - sum(before.rows, 'amountFen')).toBe(2_000);
  expect(sum(after.rows, 'refundFen') - sum(before.rows, 'refundFen')).toBe(2_000);
  expect(sum(after.rows, 'netFen')).toBe(sum(before.rows, 'netFen'));
});

test('a refund written down by a process that ended before sending it is sent by the sweep', async () => {
  const meal = posted(await send(record(goodCode, 420)));
  await bench.school('correct', 'create', {
    tradeId: meal.postingId,
    kind: 'FULL_REVERSE',
    amountFen: null,
    reason: '上错菜',
  });
  const { pool } = bench.app.services;
  const status = async () =>
    (
      await pool.query(
        `select f.status from third_refund f join third_trade t on t.organization_id = f.organization_id
           and t.id = f.third_trade_id where t.posting_id = $1`,
        [meal.postingId],
      )
    ).rows[0]?.status;
  await until(status, (found) => found === 'SUCCESS');
  await pool.query(
    `update third_refund f set status = 'APPLIED', asked_at = null from third_trade t
      where t.organization_id = f.organization_id and t.id = f.third_trade_id and t.posting_id = $1`,
    [meal.postingId],
  );
  await sweep(bench.app.services);
  expect(await status()).toBe('SUCCESS');
});

test('a refund the channel refuses is retried by a clerk under its number', async () => {
  const answers: RefundState[] = [{ state: 'FAILED', detail: '商户余额不足' }];
  scripted({ refund: async () => answers.shift() ?? { state: 'SUCCESS', channelRefundNo: 'R1' } });
  const meal = posted(await send(record(goodCode, 400)));
  await bench.school('correct', 'create', {
    tradeId: meal.postingId,
    kind: 'FULL_REVERSE',
    amountFen: null,
    reason: '重复扣款',
  });
  const rows = async () => {
    const answer = await bench.school<{ rows: Record<string, unknown>[] }>('third_refund', 'query', {
      page: 1,
      size: 20,
      search: { source: 'MEAL' },
    });
    return answer.data.rows;
  };
  const [failed] = await until(rows, (found) => found.some((row) => row.status === 'FAILED'));
  expect(failed).toMatchObject({
    status: 'FAILED',
    error: '商户余额不足',
    personName: '散客',
    source: 'MEAL',
    reason: '重复扣款',
  });
  const work = async () =>
    (await bench.school<{ work: { label: string; count: number }[] }>('home', 'figures')).data.work.find(
      (item) => item.label === '第三方退款失败',
    )?.count ?? 0;
  expect(await work()).toBe(1);
  expect((await bench.school('third_refund', 'retry', { id: failed!.id })).errorcode).toBe(0);
  expect(await work()).toBe(0);
  const [done] = await rows();
  expect(done).toMatchObject({ status: 'SUCCESS', refundNo: failed!.refundNo, channelRefundNo: 'R1' });
});

test('a bill tells the fees, books a meal its terminal never heard of, and names what was revoked', async () => {
  const at = (iso: string) => iso.slice(0, 19).replace('T', ' ');
  const [known, unheard, gone] = [record(goodCode, 5_000), record(slowCode, 1_100), record(slowCode, 1_200)];
  posted(await send(known));
  await send(gone);
  later(61_000);
  await sweepCodes(bench.app.services);
  await send(unheard);
  const rows = await Promise.all([known, unheard, gone].map(rowOf));
  const line = (row: (typeof rows)[number], fee: string) => ({
    outTradeNo: row.trade_no,
    channelNo: row.channel_no || `42${row.id}`,
    merchantNo: 'SANDBOX',
    amount: (row.amount_fen / 100).toFixed(2),
    fee,
    at: at(isoAt(bench.app.clock.now())),
  });
  const file = wechatBill([line(rows[0], '0.19000'), line(rows[1], '0.04180'), line(rows[2], '0.05000')]);
  const form = new FormData();
  form.append('file', new File([file as BlobPart], '账单.csv', { type: 'text/csv' }));
  const uploaded = await fetch(`${bench.app.origin}/api/upload?purpose=import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bench.app.login('school')}` },
    body: form,
  });
  const fileKey = ((await uploaded.json()) as { data: { key: string } }).data.key;
  const made = await bench.school<{ id: number }>('main_account_order', 'bill_check', { fileKey });
  expect(made.errorcode).toBe(0);
  const result = await bench.school<{ matchedCount: number; findings: { kind: string; no: string }[] }>(
    'main_account_order',
    'bill_found',
    { id: made.data.id },
  );
  const kinds = Object.fromEntries(result.data.findings.map((one) => [one.no, one.kind]));
  expect(kinds[rows[1].trade_no]).toBe('CREDITED');
  expect(kinds[rows[2].trade_no]).toBe('REVERSED');
  expect(kinds[rows[0].trade_no]).toBeUndefined();
  expect(await rowOf(known)).toMatchObject({ fee_fen: 19, fee_billed: true });
  expect(await rowOf(unheard)).toMatchObject({ status: 'SUCCESS', fee_fen: 4, fee_billed: true });
  expect((await report()).check.ok).toBe(true);
});

test('the list behind the report: its rows, states and fees, and a payment asked about by hand', async () => {
  const one = record(slowCode, 2_300);
  await send(one);
  type Row = Record<string, unknown>;
  const list = async (search: object) =>
    (
      await bench.school<{ rows: Row[]; sums: Record<string, number> }>('third_party_consume', 'query', {
        page: 1,
        size: 100,
        search: { businessDate: [bench.today, bench.today], ...search },
      })
    ).data;
  const [waiting] = (await list({ status: 'PAYING' })).rows;
  expect(waiting).toMatchObject({ amountFen: 2_300, channel: 'WECHAT', status: 'PAYING', postingId: null });
  pay.sandbox('WECHAT')!.pay(String(waiting!.tradeNo));
  expect((await bench.school('third_party_consume', 'ask', { id: waiting!.id })).errorcode).toBe(0);
  expect((await list({ tradeNo: waiting!.tradeNo })).rows[0]).toMatchObject({ status: 'SUCCESS', feeFen: 14 });
  const { rows } = await report();
  for (const row of rows) {
    const lines = (await list({ channel: row.channel })).rows.filter((line) => line.postingId !== null);
    expect(lines).toHaveLength(row.count);
    expect(lines.reduce((all, line) => all + Number(line.amountFen), 0)).toBe(row.amountFen);
    expect(lines.reduce((all, line) => all + Number(line.feeFen), 0)).toBe(row.feeFen);
  }
  expect(new Set((await list({})).rows.map((row) => row.status))).toEqual(new Set(['SUCCESS', 'CLOSED', 'REFUNDED']));
});

test('the lists name a diner without a card, and find the charge by its number', async () => {
  const meal = posted(await send(record(goodCode, 350)));
  const found = await bench.school<{ rows: Record<string, unknown>[] }>('consume_detail', 'query', {
    page: 1,
    size: 5,
    search: { keyword: String(meal.postingId) },
  });
  expect(found.data.rows[0]).toMatchObject({ personName: '散客', thirdFen: 350, identify: 'CODE' });
  const facts = await bench.school<{ personName: string; neighbours: { why: string }[] }>('correct', 'facts', {
    id: meal.postingId,
  });
  expect(facts.data.personName).toBe('散客');
  expect(new Set(facts.data.neighbours.map((line) => line.why))).toEqual(new Set(['同机前后']));
  const named = await bench.school<{ total: number; rows: Record<string, unknown>[] }>('consume_detail', 'query', {
    page: 1,
    size: 50,
    search: { keyword: '散客', businessDate: [bench.today, bench.today] },
  });
  expect(named.data.rows.map((row) => row.id)).toContain(meal.postingId);
  expect(named.data.rows.every((row) => row.personName === '散客')).toBe(true);
  const options = await bench.school<{ name: string }[]>('consume', 'options', {
    keyword: String(meal.postingId),
  });
  expect(options.data[0]!.name).toContain('散客');
});

test.each(['correct', 'third_refund'])('%s finds a diner without a card by the name it shows', async (list) => {
  const meal = posted(await send(record(goodCode, 330)));
  await bench.school('correct', 'create', {
    tradeId: meal.postingId,
    kind: 'FULL_REVERSE',
    amountFen: null,
    reason: '错收',
  });
  const found = (keyword: string) => async () =>
    (
      await bench.school<{ rows: { personName: string; reason: string }[] }>(list, 'query', {
        page: 1,
        size: 50,
        search: { keyword },
      })
    ).data.rows;
  const rows = await until(found('散客'), (all) => all.some((row) => row.reason === '错收'));
  expect(rows.every((row) => row.personName === '散客')).toBe(true);
  expect(await found('没有这个人')()).toEqual([]);
});
