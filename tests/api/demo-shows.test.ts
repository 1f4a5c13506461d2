/** The demo shows something everywhere, whenever it is started: on a Sunday before breakfast, on the first of a month, at noon. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysNow } from '../../src/kit/console/clock.ts';
import { listRequest } from '../../src/kit/console/screens/list/list-request.ts';
import { readListState } from '../../src/kit/console/screens/logic/search-url.ts';
import type { AnyBlock } from '../../src/kit/define/blocks.ts';
import { areaOf, ownerPath } from '../../src/kit/define/page.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { pagesFor } from './walk.ts';

const moments = [
  ['on a Sunday before breakfast', '2027-02-28T05:10:00+08:00'],
  ['on a Sunday at lunch', '2027-02-28T12:30:00+08:00'],
  ['on the first of a month, just after midnight', '2027-03-01T00:20:00+08:00'],
  ['on a working day after lunch', '2027-03-03T14:30:00+08:00'],
] as const;
type Moment = (typeof moments)[number][0];
const [early, lunch, midnight] = moments.map(([name]) => name) as [Moment, Moment, Moment];

const visitors: readonly DemoAccount[] = ['super', 'platform', 'agent', 'contractor', 'school', 'company'];

/** Whom nothing is shown, and when; everybody asked and every moment where it does not say. */
interface Excuse {
  why: string;
  of?: readonly DemoAccount[];
  on?: readonly Moment[];
}
const excused = (one: Excuse | undefined, account: DemoAccount, moment: Moment) =>
  one !== undefined && (one.of?.includes(account) ?? true) && (one.on?.includes(moment) ?? true);

const unsettled = 'four days may leave nobody anything settled to draw, and no month behind them';

/** Lists that may be empty. */
const mayBeEmpty: Readonly<Record<string, Excuse>> = {
  ...Object.fromEntries(
    [
      'contractor/withdrawal',
      'platform/transfer_accounts/payout',
      'platform/transfer_accounts/result',
      'platform/daily_cashout_receipts',
      'platform/wallet_balance/held',
    ].map((page) => [`/admin/${page}`, { why: unsettled, on: [early, lunch] }]),
  ),
  '/admin/organization/withdrawal': { why: unsettled, of: ['company'], on: [early, lunch, midnight] },
  '/admin/platform/monthly_examine_consume': { why: unsettled, on: [early, lunch, midnight] },
  '/admin/platform/month_pack': { why: unsettled },
  '/admin/contractor/erp/stock_proof/break': { why: 'the books of the demo agree' },
  '/admin/organization/face_info_count/filing': { why: 'no unit of the demo stores a hundred thousand faces' },
  '/admin/organization/channel_difference': {
    why: 'channels may have nothing to say against four days of a unit',
    of: ['company'],
  },
  '/admin/platform/merchant_bill/late': { why: 'bills of the demo are dropped the next morning' },
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

/** Lists of lines that none of the first records has. */
const childless: Readonly<Record<string, Excuse>> = {
  '/admin/organization/settlement/claim': {
    why: 'what is settled of the school in four days is not owed outside',
    of: ['school'],
  },
  '/admin/organization/settlement/dispute': { why: 'the caterer is at one with the company', of: ['company'] },
  '/admin/organization/user/push/device/unknown': { why: 'terminals of the demo know no card that the unit does not' },
  '/admin/contractor/erp/lot_recall/photo': { why: 'nobody takes a picture of what was sealed' },
  '/admin/contractor/unit_bill/payment': { why: 'the caterer owes the platform what it owes for the first time' },
};

/** Lines of the home that are 0 for one unit or at one moment. */
const quietWork: Readonly<Record<string, Excuse>> = {
  渠道差异: { why: 'the channel of the demo says otherwise of one unit at a time', of: ['company'] },
  严重预警: { why: 'what was grave at the company went away by itself', of: ['company'] },
  退款失败: { why: 'the bank of the demo sends the company’s back', of: ['school'] },
  我未交的现金: { why: 'the company leaves a drawer overnight, the school none' },
  待留样: { why: 'the kitchen of the demo weighs before the meal begins', on: [early, lunch] },
  到期待销样: { why: 'on the first days of a small demo nothing is due', on: [early, midnight] },
  改由本人同意人脸: { why: 'nobody of a company is a child', of: ['company'] },
  待月结: { why: 'a demo of four days has no month behind it unless one begins', on: [early, lunch, midnight] },
};

/** Lines and figures of homes that are 0 by nature: a house that works has none. */
const byNature = new Set(['账目不平', '失联设备', '有缺号的设备', '缺下一年节假日', '人脸备案', '群机器人发不出去']);

/** Lines and figures of the homes of an area that a demo of four days never shows. */
const neverShown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  organization: {
    争议有回复: 'disputes of the demo are raised by the caterer',
    对方异议待答复: 'the school of the demo has answered its caterer',
    打款失败: 'the bank of the demo refuses a caterer',
    收款账户待审: 'accounts of units in the demo are reviewed the same day',
    应付餐企逾期: 'what is owed outside in the demo is due in two weeks',
    未结算餐次: 'terminals of the demo upload in time',
    未就餐扣费失败: 'people of the demo have money on most days',
    报餐待判定: 'people of the demo are refused at the till on some days only',
    第三方消费未了结: 'the channel of the demo answers at once',
    第三方退款失败: 'the channel of the demo refuses no refund',
    纠错待入账: 'what is approved in the demo can be posted at once',
    漏留样品: 'the kitchen of the demo misses a sample once in weeks',
    上周此时: 'a demo of four days has no week behind it',
    今日缺勤: 'who is away in the demo is so from tomorrow on',
    没有刷成: 'nobody is refused of the few who come to a lunch on a Sunday',
    其中可划付: 'what units keep ready in the demo goes back the way it came',
    被驳回的菜品: 'a dish of the demo waits, none was turned down',
    今日停售或售罄: 'the kitchen of the demo sells all that it announces',
    平台库有新版: 'units of the demo took the dishes of the library over as they are',
    没有单价的食材: 'the food-stuffs of the demo all have prices',
  },
  contractor: {
    供应商有异议: 'suppliers of the demo are at one with what was received',
    召回通知未发: 'the caterer of the demo tells its units at once',
    合同即将到期: 'contracts of the demo have years to go',
    对方异议待答复: 'disputes of the demo are raised by the caterer',
    待我审批: 'the caterer’s administrator makes what waits, others approve it',
    待补库存: 'the shop of the demo sells what it has',
    有记录待上传的设备: 'the till that waits stands in what the unit runs itself',
    服务到期: 'the service of the caterer has a year to go',
    线下应收逾期: 'what is owed outside in the demo is due in two weeks',
    采购单价待批: 'orders of the demo keep to the price list',
    已分拣: 'the shop of the demo sorts today’s orders once somebody looks',
    配送中: 'the shop of the demo sorts today’s orders once somebody looks',
    已签收: 'the shop of the demo sorts today’s orders once somebody looks',
  },
  agent: { 质保将到期的设备: 'terminals of the demo are new' },
  platform: {
    即将或已经到期: 'the first service of the demo ends in seven weeks, the platform is told thirty days before',
    可疑交易: 'nobody pays the same twice within minutes today',
    商超服务费逾期: 'what is owed for the shop is due in eight days',
    年费逾期: 'the yearly fee that ends first has days to go',
    账单逾期: 'bills of the demo are due in the days to come',
    待审核月份: 'units of a demo of four days have closed no month',
    打款中: 'the bank of the demo answers the same day',
    未到账单: 'the channels of the demo send every bill',
    账单下载失败: 'the channels of the demo send every bill',
    未能处理的支付通知: 'notices of the demo find their orders',
    版本推送失败: 'terminals of the demo install what they are sent',
    红灯单位: 'terminals of the demo have told all of yesterday',
    采购待发货: 'the platform has sent what the agent ordered',
  },
};

