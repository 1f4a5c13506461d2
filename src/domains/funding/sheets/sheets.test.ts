/** 账户对账: the sheets agree with each other, whatever they are narrowed to. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readListState, searchQuery, wireSearch } from '../../../kit/console/screens/logic/search-url.ts';
import { type AnyPage, anyPage, type Drill } from '../../../kit/define/page.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { businessDay } from '../../wallet/public.server.ts';
import operatorCash from '../cash/pages/operator-cash-summary.page.ts';
import { type FundingBench, fundingBench } from '../testing.ts';
import { ledgerPath } from './ledger-words.ts';
import { accountBalance, accountStatement, dailyBalanceSummary } from './pages/account-balance.page.ts';
import accountLedger from './pages/account-statement-detail.page.ts';
import { dailyIncomeSummary, dailyRechargeSummary } from './pages/daily-income-summary.page.ts';

let bench: FundingBench;
let today: string;
let debtor: number;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/account_statement#query']);
  const { clock, wallet } = bench.app.services;
  today = businessDay(clock.now());
  // Money by every way, in and out, undone, and into a debt.
  debtor = await bench.person();
  const place = { restaurantId: 0, deploySiteId: 0, deviceId: 0, mealPeriodId: 0, departmentId: 0, personTypeId: 0 };
  const owed = await wallet.submit({
    kind: 'SUPPLEMENT',
    organizationId: bench.organizationId,
    requestKey: 'sheets-debt',
    personId: debtor,
    occurredAt: clock.now(),
    amountFen: 800,
    place: { ...place, mode: 'MANUAL', identify: 'MANUAL' },
    arrearsLimitFen: 5_000,
  });
  expect('posted' in owed).toBe(true);
  await bench.call('deposit', 'create', { personId: debtor, amountFen: 2_000 });
  const rich = await bench.person({ cash: 9_000, wechat: 4_000 });
  await bench.call('recharge', 'create', { personId: rich, amountFen: 3_000, giftFen: 300, channel: 'CASH' });
  await bench.call('recharge', 'create', { personId: rich, amountFen: 2_500, channel: 'TRANSFER', channelNo: 'TR-S1' });
  for (const [page, more] of [
    ['deposit', {}],
    ['recharge', { channel: 'BANK', channelNo: 'BK-S1' }],
  ] as const) {
    const wrong = await bench.call<{ id: number }>(page, 'create', { personId: rich, amountFen: 1_100, ...more });
    await bench.call(page, 'reverse', { id: wrong.id, reason: '点错' });
  }
  await bench.call('cash_out_detail', 'create', { personId: rich, amountFen: 700, reason: 'PARTIAL' });
  for (const restWay of ['CASH', 'BANK']) {
    const form = { personId: rich, amountFen: 4_500, restWay, bankAccount: '62220000000001', reason: '退' };
    await bench.call('refund', 'create', form);
  }
  const waiting = await bench.call<Sheet>('refund', 'query', { search: { status: 'APPROVED' } });
  for (const { id, way } of waiting.rows)
    await bench.call('refund', way === 'CASH' ? 'payCash' : 'payBank', { id, bankFlowNo: `F${String(id)}` });
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Sheet {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}
const sheet = async (page: string, search: Record<string, unknown>): Promise<Sheet> => {
  const answer = await bench.call<Sheet>(page, 'query', { size: 100, search });
  expect([page, answer.errormsg]).toEqual([page, undefined]);
  return answer;
};

test('a department above others means all of them', async () => {
  const { rows } = await bench.app.services.pool.query<{ id: number; n: number; fen: number }>(
    `select d.id, count(distinct p.id)::int as n, coalesce(sum(w.balance_fen), 0)::bigint as fen from department d
       join department c on c.organization_id = d.organization_id and (c.id = d.id or d.id = any(c.above))
       join person p on p.organization_id = c.organization_id and p.department_id = c.id
       left join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind <> 'COUNT'
      where d.organization_id = $1 and cardinality(d.above) = 0 and c.id <> d.id group by d.id order by n desc limit 1`,
    [bench.organizationId],
  );
  const top = rows[0]!;
  expect(top.n).toBeGreaterThan(0);
  const balances = await sheet('account_balance', { departmentId: top.id });
  expect(balances.total).toBe(top.n);
  expect(balances.sums.totalFen).toBe(top.fen);
  expect((await sheet('account_statement', { departmentId: top.id })).sums.closingFen).toBe(top.fen);
});

test('the balances of those who have something in one account', async () => {
  const owing = await sheet('account_balance', { account: ['wallet:ARREARS'] });
  expect(owing.rows.every((row) => (row.arrearsFen as number) < 0)).toBe(true);
  const gifted = await sheet('account_balance', { account: ['wallet:GIFT'] });
  expect(gifted.rows).toMatchObject([{ giftFen: 300 }]);
  const either = await sheet('account_balance', { account: ['wallet:GIFT', 'wallet:ARREARS'] });
  expect(either.total).toBe(owing.total + gifted.total);
});

test('the statement takes one person, several, or an empty choice', async () => {
  const people = [await bench.person({ cash: 1_500 }), await bench.person({ cash: 700 })];
  const closing = async (personId: unknown) => (await sheet('account_statement', { personId })).sums.closingFen!;
  expect(await closing(people[0])).toBe(1_500);
  expect(await closing(people)).toBe(2_200);
  const all = await closing(null);
  for (const nobody of ['', [], [null]]) expect(await closing(nobody)).toBe(all);
});

const target = anyPage(accountLedger);
const reports: [string, AnyPage, Record<string, unknown>][] = [
  ['账户余额表', anyPage(accountBalance), {}],
  ['对账单', anyPage(accountStatement), {}],
  ['对账单 今天', anyPage(accountStatement), { businessDate: ['today', 'today'] }],
  ['每日余额汇总', anyPage(dailyBalanceSummary), {}],
  ['操作员现金汇总', anyPage(operatorCash), {}],
  ['每日收入汇总', anyPage(dailyIncomeSummary), {}],
  ['每日充值汇总', anyPage(dailyRechargeSummary), {}],
  ['每日充值汇总 操作员', anyPage(dailyRechargeSummary), { operatorName: '校长' }],
];

describe.each(reports)('%s', (_name, spec, asked) => {
  test('agrees with itself, and every number opens lines that add up to it', async () => {
    const days = { calendar: today, book: today };
    const search = 'businessDate' in asked ? { businessDate: [today, today] } : asked;
    const { rows, check } = await sheet(spec.places[0]!.path.replace('/admin/organization/', ''), search);
    expect(check).toMatchObject({ ok: true });
    const drill = spec.report!.drill!;
    const wrong: unknown[] = [];
    let opened = 0;
    for (const row of rows.filter((r) => spec.title !== '账户余额表' || rows.indexOf(r) < 5 || r.id === debtor))
      for (const key of spec.list!.columns) {
        const own: Drill | null | undefined = drill.columns?.[key];
        const to = own === undefined ? drill : own;
        const value = row[key];
        const number = ['money', 'int'].includes(spec.fields[key]!.kind) && typeof value === 'number' && value !== 0;
        if (!number || to === null || to.path !== ledgerPath) continue;
        const state = readListState(target, searchQuery(to.search(row, search)), days);
        const lines = await sheet('account_statement/detail', wireSearch(target, state.search));
        const found = key.endsWith('Count') ? lines.total : lines.sums.amountFen!;
        opened += 1;
        // Columns of what goes out stand without their minus.
        if (Math.abs(found) !== Math.abs(value)) wrong.push({ key, value, found, search: state.search });
        if (lines.check) expect(lines.check).toMatchObject({ ok: true });
      }
    expect(wrong).toEqual([]);
    expect(opened).toBeGreaterThan(0);
  });
});

test('cash that repaid a debt came in like any other; what was taken back is taken off where it came in', async () => {
  const { rows } = await sheet('daily_income_summary', { businessDate: [today, today] });
  const drawer = await sheet('operator_cash_summary', { businessDate: [today, today] });
  expect(rows[0]).toMatchObject({ depositFen: drawer.sums.depositFen });
  const [day] = (await sheet('daily_recharge_summary', { businessDate: [today, today] })).rows;
  // 2,000 of the debtor, 9,000, 3,000, and 1,100 that were taken back, as were 1,100 of the bank.
  expect(Number(day!.cashFen) - Number(drawer.sums.depositFen)).toBe(1_100);
  expect(day).toMatchObject({ bankFen: 1_100, reversedFen: 2_200 });
  expect(rows[0]!.onlineFen).toBe(Number(day!.wechatFen) + Number(day!.alipayFen) + Number(day!.transferFen));
});

test('balances without a day hold what is booked on the coming day already', async () => {
  const { clock, wallet } = bench.app.services;
  const personId = await bench.person();
  const tomorrow = addDays(today, 1);
  const granted = await wallet.submit({
    kind: 'SUBSIDY_GRANT',
    organizationId: bench.organizationId,
    requestKey: 'sheets-tomorrow',
    personId,
    occurredAt: clock.now(),
    businessDate: tomorrow,
    amountFen: 6_600,
  });
  expect('posted' in granted).toBe(true);
  const { jobNumber } = await bench.call<{ jobNumber: string }>('user', 'get', { id: personId });
  const subsidy = async (asOf?: string) =>
    (await sheet('account_balance', { keyword: jobNumber, ...(asOf ? { asOf } : {}) })).rows[0]!.subsidyFen;
  expect([await subsidy(), await subsidy(today), await subsidy(tomorrow)]).toEqual([6_600, 0, 6_600]);
  expect((await sheet('account_balance', {})).check).toMatchObject({ ok: true });
});

test('a balance that was tampered with is named with day and figure, never as equal', async () => {
  const slip = (fen: number) =>
    bench.app.services.pool.query(
      `update wallet set balance_fen = balance_fen + $3 where organization_id = $1 and person_id = $2 and kind = 'MAIN'`,
      [bench.organizationId, debtor, fen],
    );
  await slip(777);
  const daily = await sheet('daily_balance_summary', { businessDate: [addDays(today, -1), today] });
  const balances = await sheet('account_balance', {});
  await slip(-777);
  expect(daily.check?.ok).toBe(false);
  expect(daily.check?.text).toMatch(new RegExp(`2 行两边不相等，如 ${today} 差 7\\.77$`));
  expect(daily.sums).not.toHaveProperty('differenceFen');
  expect(balances.check?.text).toMatch(/^合计 \S+ ≠ 对账单期末余额 \S+，差 7\.77$/);
});
