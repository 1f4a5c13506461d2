/** Bills of the platform: paid once by whatever way, taken back whole, and never without the books (U12). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { type BillBench, billBench, secondPerson, units } from '../testing.ts';
import { billMoves } from './bill-moves.ts';
import { billFlow, paymentFlow } from './bill-states.ts';
import { dropBill } from './drop-bill.ts';
import { freeCommissions, lapseBills } from './lapse-bills.ts';
import bills from './pages/unit_bill.server.ts';
import payments from './pages/unit_bill-payment.server.ts';
import { sweepBillCodes } from './pay-by-code.ts';

let bench: BillBench;
let school: Caller;
let platform: Caller;
const path = (area: string) => `/admin/${area}/unit_bill`;
const witness = { account: secondPerson.account, password: secondPerson.password };
const told: string[] = [];

beforeAll(async () => {
  bench = await billBench([bills, payments]);
  school = await bench.as('ORGANIZATION', units.organization);
  platform = await bench.as('PLATFORM', platformUnitId);
  bench.services.billFollowers.set('ANNUAL_FEE', {
    settled: async (_host, _tx, bill) => {
      told.push(`settled ${bill.bill_no}`);
      return undefined;
    },
    voided: async (_host, _tx, bill, wasPaid) => {
      told.push(`voided ${bill.bill_no} ${wasPaid}`);
      return undefined;
    },
  });
});
afterAll(() => bench?.database.drop());
afterEach(async () => expect(await bench.breaks()).toEqual([]));

const pay = (id: number) => school.call(path('organization'), 'pay', { id });
const transfer = (id: number, bankFlowNo: string) =>
  school.call(path('organization'), 'transfer', {
    id,
    paidOn: '2026-11-20',
    bankFlowNo,
    proof: 'attachment/proof.pdf',
  });
const waitingPayment = async (billId: number) =>
  (
    await bench.services.db
      .selectFrom('unit_bill_payment')
      .selectAll()
      .where('bill_id', '=', billId)
      .where('status', '=', 'WAITING')
      .orderBy('id')
      .executeTakeFirst()
  )?.id;
const confirm = (id: number | undefined) => platform.call(`${path('platform')}/payment`, 'confirm', { id });

describe('a bill', () => {
  test('is drawn once for its document, however often it is asked for', async () => {
    const document = { type: 'ONCE', id: 1 };
    const [a, b] = [await bench.bill({ document }), await bench.bill({ document, amountFen: 5 })];
    expect(b.id).toBe(a.id);
    expect(a).toMatchObject({
      status: 'UNPAID',
      agent_id: units.agent,
      commission_ratio: 1000,
      commission_fen: 10_000,
    });
  });

  test('of nobody else is there: not to another unit, not to be paid by the platform', async () => {
    const { id } = await bench.bill();
    const other = await bench.as('ORGANIZATION', units.otherOrganization);
    expect(await other.call(path('organization'), 'pay', { id })).toMatchObject({ code: 'NOT_FOUND' });
    // Neither button is there, and neither command trusts the page alone.
    expect(await platform.call(path('platform'), 'pay', { id })).toMatchObject({ code: 'NOT_PERMITTED' });
    const input = { ids: [id], rows: [], values: { reason: '不想付' } };
    expect(await billMoves.pay(platform.ctx(path('platform')), input)).toMatchObject({ code: 'BILL_NOT_PAYER' });
    expect(await billMoves.waive(school.ctx(path('organization')), input)).toMatchObject({ code: 'BILL_NOT_PLATFORM' });
    expect(await school.call(path('organization'), 'waive', { id, reason: '不想付', witness })).toMatchObject({
      code: 'NOT_PERMITTED',
    });
  });

  test('is paid once, whoever of a hundred presses', async () => {
    const { id, bill_no } = await bench.bill();
    await bench.give('ORGANIZATION', units.organization, 1_000_000);
    const before = await bench.fen('ORGANIZATION', units.organization);
    const answers = await Promise.all(Array.from({ length: 100 }, () => pay(id)));
    expect(answers.filter((one) => !isRefusal(one))).toHaveLength(1);
    expect(await bench.fen('ORGANIZATION', units.organization)).toBe(before - 100_000);
    expect(told.filter((one) => one === `settled ${bill_no}`)).toHaveLength(1);
  });

  test('takes no more than the unit may dispose of: what is owed of 待结算 is not', async () => {
    const { id } = await bench.bill({ amountFen: 9_000_000 });
    expect(await pay(id)).toMatchObject({ code: 'BILL_FREE_LOW' });
    expect((await bench.billNow(id)).status).toBe('UNPAID');
  });

  test('passes its day and can still be paid', async () => {
    const { id } = await bench.bill({ dueOn: '2026-11-19' });
    const day = await bench.bill({ dueOn: '2026-11-20' });
    await lapseBills(bench.services);
    expect([(await bench.billNow(id)).status, (await bench.billNow(day.id)).status]).toEqual(['OVERDUE', 'UNPAID']);
    await pay(id);
    expect((await bench.billNow(id)).status).toBe('PAID');
  });
});

describe('commission', () => {
  test('comes with the payment, is free after thirty days, and goes back with the bill', async () => {
    const { id } = await bench.bill();
    const pending = await bench.fen('AGENT', units.agent, 'PENDING');
    await pay(id);
    expect(await bench.fen('AGENT', units.agent, 'PENDING')).toBe(pending + 10_000);
    const now = bench.clock.now();
    bench.clock.set(now + 31 * 86_400_000);
    await freeCommissions(bench.services);
    await freeCommissions(bench.services);
    const free = await bench.fen('AGENT', units.agent);
    expect(free).toBeGreaterThanOrEqual(10_000);
    const unit = await bench.fen('ORGANIZATION', units.organization);
    expect(await platform.call(path('platform'), 'void', { id, reason: '重复收费', witness })).toBeNull();
    expect(await bench.fen('ORGANIZATION', units.organization)).toBe(unit + 100_000);
    // What had been free is kept of what comes next.
    expect(await bench.fen('AGENT', units.agent)).toBe(free);
    expect(await bench.fen('AGENT', units.agent, 'PENDING')).toBe(-10_000);
    bench.clock.set(now);
  });

  test('is none of an agent’s own bills, nor of one whose contract is over', async () => {
    expect(await bench.bill({ kind: 'DEVICE_ORDER', unitType: 'AGENT', unitId: units.agent })).toMatchObject({
      agent_id: null,
      commission_fen: 0,
    });
    await bench.services.pool.query(`update agent set contract_end = '2026-11-19' where id = $1`, [units.agent]);
    expect(await bench.bill()).toMatchObject({ agent_id: null, commission_fen: 0 });
    await bench.services.pool.query('update agent set contract_end = null where id = $1', [units.agent]);
  });
});

describe('a transfer', () => {
  test('pays when the platform has it; one transfer of the bank pays one bill', async () => {
    const [a, b] = [await bench.bill(), await bench.bill()];
    const twice = await Promise.all([transfer(a.id, 'F1'), transfer(a.id, 'F1')]);
    expect(twice.filter((one) => one === null)).toHaveLength(1);
    expect(await transfer(a.id, 'F2')).toMatchObject({ refused: true });
    expect(await transfer(b.id, 'F1')).toMatchObject({ code: 'BILL_FLOW_USED' });
    expect((await bench.billNow(a.id)).status).toBe('UNPAID');
    const payment = await waitingPayment(a.id);
    expect(await school.call(`${path('organization')}/payment`, 'confirm', { id: payment })).toMatchObject({
      refused: true,
    });
    await confirm(payment);
    expect(await bench.billNow(a.id)).toMatchObject({ status: 'PAID', pay_way: 'TRANSFER' });
    expect(await confirm(payment)).toMatchObject({ code: 'NOT_NOW' });
  });

  test('that waits keeps its bill from being dropped', async () => {
    const { id, bill_no } = await bench.bill();
    await transfer(id, 'F9');
    expect(envelopeOf(await dropBill(school.ctx(path('organization')), id, '取消'))).toEqual({
      errorcode: 3652,
      errormsg: `${bill_no} 已登记一笔转账，等平台确认；如登记有误，请先撤回`,
    });
  });

  test('of a bill paid meanwhile is at the payer’s disposal', async () => {
    const { id } = await bench.bill();
    await transfer(id, 'F3');
    await pay(id);
    const before = await bench.fen('ORGANIZATION', units.organization);
    const payment = await waitingPayment(id);
    await confirm(payment);
    expect(await bench.fen('ORGANIZATION', units.organization)).toBe(before + 100_000);
    const { rows } = await bench.services.pool.query('select status from unit_bill_payment where id = $1', [payment]);
    expect(rows).toEqual([{ status: 'TOPPED_UP' }]);
  });
});

describe('a code', () => {
  const open = async (id: number) => {
    await school.call(path('organization'), 'code', { id, channel: 'WECHAT' });
    const { rows } = await bench.services.pool.query<{ no: string }>(
      `select order_no as no from unit_bill_payment where bill_id = $1 and way = 'ONLINE' order by id desc limit 1`,
      [id],
    );
    return rows[0]!.no;
  };
  const sandbox = () => bench.services.pay.sandbox('WECHAT')!;

  test('pays when the channel says so, in two tabs once; the second is the payer’s money', async () => {
    const { id } = await bench.bill();
    const [one, two] = [await open(id), await open(id)];
    sandbox().pay(one);
    sandbox().pay(two);
    const before = await bench.fen('ORGANIZATION', units.organization);
    await Promise.all([sweepBillCodes(bench.services), school.call(path('organization'), 'ask', { id })]);
    expect(await bench.billNow(id)).toMatchObject({ status: 'PAID', pay_way: 'ONLINE' });
    expect(await bench.fen('ORGANIZATION', units.organization)).toBe(before + 100_000);
    const { rows } = await bench.services.pool.query(
      'select status from unit_bill_payment where bill_id = $1 order by status',
      [id],
    );
    expect(rows).toEqual([{ status: 'PAID' }, { status: 'TOPPED_UP' }]);
  });

  test('is not asked for where no channel is set up; of a silent channel nothing is believed', async () => {
    const { id } = await bench.bill();
    const { pay: channels } = bench.services;
    const said = (code: string, words: string) => ({ code, words });
    const told = (answer: unknown) =>
      said((answer as { code: string }).code, envelopeOf(answer as Parameters<typeof envelopeOf>[0]).errormsg);
    bench.services.pay = { ...channels, provider: () => undefined };
    expect(told(await school.call(path('organization'), 'code', { id, channel: 'ALIPAY' }))).toEqual(
      said('BILL_CHANNEL_OFF', '平台还没有开通支付宝收款，请用余额或转账支付'),
    );
    bench.services.pay = {
      ...channels,
      provider: (channel) => ({
        ...channels.provider(channel)!,
        createPayment: async () => ({ refused: '商户未开通' }),
      }),
    };
    expect(told(await school.call(path('organization'), 'code', { id, channel: 'WECHAT' }))).toEqual(
      said('BILL_CHANNEL_NO', '微信支付没有生成付款码：商户未开通，请换一种方式支付'),
    );
    bench.services.pay = channels;
    await school.call(path('organization'), 'code', { id, channel: 'WECHAT' });
    bench.services.pay = {
      ...channels,
      provider: (channel) => ({
        ...channels.provider(channel)!,
        query: async () => {
          throw new Error('connection reset');
        },
      }),
    };
    expect(told(await school.call(path('organization'), 'ask', { id }))).toEqual(
      said('BILL_CHANNEL_SILENT', '渠道没有应答，结果未知；请稍后再查询，不要重复付款'),
    );
    bench.services.pay = channels;
    expect((await bench.billNow(id)).status).toBe('UNPAID');
  });

  test('that nobody pays is closed when its time is up; asking before says so', async () => {
    const { id } = await bench.bill();
    const no = await open(id);
    expect(await school.call(path('organization'), 'ask', { id })).toMatchObject({ code: 'NOT_NOW' });
    const now = bench.clock.now();
    bench.clock.set(now + 16 * 60_000);
    await sweepBillCodes(bench.services);
    const { rows } = await bench.services.pool.query('select status from unit_bill_payment where order_no = $1', [no]);
    expect(rows).toEqual([{ status: 'CLOSED' }]);
    bench.clock.set(now);
  });

  test('is heard of by the channel’s callback as well, once', async () => {
    const { id } = await bench.bill();
    const no = await open(id);
    const news = { merchantNo: 'SANDBOX', outTradeNo: no, channelNo: 'C1', amountFen: 100_000, paidAt: 0 };
    const taken = [];
    for (const _ of [1, 2])
      for (const take of bench.services.pay.takers!) taken.push(await take({ ...news, channel: 'WECHAT' }));
    expect(taken).toEqual(['TAKEN', 'KNOWN']);
    expect((await bench.billNow(id)).status).toBe('PAID');
    expect(await bench.services.pay.takers![0]!({ ...news, outTradeNo: 'CZ1', channel: 'WECHAT' })).toBeUndefined();
  });
});

test('given up by two: what it is for goes on as if it were paid, and no money moves', async () => {
  const { id, bill_no } = await bench.bill();
  const before = await bench.fen('ORGANIZATION', units.organization);
  expect(await platform.call(path('platform'), 'waive', { id, reason: '合作赠送' })).toMatchObject({
    code: 'WITNESS_NEEDED',
  });
  await platform.call(path('platform'), 'waive', { id, reason: '合作赠送', witness });
  expect(await bench.billNow(id)).toMatchObject({ status: 'WAIVED', witness_name: '见证人', check_note: '合作赠送' });
  expect(await bench.fen('ORGANIZATION', units.organization)).toBe(before);
  expect(told).toContain(`settled ${bill_no}`);
});

test('U12 finds a bill marked paid past the books, and one paid twice', async () => {
  const { id } = await bench.bill();
  await bench.services.pool.query(
    `update unit_bill set status = 'PAID', paid_at = now(), pay_way = 'WALLET' where id = $1`,
    [id],
  );
  expect(await bench.breaks()).toMatchObject([{ rule: 'U12' }]);
  await bench.services.pool.query(
    `update unit_bill set status = 'UNPAID', paid_at = null, pay_way = null where id = $1`,
    [id],
  );
});

test('the flows are walked, every state by every hand', async () => {
  let id = 0;
  await bench.give('ORGANIZATION', units.organization, 50_000_000);
  const place = async (status: string, mine: boolean) => {
    const bill = await bench.bill({
      status: status === 'PENDING' ? 'PENDING' : 'UNPAID',
      maker: { id: mine ? platform.session.accountId : 5, name: '制单人' },
    });
    id = bill.id;
    if (status === 'PAID') await pay(id);
    if (status === 'VOID') await platform.call(path('platform'), 'void', { id, reason: '误开', witness });
    if (status === 'WAIVED') await platform.call(path('platform'), 'waive', { id, reason: '误开', witness });
    if (status === 'OVERDUE')
      await bench.services.pool.query(`update unit_bill set status = 'OVERDUE' where id = $1`, [id]);
  };
  const call = async (event: string) =>
    envelopeOf(
      event === 'pay' ? await pay(id) : await platform.call(path('platform'), event, { id, reason: '核对', witness }),
    );
  expect(await walkFlow(billFlow, { place, call, status: async () => (await bench.billNow(id)).status })).toEqual([]);

  let payment = 0;
  let flowNo = 0;
  const placePayment = (hand: Caller) => async (status: string, mine: boolean) => {
    const bill = await bench.bill();
    flowNo += 1;
    await transfer(bill.id, `W${flowNo}`);
    payment = (await waitingPayment(bill.id))!;
    await bench.services.pool.query('update unit_bill_payment set maker_id = $2 where id = $1', [
      payment,
      mine ? hand.session.accountId : 5,
    ]);
    if (status === 'PAID' || status === 'RETURNED') {
      await bench.services.pool.query('update unit_bill_payment set maker_id = 6 where id = $1', [payment]);
      await confirm(payment);
    }
    if (status === 'RETURNED') await platform.call(path('platform'), 'void', { id: bill.id, reason: '误收', witness });
    if (status === 'DENIED' || status === 'CLOSED' || status === 'TOPPED_UP')
      await bench.services.pool.query('update unit_bill_payment set status = $2 where id = $1', [payment, status]);
    await bench.services.pool.query('update unit_bill_payment set maker_id = $2 where id = $1', [
      payment,
      mine ? hand.session.accountId : 5,
    ]);
  };
  // The platform confirms and denies, who entered it takes it back.
  const walk = (hand: Caller, area: string, without: readonly (keyof typeof paymentFlow.moves)[]) =>
    walkFlow(paymentFlow, {
      without,
      place: placePayment(hand),
      call: async (event) =>
        envelopeOf(await hand.call(`${path(area)}/payment`, event, { id: payment, reason: '核对' })),
      status: async () =>
        (
          await bench.services.pool.query<{ status: string }>('select status from unit_bill_payment where id = $1', [
            payment,
          ])
        ).rows[0]!.status,
    });
  expect(await walk(platform, 'platform', ['withdraw'])).toEqual([]);
  expect(await walk(school, 'organization', ['confirm', 'deny'])).toEqual([]);
});