/** Whether a task badge may be 0: the school orders no meals; from midnight until the books turn those of the company are over. */
const mayBeQuiet = (badge: string, account: DemoAccount, iso: string) =>
  badge === 'OrderMission' && (account === 'school' || iso.slice(11, 13) < '04');

interface Work {
  label: string;
  count: number;
}

const excuses = { mayBeEmpty, childless, quietWork };
/** Who had need of which exception, and when. */
const needed = Object.fromEntries(
  [...Object.keys(excuses), 'companyOnly', 'schoolOnly'].map((kind) => [
    kind,
    new Map<string, [DemoAccount, Moment][]>(),
  ]),
) as Record<keyof typeof excuses | 'companyOnly' | 'schoolOnly', Map<string, [DemoAccount, Moment][]>>;
/** Lines and figures of the homes of an area, with the most that any moment showed. */
const shown = new Map<string, number>();

/** The work and the figures among blocks, as numbers. */
function told(blocks: readonly AnyBlock[], data: never): [label: string, n: number][] {
  return blocks.flatMap((block) => {
    if (block.kind === 'beside') return told(block.blocks, data);
    if (block.kind === 'work') return block.of(data).map(({ label, count }): [string, number] => [label, count]);
    if (block.kind !== 'figures') return [];
    return block
      .of(data)
      .map(({ title, value }): [string, number] => [
        title.split(' ')[0]!,
        Number.parseFloat(value.replaceAll(',', '')),
      ]);
  });
}

