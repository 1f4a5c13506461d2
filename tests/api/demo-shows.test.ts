/** The demo shows something everywhere, whenever it is started: on a Sunday before breakfast, on the first of a month, at noon. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysNow } from '../../src/kit/console/clock.ts';
import { listRequest } from '../../src/kit/console/screens/list/list-request.ts';
import { readListState } from '../../src/kit/console/screens/logic/search-url.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { pagesFor } from './walk.ts';

const moments = [
  ['on a Sunday before breakfast', '2027-02-28T05:10:00+08:00'],
  ['on the first of a month, just after midnight', '2027-03-01T00:20:00+08:00'],
  ['on a working day after lunch', '2027-03-03T14:30:00+08:00'],
] as const;

const visitors: readonly DemoAccount[] = ['super', 'platform', 'agent', 'contractor', 'school', 'company'];

/** Lists that may be empty, and why. */
const mayBeEmpty: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'organization/withdrawal',
      'contractor/withdrawal',
      'platform/transfer_accounts/payout',
      'platform/transfer_accounts/result',
      'platform/daily_cashout_receipts',
      'platform/monthly_examine_consume',
      'platform/month_pack',
      'platform/wallet_balance/held',
    ].map((page) => [
      `/admin/${page}`,
      'four days may leave nobody anything settled to draw, and no month behind them',
    ]),
  ),
  '/admin/contractor/erp/stock_proof/break': 'the books of the demo agree',
  '/admin/organization/face_info_count/filing': 'no unit of the demo stores a hundred thousand faces',
  '/admin/organization/channel_difference': 'channels may have nothing to say against four days of a unit',
  '/admin/platform/merchant_bill/late': 'bills of the demo are dropped the next morning',
};

/** Lists of ordering, and what wages bear of it: the company orders meals ahead, the school does not. */
const companyOnly = new Set(
  [
    'address_code',
    'daily_order_summary',
    'department_order_summary',
    'food_menu_summary/ordered',
    'meals_deduction_month/payroll',
    'order_address',
    'order_area',
    'order_food_detail',
    'order_food_quantum',
    'order_food_summary',
    'order_pickup',
    'ordering_mode',
    'personal_order_summary',
  ].map((page) => `/admin/organization/${page}`),
);

/** What the school alone has. */
const schoolOnly = new Set([
  '/admin/organization/meal_reporting_period/term',
  '/admin/organization/face_info_count/own_consent',
]);

/** Lines of the home that may be 0, and why. */
const quietWork: Readonly<Record<string, string>> = {
  争议有回复: 'disputes of the demo are raised by the caterer',
  对方异议待答复: 'the school of the demo has answered its caterer',
  打款失败: 'the bank of the demo refuses a caterer',
  收款账户待审: 'accounts of units in the demo are reviewed the same day',
  应付餐企逾期: 'what is owed outside in the demo is due in two weeks',
  未结算餐次: 'terminals of the demo upload in time',
  未就餐扣费失败: 'people of the demo have money on most days',
  报餐待判定: 'people of the demo are refused at the till on some days only',
  渠道差异: 'the channel of the demo says otherwise of one unit at a time',
  账目不平: 'a break of the ledger is a fault of the product',
  缺下一年节假日: 'days off of the next year are asked for in December alone',
  第三方消费未了结: 'the channel of the demo answers at once',
  第三方退款失败: 'the channel of the demo refuses no refund',
  严重预警: 'what was grave in the demo went away by itself',
  群机器人发不出去: 'nothing of a demo leaves the house',
  漏留样品: 'the kitchen of the demo misses a sample once in weeks',
  待留样: 'the kitchen of the demo weighs before the meal begins',
  到期待销样: 'on the first days of a small demo nothing is due',
  失联设备: 'terminals of the demo go on beating while somebody looks',
  有缺号的设备: 'terminals of the demo lose no record',
  退款失败: 'the channel of the demo refuses no refund',
  我未交的现金: 'drawers of the demo are handed over in the evening',
  纠错待入账: 'what is approved in the demo can be posted at once',
  人脸备案: 'no unit of the demo has a hundred thousand faces',
  改由本人同意人脸: 'nobody of a company is a child',
  待月结: 'a demo of four days has no month behind it unless one begins',
};

