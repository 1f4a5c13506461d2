/** Service bills of shops: windows one after another, counted on what was sold, late refunds, who is stopped and when it goes on. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import unitBills from '../../billing/bills/pages/unit_bill.server.ts';
import { type BillBench, billBench, lapseBills, secondPerson } from '../../billing/testing.ts';
import { createShellBoard } from '../../shell/testing.ts';
import { stock } from '../../stock/domain.ts';
import { refusedBy } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import contractors from '../../tenancy/units/pages/contractor.server.ts';
import organizations from '../../tenancy/units/pages/organization.server.ts';
import { market } from '../domain.ts';
import { checkMarket } from '../proof/invariants.ts';
import { frozenAt } from '../shelf/shops.ts';
import { billDue } from './notice.ts';
import summary from './pages/month-summary.server.ts';
import subscriptions from './pages/subscribe.server.ts';
import orders from './pages/subscribe-order.server.ts';
import { partsOf, runBills } from './run-bills.ts';
import { windowAt } from './windows.ts';

const at = '/admin/platform/supermarket/subscribe';
const own = '/admin/contractor/supermarket/subscribe_order';
let bench: BillBench;
let platform: Caller;
let caterer: Caller;
let rival: Caller;
let id: number;
let trades = 0;

const day = (date: string, time = '09:00') => bench.clock.set(Date.parse(`${date}T${time}:00+08:00`));
const run = (text: string, values: unknown[] = []) => bench.services.pool.query(text, values);

/** A trade of the shop at place 7 of the first organization, which the caterer runs. */
async function sell(date: string, fen: number, original: number | null = null): Promise<number> {
  trades += 1;
  await run('select wallet_ensure_month($1::date)', [date]);
  await run(
    `insert into trade (organization_id, id, business_date, occurred_date, kind, original_trade_id, person_id, restaurant_id, mode, identify,
       origin_fen, discount_fen, amount_fen, main_fen, balance_after_fen, rule_trace, occurred_at, recorded_at)
     values ($1, $2, $3, $3, $4, $5, 1, 7, 'SHOP', 'CARD', $6, 0, $6, $6, 0, '{}', now(), now())`,
    [units.organization, trades, date, original === null ? 'CONSUME' : 'REVERSE', original, fen],
  );
  return trades;
}
const nightly = async () => {
  await lapseBills(bench.services);
  await runBills(bench.services);
};
type Rows = { rows: Record<string, unknown>[] };
const bills = async (who = caterer) =>
  (await who.call<Rows>(own, 'query')).rows.sort((a, b) => String(a.calcFrom).localeCompare(String(b.calcFrom)));
const state = async () =>
  (await frozenAt(bench.services.pool, units.contractor, new Date(bench.clock.now()).toISOString())).state;
const move = (verb: string, more: object = {}) => platform.call(at, verb, { id, ...more });

beforeAll(async () => {
  bench = await billBench(
    [unitBills, contractors, organizations, summary, ...orders, ...subscriptions],
    [stock, market],
  );
  bench.services.shellBoard = createShellBoard();
  platform = await bench.as('PLATFORM', 1);
  caterer = await bench.as('CONTRACTOR', units.contractor);
  rival = await bench.as('CONTRACTOR', units.otherContractor);
  await run(
    `insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
     values ($1, 1, $2, 7, $3, '2026-01-01', '2026-12-31')`,
    [units.organization, units.contract, units.contractor],
  );
});
afterAll(() => bench?.database.drop());
afterEach(async () => expect(await bench.breaks()).toEqual([]));

test('windows leave no gap and do not meet, whatever the lengths of months', () => {
  const from = Array.from({ length: 6 }, (_, n) => windowAt('2026-12-31', 'MONTHLY', n));
  expect(from.map((one) => one.from)).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ]);
  expect(from[1]).toEqual({ from: '2027-01-31', to: '2027-02-27' });
  expect(windowAt('2026-03-01', 'YEARLY', 1)).toEqual({ from: '2027-03-01', to: '2028-02-29' });
});

