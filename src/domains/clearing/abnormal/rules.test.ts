/** What opens without a bill: paid and not credited, taken twice, books that do not balance; and what closes itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { checkUnitInvariants, settleAll } from '../../settlement/testing.ts';
import { runInvariants } from '../../wallet/public.server.ts';
import { type ClearingBench, clearingBench, today, wechatBill } from '../testing.ts';
import { openByRules } from './open-by-rules.ts';

interface Row {
  id: number;
  kind: string;
  status: string;
  outNo: string;
  why: string;
  amountFen: number;
}
let bench: ClearingBench;
const minute = 60_000;
const abnormal = async (kind: string) =>
  (await bench.rows<Row>('abnormal_trade_record', { kind: [kind] })).toSorted((a, b) => a.id - b.id);
const later = (ms: number) => bench.app.clock.set(bench.app.clock.now() + ms);

beforeAll(async () => {
  bench = await clearingBench();
  bench.app.clock.set(Date.parse(`${today(bench)}T12:00:00+08:00`));
  await openByRules(bench.app.services);
});
afterAll(() => bench?.stop());

test('paid at the channel and not credited: opened after ten minutes, once, and closed when it is credited', async () => {
  const before = (await abnormal('UNCREDITED')).length;
  const order = await bench.order(1_300, 'WECHAT', true);
  const { pool, ids } = bench.app.services;
  await pool.query(
    `insert into third_pay_callback (id, organization_id, channel, channel_no, out_trade_no, amount_fen, raw, headers, sign_ok,
       matched_order_id, received_at, error, status)
     values ($1, $2, 'WECHAT', $3, $4, 1300, '{}', '{}', true, $5, $6, '账户已冻结', 'FAILED')`,
    [await ids.next(), bench.organizationId, order.channelNo, order.orderNo, order.id, isoAt(bench.app.clock.now())],
  );
  later(9 * minute);
  await openByRules(bench.app.services);
  expect(await abnormal('UNCREDITED')).toHaveLength(before);
  later(2 * minute);
  await openByRules(bench.app.services);
  await openByRules(bench.app.services);
  const found = (await abnormal('UNCREDITED')).filter(({ outNo }) => outNo === order.orderNo);
  expect(found).toMatchObject([{ status: 'OPEN', amountFen: 1_300, why: expect.stringContaining('账户已冻结') }]);
  await bench.call('recharge', 'sandbox_pay', { id: order.id });
  await openByRules(bench.app.services);
  const after = (await abnormal('UNCREDITED')).filter(({ outNo }) => outNo === order.orderNo);
  expect(after).toMatchObject([{ status: 'FIXED' }]);
});

test('an order nobody paid is no abnormal trade', async () => {
  const order = await bench.order(1_400, 'WECHAT', true);
  later(30 * minute);
  await openByRules(bench.app.services);
  expect((await abnormal('UNCREDITED')).filter(({ outNo }) => outNo === order.orderNo)).toEqual([]);
});

test('taken twice at a till: opened with the second trade, closed when that is taken back', async () => {
  const { services, clock } = bench.app;
  const personId = await bench.person();
  const place = await services.pool.query<{
    device: number;
    site: number;
    restaurant: number;
    type: number;
    department: number;
  }>(
    `select d.id as device, s.id as site, s.restaurant_id as restaurant, p.type_id as type, coalesce(p.department_id, 0) as department
     from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     join person p on p.organization_id = d.organization_id and p.id = $2
     where d.organization_id = $1 and s.restaurant_id is not null order by d.id limit 1`,
    [bench.organizationId, personId],
  );
  const at = place.rows[0]!;
  await services.wallet.submit({
    kind: 'DEPOSIT',
    organizationId: bench.organizationId,
    requestKey: 'rules-money',
    personId,
    occurredAt: clock.now(),
    amountFen: 10_000,
  });
  const eat = async (key: string) => {
    const outcome = await services.wallet.submit({
      kind: 'CONSUME',
      organizationId: bench.organizationId,
      requestKey: key,
      personId,
      occurredAt: clock.now(),
      place: {
        restaurantId: at.restaurant,
        deploySiteId: at.site,
        deviceId: at.device,
        mealPeriodId: 0,
        departmentId: at.department,
        personTypeId: at.type,
        mode: 'AMOUNT',
        identify: 'CARD',
      },
      price: () => ({ originFen: 700, discountFen: 0, amountFen: 700, limits: { repeatIntervalSec: 10 } }),
    });
    if (!('posted' in outcome)) throw new Error(outcome.code);
    return outcome.posted.postingId;
  };
  await eat('rules-1');
  later(3_000);
  const second = await eat('rules-2');
  await openByRules(services);
  const of = async () => (await abnormal('DOUBLE_CHARGE')).filter(({ outNo }) => outNo === String(second));
  expect(await of()).toMatchObject([{ status: 'OPEN', amountFen: 700 }]);
  await services.wallet.submit({
    kind: 'REVERSE',
    organizationId: bench.organizationId,
    requestKey: 'rules-back',
    personId,
    occurredAt: clock.now(),
    originalPostingId: second,
  });
  await openByRules(services);
  expect(await of()).toMatchObject([{ status: 'FIXED' }]);
});

test('books that do not balance stand on the list by rule until a run finds them whole; the page runs them again', async () => {
  const { services, clock } = bench.app;
  const { pool } = services;
  // What was loaded a moment ago is looked at before the rules join it.
  await pool.query(`create table loaded with (autovacuum_enabled = off) as select generate_series(1, 5000) as n`);
  await pool.query('select pg_stat_force_next_flush()');
  await runInvariants(services, bench.organizationId);
  const { rows: known } = await pool.query(`select reltuples as n from pg_class where relname = 'loaded'`);
  expect(known).toEqual([{ n: 5_000 }]);
  later(minute);
  await pool.query(
    `insert into invariant_run (organization_id, id, started_at, finished_at, posting_count, break_count, breaks)
     values ($1, $2, $3, $3, 1, 2, $4)`,
    [
      bench.organizationId,
      await services.ids.next(),
      isoAt(clock.now()),
      JSON.stringify([
        { rule: 'I2', detail: 'wallet 1' },
        { rule: 'I2', detail: 'wallet 2' },
      ]),
    ],
  );
  await openByRules(services);
  expect(await abnormal('BOOKS')).toMatchObject([{ status: 'OPEN', why: expect.stringMatching(/I2 不平，2 处/) }]);
  const broken = await bench.rows<{ id: number; state: string; broken: string; repair: string }>('ledger_check', {
    state: ['BROKEN'],
  });
  expect(broken).toMatchObject([{ id: bench.organizationId, broken: expect.stringMatching(/^I2 .* 2 处$/) }]);
  later(minute);
  await bench.ask('ledger_check', 'again', { id: bench.organizationId });
  expect(await bench.rows('ledger_check', { state: ['BROKEN'] })).toEqual([]);
  // The money between units is of no unit: its row is run again and opened like the others.
  const [units] = await bench.rows<{ id: number; startedAt: string | null }>('ledger_check', { book: ['UNITS'] });
  later(minute);
  expect(await bench.ask('ledger_check', 'again', { id: units!.id })).not.toHaveProperty('errorcode');
  const [after] = await bench.rows<{ startedAt: string }>('ledger_check', { book: ['UNITS'] });
  expect(Date.parse(after!.startedAt)).toBeGreaterThan(Date.parse(units!.startedAt ?? '2000-01-01'));
  expect(await bench.ask<{ unitName: string }>('ledger_check', 'get', { id: units!.id })).toMatchObject({
    unitName: expect.stringContaining('单位之间的钱'),
  });
  await openByRules(services);
  expect(await abnormal('BOOKS')).toMatchObject([{ status: 'FIXED' }]);
});

test('an explanation closes a finding with its reason; from 100 yuan a second person agrees; new facts open it again', async () => {
  const made = async (amountFen: number) =>
    (await bench.ask('abnormal_trade_record', 'create', { amountFen, why: '家长来电', day: today(bench) }))
      .id as number;
  const small = await made(9_999);
  const large = await made(10_000);
  const explain = (id: number, more: object = {}, verb = 'explain') =>
    bench.ask('abnormal_trade_record', verb, { id, reason: '已与家长核对', ...more });
  expect(await explain(small)).not.toHaveProperty('errorcode');
  expect(await explain(large)).toMatchObject({ errorcode: 1203 });
  expect(await explain(large, {}, 'explainTwo')).toMatchObject({ errorcode: 1020 });
  expect(await explain(large, { witness }, 'explainTwo')).not.toHaveProperty('errorcode');
  const rows = await abnormal('REPORTED');
  expect(rows.filter(({ id }) => id === small || id === large)).toMatchObject([
    { status: 'IGNORED' },
    { status: 'IGNORED' },
  ]);
  expect(await bench.ask('abnormal_trade_record', 'reopen', { id: small, reason: '家长又来电' })).not.toHaveProperty(
    'errorcode',
  );
});

const witness = { account: 'pt-fuhe', password: 'onecard-demo' };
const foreign = (no: string, day: string) => ({
  outTradeNo: `FOREIGN${no}`,
  channelNo: `42000${no}`,
  amount: '12.00',
  at: `${day} 10:00:00`,
  merchantNo: 'SANDBOX',
});
const proven = async () => {
  await settleAll(bench.app.services);
  expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
};

test('money nobody claimed becomes income after a year, not before, by two persons and once', async () => {
  const [young, old] = [addDays(today(bench), -360), addDays(today(bench), -366)];
  await bench.drop(wechatBill([foreign('1', young)]));
  await bench.drop(wechatBill([foreign('2', old)]));
  const found = (await abnormal('ORPHAN')).filter(({ outNo }) => outNo.startsWith('FOREIGN'));
  expect(found).toHaveLength(2);
  const income = (id: number, more: object = { witness }) =>
    bench.ask('abnormal_trade_record', 'income', { id, ...more });
  expect((await income(found[0]!.id)).errormsg).toMatch(/起/);
  expect(await income(found[1]!.id, {})).toMatchObject({ errorcode: 1020 });
  expect(await income(found[1]!.id)).not.toHaveProperty('errorcode');
  expect((await income(found[1]!.id)).errorcode).toBeDefined();
  const { rows } = await bench.app.services.pool.query(
    `select e.purse, e.amount_fen from unit_entry e join unit_posting p on p.id = e.posting_id
     where p.kind = 'ORPHAN_INCOME' order by e.purse`,
  );
  expect(rows).toEqual([
    { purse: 'AVAILABLE', amount_fen: 1_200 },
    { purse: 'SUSPENSE', amount_fen: -1_200 },
  ]);
  await proven();
});

test('a recharge the channel knows nothing of is taken back out of the account, once, and its finding is closed', async () => {
  const order = await bench.order(1_700);
  await bench.drop(wechatBill([foreign('3', today(bench))]));
  const of = async () => (await abnormal('MISSING')).filter(({ outNo }) => outNo === order.orderNo);
  const [missing] = await of();
  const reverse = () =>
    bench.ask('abnormal_trade_record', 'reverse', { id: missing!.id, reason: '渠道确认没有这笔', witness });
  await Promise.all([reverse(), reverse()]);
  expect(await of()).toMatchObject([{ status: 'FIXED' }]);
  const { rows } = await bench.app.services.pool.query(
    `select o.status, r.reversed_fen from recharge_order o join posting_reversed r on r.organization_id = o.organization_id
       and r.posting_id = o.posting_id where o.id = $1`,
    [order.id],
  );
  expect(rows).toEqual([{ status: 'REVERSED', reversed_fen: 1_700 }]);
  await bench.sound();
  await proven();
});

test('months of receipts are the days of the books: what came in, went back and is left agree with the entries', async () => {
  const { pool } = bench.app.services;
  const rows = await bench.rows<Record<string, number> & { month: string; organizationId: number }>('month_receipts');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const sums = await pool.query<{ into: number; back: number; closing: number }>(
      `select coalesce(sum(amount_fen) filter (where kind = 'ONLINE_IN'), 0)::bigint as into,
         coalesce(-sum(amount_fen) filter (where kind = 'ONLINE_OUT'), 0)::bigint as back,
         (array_agg(balance_after_fen order by wallet_version desc))[1]::bigint as closing
       from unit_entry where unit_type = 'ORGANIZATION' and unit_id = $1 and purse = 'FLOAT'
         and date_trunc('month', business_date)::date = $2::date`,
      [row.organizationId, row.month],
    );
    expect([row.month, row.inFen, row.refundFen, row.closingFen]).toEqual([
      row.month,
      sums.rows[0]!.into,
      sums.rows[0]!.back,
      sums.rows[0]!.closing,
    ]);
    expect(row.closingFen).toBe(row.openingFen! + row.netFen! - row.eatenFen! + row.otherFen!);
    // What the purse gained is what the channels' accounts gave, each by itself.
    expect([row.inFen, row.refundFen]).toEqual([
      row.wechatInFen! + row.alipayInFen!,
      row.wechatOutFen! + row.alipayOutFen!,
    ]);
  }
  expect(rows.some((row) => row.wechatInFen! > 0)).toBe(true);
  // The months of a unit follow each other: what one ends with the next begins with.
  for (const of of Map.groupBy(rows, (row) => row.organizationId).values())
    of.toSorted((a, b) => (a.month < b.month ? -1 : 1)).reduce((before, row) => {
      expect(row.openingFen).toBe(before.closingFen);
      return row;
    });
});