describe.each(moments)('the demo %s', (moment, iso) => {
  let app: TestApp;
  const tokens = {} as Record<DemoAccount, string>;
  beforeAll(async () => {
    app = await startTestServer({ now: iso });
    for (const account of visitors) tokens[account] = await app.login(account);
  }, 240_000);
  afterAll(() => app?.stop());

  const need = (kind: keyof typeof needed, key: string, account: DemoAccount) =>
    needed[kind].set(key, [...(needed[kind].get(key) ?? []), [account, moment]]);
  /** Is it excused for whom and when it is asked? Then that is remembered. */
  const pardoned = (kind: keyof typeof excuses, key: string, account: DemoAccount) => {
    const yes = excused(excuses[kind][key], account, moment);
    if (yes) need(kind, key, account);
    return yes;
  };
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
        if (account === 'school' && companyOnly.has(entry.path)) need('companyOnly', entry.path, account);
        else if (account === 'company' && schoolOnly.has(entry.path)) need('schoolOnly', entry.path, account);
        else if (!pardoned('mayBeEmpty', entry.path, account)) empty.push(`${account} ${entry.title} ${entry.path}`);
      }
    expect(empty).toEqual([]);
  });

  it('has lines in at least one of the first records of every list that has such', async () => {
    const empty: string[] = [];
    for (const account of visitors)
      for (const entry of pagesFor(app.services.registry, account)) {
        const by = entry.page.of?.by;
        if (!by || !(entry.binding.list || entry.binding.query)) continue;
        const owner = app.services.registry.at(ownerPath(entry.path))!;
        if (account === 'school' && companyOnly.has(owner.path)) continue;
        let found = false;
        for (const row of (await rowsOf(account, owner))!.filter(entry.page.of?.inside ?? (() => true)).slice(0, 20)) {
          found = (await rowsOf(account, entry, { [by]: [row.id] }))!.length > 0;
          if (found) break;
        }
        if (!found && !pardoned('childless', entry.path, account))
          empty.push(`${account} ${entry.title} ${entry.path}`);
      }
    expect(empty).toEqual([]);
  });

  it('tells its homes', async () => {
    for (const account of visitors)
      for (const { page, path } of pagesFor(app.services.registry, account)) {
        if (!page.blocks) continue;
        const { data } = await ask(account, path, 'figures');
        for (const [label, n] of told(page.blocks, data as never)) {
          const key = `${areaOf(path)} ${label}`;
          // What is taken back today of other days' meals is not the day's own.
          if (key.startsWith('organization') && label.includes('人次'))
            expect(n, `${account} ${path}`).toBeGreaterThanOrEqual(0);
          shown.set(key, Math.max(shown.get(key) ?? 0, Math.abs(n)));
        }
      }
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
      const due = nothing.filter((label) => !byNature.has(label) && !(label in neverShown.organization!));
      expect(due.filter((label) => !pardoned('quietWork', label, account))).toEqual([]);
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
        new Set(['APPLIED', 'APPROVED', 'SUCCESS', 'REJECTED', ...(account === 'company' ? ['FAILED'] : [])]),
      );
    },
  );

  const onSunday = async () => {
    for (const account of ['school', 'company'] as const) {
      const today = iso.slice(0, 10);
      for (const day of [addDays(today, -1), today])
        expect(await rowsOf(account, at('consume'), { businessDate: [day, day] }), `${account} ${day}`).not.toEqual([]);
      const { data } = await ask(account, '/admin/organization/home', 'figures');
      const home = data as { heads: number; consumeFen: number; rechargeFen: number };
      expect(Math.min(home.heads, home.consumeFen, home.rechargeFen), account).toBeGreaterThan(0);
      const board = (await ask(account, '/admin/organization/lunch_board', 'figures')).data as {
        serving: { heads: number; windows: unknown[] } | null;
        meals: { heads: number }[];
      };
      expect(board.serving?.heads, account).toBeGreaterThan(0);
      expect(board.serving?.windows.length, account).toBeGreaterThan(0);
      expect(board.meals.filter(({ heads }) => heads > 0).length, account).toBeGreaterThan(1);
    }
  };
  if (moment === lunch) it('serves a lunch on a Sunday, and served on the Saturday', onSunday);

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
  const stale = Object.entries(excuses).flatMap(([kind, all]) =>
    Object.entries(all).flatMap(([key, { of, on }]) => {
      const by = needed[kind as keyof typeof excuses].get(key) ?? [];
      const unneeded = [
        ...(by.length === 0 ? ['at all'] : []),
        ...(of ?? []).filter((account) => !by.some(([one]) => one === account)),
        ...(on ?? moments.map(([name]) => name)).filter((moment) => !by.some(([, one]) => one === moment)),
      ];
      return unneeded.map((what) => `${kind} ${key}: ${what}`);
    }),
  );
  expect(stale).toEqual([]);
  expect([...companyOnly].filter((path) => !needed.companyOnly.has(path))).toEqual([]);
  expect([...schoolOnly].filter((path) => !needed.schoolOnly.has(path))).toEqual([]);
});

it('shows every line and figure of its homes once, but those that are 0 by nature', () => {
  const never = Object.entries(neverShown).flatMap(([area, labels]) =>
    Object.keys(labels).map((label) => `${area} ${label}`),
  );
  const zero = [...shown].filter(([key, n]) => n === 0 && !byNature.has(key.split(' ')[1]!)).map(([key]) => key);
  expect(zero.sort()).toEqual(never.sort());
});