test('a subscription is opened once, at no more than the whole', async () => {
  day('2026-08-05');
  const open = (ratio: number) =>
    platform.call<{ id: number }>(at, 'create', {
      contractorId: units.contractor,
      name: '商超服务',
      subscribeType: 'MONTHLY',
      ratio,
      startDate: '2026-08-05',
      graceDays: 10,
      autoFreeze: true,
    });
  expect(await refusedBy(open(10_001))).toMatchObject({ fields: { ratio: expect.any(String) } });
  id = (await open(125)).id;
  expect(await refusedBy(open(200))).toMatchObject({ code: 'SUB_TWICE' });
});

test('a bill is its window’s sales less refunds times the ratio, half up, drawn once and split by organization', async () => {
  const first = await sell('2026-08-05', 10_000);
  await sell('2026-08-20', 2_345);
  await sell('2026-08-21', 345, first);
  await sell('2026-09-05', 99_999);
  day('2026-08-30');
  await nightly();
  expect(await bills()).toMatchObject([{ status: 'CALCULATING', orderAmountFen: 12_000, amountFen: 150 }]);
  day('2026-09-05', '05:30');
  await nightly();
  await nightly();
  expect(await bills()).toMatchObject([
    {
      calcTo: '2026-09-04',
      orderAmountFen: 12_000,
      amountFen: 150,
      status: 'UNPAID',
      payBefore: '2026-09-14T23:59:59.000+08:00',
    },
    { calcFrom: '2026-09-05', status: 'CALCULATING' },
  ]);
  const [bill] = await bills();
  const parts = await caterer.call<Rows>(`${own}/part`, 'query', { search: { billId: bill!.id } });
  expect(parts.rows).toMatchObject([{ soldFen: 12_345, refundFen: 345, orderFen: 12_000, feeFen: 150 }]);
  expect(await bills(rival)).toEqual([]);
  expect((await run('select count(*)::int as n from unit_bill')).rows[0]).toEqual({ n: 1 });
  const sold = { organizationId: 1, month: '2026-08-01', refundFen: 0 };
  expect(
    partsOf(
      [100, 100, 100].map((soldFen) => ({ ...sold, soldFen })),
      100,
    ),
  ).toEqual([34, 33, 33]);
});

test('the notice says the bill from ten days before its deadline on, to its caterer alone', async () => {
  const told = await billDue(caterer.ctx(own));
  expect(told).toMatchObject({ contractor: { name: '味佳餐饮' }, amount: 1.5, serviceFeeRatio: 0.0125 });
  expect(await billDue(rival.ctx(own))).toBeNull();
  // Nor to those of its people who have nothing to do with bills.
  const ctx = caterer.ctx(own);
  expect(await billDue({ ...ctx, session: { ...ctx.session, grants: new Set<string>() } })).toBeNull();
});

test('overdue it is told for three days, then nothing is sold; paid, it goes on at once', async () => {
  const [bill] = await bills();
  day('2026-09-15', '00:40');
  await nightly();
  expect((await bills())[0]!.status).toBe('OVERDUE');
  expect(await state()).toBe('NOTICE');
  day('2026-09-17', '23:59');
  expect(await state()).toBe('NOTICE');
  day('2026-09-18', '00:40');
  await nightly();
  expect([(await bills())[0]!.status, await state()]).toEqual(['FROZEN', 'FROZEN']);
  const unitBill = (path: string, who: Caller) => who.call(path, 'pay', { id: bill!.unitBillId });
  expect(await refusedBy(unitBill('/admin/contractor/unit_bill', rival))).toMatchObject({ code: 'NOT_FOUND' });
  await bench.give('CONTRACTOR', units.contractor, 1_000);
  expect(isRefusal(await unitBill('/admin/contractor/unit_bill', caterer))).toBe(false);
  expect([(await bills())[0]!.status, await state()]).toEqual(['PAID', 'OPEN']);
  expect(await billDue(caterer.ctx(own))).toBeNull();
});