/** Whether a task badge may be 0: the school orders no meals; from midnight until the books turn those of the company are over. */
const mayBeQuiet = (badge: string, account: DemoAccount, iso: string) =>
  badge === 'OrderMission' && (account === 'school' || iso.slice(11, 13) < '04');

interface Work {
  label: string;
  count: number;
}

/** Exceptions that some moment had need of, by what they except. */
const needed = {
  mayBeEmpty: new Set<string>(),
  companyOnly: new Set<string>(),
  schoolOnly: new Set<string>(),
  quietWork: new Set<string>(),
};

describe.each(moments)('the demo %s', (_, iso) => {
  let app: TestApp;
  const tokens = {} as Record<DemoAccount, string>;
  beforeAll(async () => {
    app = await startTestServer({ now: iso });
    for (const account of visitors) tokens[account] = await app.login(account);
  }, 240_000);
  afterAll(() => app?.stop());

  const ask = async (account: DemoAccount, path: string, verb: string, body: object = {}) => {
    const answer = await app.post(path, verb, body, tokens[account]);
    if (answer.body.errorcode !== 0) throw new Error(`${account} ${path}/${verb}: ${answer.body.errormsg}`);
    return answer.body;
  };
  /** Rows of a list as a first visit asks for them, with more conditions if given. */
  const rowsOf = async (account: DemoAccount, { page, path }: Registered, search: object = {}) => {
    const state = readListState(page, {}, daysNow({ now: () => Date.parse(iso) }));
    const request = listRequest(page, state);
    const { data } = await ask(account, path, 'query', { ...request, search: { ...request.search, ...search } });
    return (data as { rows?: Record<string, unknown>[] }).rows;
  };
  const at = (path: string) => app.services.registry.at(`/admin/organization/${path}`)!;

  it('has rows in every list with the conditions a first visit has', async () => {
    const empty: string[] = [];
    for (const account of visitors)
      for (const entry of pagesFor(app.services.registry, account)) {
        if (!(entry.binding.list || entry.binding.query) || entry.page.of?.by) continue;
        const rows = await rowsOf(account, entry);
        if (rows?.length !== 0) continue;
        if (account === 'school' && companyOnly.has(entry.path)) needed.companyOnly.add(entry.path);
        else if (account === 'company' && schoolOnly.has(entry.path)) needed.schoolOnly.add(entry.path);
        else if (entry.path in mayBeEmpty) needed.mayBeEmpty.add(entry.path);
        else empty.push(`${account} ${entry.title} ${entry.path}`);
      }
    expect(empty).toEqual([]);
  });

  it.each(['school', 'company'] as const)(
    'gives %s something to do at every badge and every line of its home',
    async (account) => {
      const { total } = await ask(account, '/admin/organization/user', 'mission_query');
      const quiet = Object.entries(total as Record<string, number>).filter(
        ([key, n]) => n === 0 && !mayBeQuiet(key, account, iso),
      );
      expect(quiet).toEqual([]);
      const { data } = await ask(account, '/admin/organization/home', 'figures');
      const nothing = (data as { work: Work[] }).work.filter(({ count }) => count === 0).map(({ label }) => label);
      for (const label of nothing) needed.quietWork.add(label);
      expect(nothing.filter((label) => !(label in quietWork))).toEqual([]);
      expect((data as { work: Work[] }).work.find(({ label }) => label === '账目不平')?.count).toBe(0);
    },
  );

  it.each(['school', 'company'] as const)(
    '%s has money held, arrears, shifts handed over and running',
    async (account) => {
      const states = async (path: string, key: string, search = {}) =>
        new Set((await rowsOf(account, at(path), search))!.map((row) => row[key]));
      const { rows } = await app.services.pool.query<{ held: number; owed: number }>(
        `select count(*) filter (where held_fen > 0)::int as held,
           count(*) filter (where kind = 'ARREARS' and balance_fen < 0)::int as owed from wallet
          where organization_id = (select e.unit_id from employee e join account a on a.id = e.account_id where a.login_name = $1)`,
        [account],
      );
      expect(rows[0]!.held).toBeGreaterThan(0);
      expect(rows[0]!.owed).toBeGreaterThan(0);
      expect(await states('operator_cash_summary', 'status', { businessDate: null })).toEqual(
        new Set(['OPEN', 'HANDED']),
      );
      expect(await states('refund', 'status', { at: null })).toEqual(
        new Set(['APPLIED', 'APPROVED', 'SUCCESS', 'REJECTED']),
      );
    },
  );

  it('warns of what runs out, and of a bill that is due soon and not overdue', async () => {
    for (const account of ['school', 'company', 'contractor'] as const) {
      const { data } = await ask(account, '/admin/common', 'notices');
      expect(data, account).not.toEqual([]);
    }
    const { data } = await ask('contractor', '/admin/contractor/supermarket/subscribe_order', 'get_info');
    const { amount, nextTradeTime } = data as { amount: number; nextTradeTime: string };
    expect(amount).toBeGreaterThan(0);
    const left = Date.parse(nextTradeTime) - Date.parse(iso);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(10 * 86_400_000);
  });

  it('has a payment of which the channel says another amount, where differences are worked off and at its unit', async () => {
    const asked = { size: 20, search: { kind: ['AMOUNT'], status: ['OPEN', 'PROCESSING'] } };
    const found = await ask('platform', '/admin/platform/abnormal_trade_record', 'query', asked);
    const rows = (found.data as { rows: { billFen: number; ourFen: number; organizationId: number }[] }).rows;
    expect(rows).toEqual([expect.objectContaining({ organizationId: expect.any(Number) })]);
    expect(rows[0]!.ourFen - rows[0]!.billFen).toBe(100);
    const told = await Promise.all(
      (['school', 'company'] as const).map(async (unit) => (await rowsOf(unit, at('channel_difference')))!),
    );
    expect(told.flat().map(({ kind }) => kind)).toContain('AMOUNT');
  });

  it('has signed the sheets of the days that are over, and left yesterday’s for who looks', async () => {
    const signed = async (table: string, day: string, and = '') =>
      (
        await app.services.pool.query<{ day: string }>(
          `select /* wall: both units of the demo */ distinct ${day}::text as day from ${table} where true ${and} order by 1 desc`,
        )
      ).rows.map((row) => row.day);
    const last = addDays(iso.slice(0, 10), -2);
    expect((await signed('control_sheet', 'period', `and kind = 'DAY' and status = 'SIGNED'`))[0]).toBe(last);
    const samples = await signed('sample_sign', 'dining_date');
    expect(samples.length).toBeGreaterThan(0);
    expect(samples[0]! <= last).toBe(true);
  });

  it('has two units that are not alike', async () => {
    for (const [path, key] of [
      ['department', 'name'],
      ['type', 'name'],
      ['restaurant', 'name'],
      ['deploy_site', 'name'],
      ['meal', 'startTime'],
      ['fixed_value', 'firstPriceFen'],
      ['subsidy/configure', 'name'],
      ['weigh_trade_detail', 'name'],
    ] as const) {
      const [school, company] = await Promise.all(
        (['school', 'company'] as const).map(async (unit) =>
          JSON.stringify([...new Set((await rowsOf(unit, at(path)))!.map((row) => row[key]))].sort()),
        ),
      );
      expect(school, path).not.toEqual(company);
    }
  });
});

it('is excused from nothing that it always shows', () => {
  const stale = (excused: Iterable<string>, known: ReadonlySet<string>) =>
    [...excused].filter((one) => !known.has(one));
  expect({
    mayBeEmpty: stale(Object.keys(mayBeEmpty), needed.mayBeEmpty),
    companyOnly: stale(companyOnly, needed.companyOnly),
    schoolOnly: stale(schoolOnly, needed.schoolOnly),
    quietWork: stale(Object.keys(quietWork), needed.quietWork),
  }).toEqual({ mayBeEmpty: [], companyOnly: [], schoolOnly: [], quietWork: [] });
});