test('what comes back later is a line of the next bill at its own ratio; more than it comes to is kept for the one after', async () => {
  await move('ratio', { ratio: 200 });
  await sell('2026-10-01', 4_000, 1);
  day('2026-10-05', '05:30');
  await nightly();
  // 99,999 × 1.25 % less 4,000 × 1.25 %; the new ratio holds from the next window on.
  expect((await bills())[1]).toMatchObject({
    lateRefundFen: 4_000,
    lateFeeFen: 50,
    amountFen: 1_200,
    status: 'UNPAID',
  });
  await sell('2026-10-10', 90_000, 4);
  await sell('2026-10-11', 5_000);
  day('2026-11-05', '05:30');
  await nightly();
  expect((await bills())[2]).toMatchObject({
    serviceFeeRatio: 200,
    lateFeeFen: 1_125,
    amountFen: 0,
    creditOutFen: 1_025,
    status: 'PAID',
  });
  expect((await bills())[3]).toMatchObject({ creditInFen: 1_025, status: 'CALCULATING' });
});

test('a bill is given up by two, and then stops nobody', async () => {
  const waiting = (await bills())[1]!;
  expect(waiting.status).toBe('OVERDUE');
  const witness = { account: secondPerson.account, password: secondPerson.password };
  const waived = await platform.call('/admin/platform/unit_bill', 'waive', {
    id: waiting.unitBillId,
    reason: '试运行减免',
    witness,
  });
  expect(isRefusal(waived)).toBe(false);
  expect([(await bills())[1]!.status, await state()]).toEqual(['WAIVED', 'OPEN']);
});

test('the platform stops a shop after three days’ notice; paying does not undo that, the platform does', async () => {
  await move('freeze', { reason: '证照过期' });
  expect(await state()).toBe('NOTICE');
  day('2026-11-09', '00:40');
  expect(await state()).toBe('FROZEN');
  await nightly();
  expect(await state()).toBe('FROZEN');
  await move('unfreeze');
  expect(await state()).toBe('OPEN');
  expect(isRefusal(await caterer.call(at, 'unfreeze', { id }))).toBe(true);
});

test('ended, it is billed to the end of its window and can be opened anew', async () => {
  await move('end');
  day('2026-12-05', '05:30');
  await nightly();
  expect((await bills()).length).toBe(4);
  const { rows } = await platform.call<Rows>(at, 'query');
  expect(rows).toMatchObject([{ state: 'CLOSED' }]);
});

test('months of the shops: sales, what came back of them, and fees that come to the bills', async () => {
  interface Report extends Rows {
    sums: Record<string, number>;
    check: { ok: boolean; text: string };
  }
  const page = '/admin/contractor/supermarket/month_summary';
  const ask = (who: Caller, search = {}) => who.call<Report>(page, 'query', { page: 1, size: 100, search });
  const { rows, sums, check } = await ask(caterer);
  const all = await bills();
  expect(sums.feeFen).toBe(all.reduce((total, { amountFen }) => total + Number(amountFen), 0));
  expect(sums.feeFen).toBeGreaterThan(0);
  expect(check).toMatchObject({ ok: true });
  const { rows: sold } = await run(
    `select count(*)::int as n, sum(amount_fen)::bigint as fen from trade where organization_id = $1 and restaurant_id = 7 and kind = 'CONSUME'`,
    [units.organization],
  );
  expect(sums).toMatchObject({ orderCount: sold[0].n, amountFen: sold[0].fen });
  expect(rows.map(({ monthName }) => monthName)).toEqual([...rows.map(({ monthName }) => monthName)].sort().reverse());
  const [newest] = rows;
  const month = String(newest!.month);
  expect((await ask(caterer, { month: [month, month] })).rows).toEqual([{ ...newest, id: 1 }]);
  expect((await ask(rival)).rows).toEqual([]);
  // S12 sees a part that was changed.
  expect(await checkMarket(bench.services.pool)).toEqual([]);
  await run('update subscribe_order_part set fee_fen = fee_fen + 1 where contractor_id = $1', [units.contractor]);
  expect((await checkMarket(bench.services.pool)).map(({ rule }) => rule)).toContain('S12');
  await run('update subscribe_order_part set fee_fen = fee_fen - 1 where contractor_id = $1', [units.contractor]);
});
