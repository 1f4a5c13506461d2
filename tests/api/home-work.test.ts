/**
 * What waits on the homes: whoever looks, in whichever role, each line is dealt with by him, and opens a list that holds exactly
 * as many rows as it counts, read from its address as the console reads it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyRoles } from '../../src/domains/identity/testing.ts';
import { bookDay, today } from '../../src/kit/console/clock.ts';
import { readListState, wireSearch } from '../../src/kit/console/screens/logic/search-url.ts';
import { areaOf } from '../../src/kit/define/page.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { hireAs } from './walk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

interface Item {
  label: string;
  count: number;
  path?: string;
  query?: Record<string, string>;
}

const homes = {
  ORGANIZATION: '/admin/organization/home',
  CONTRACTOR: '/admin/contractor/contractor_home',
  AGENT: '/admin/agent/agent_home',
  PLATFORM: '/admin/platform/platform_home',
} as const;
type Unit = keyof typeof homes;

/** Of who looks after departments alone. */
const departmentHome = '/admin/organization/department_home';

/** Of who buys, receives, stores or cooks for a caterer. */
const supplyHome = '/admin/contractor/supply_home';
const others: Partial<Record<Unit, readonly string[]>> = { ORGANIZATION: [departmentHome], CONTRACTOR: [supplyHome] };

/** Pages that count something else than their rows: the inbox, panels, proofs, guides. */
const noList = /\/(approval|ledger_check|month_close|calendar|unit_month)$/;

const noon = { now: () => app.services.clock.now() };

/** What a panel shows that a line opens, counted in it: who waits in the morning's matrix, and that the sheet opened is not signed. */
const panels: Record<string, (item: Item, token: string) => Promise<number>> = {
  '/admin/organization/morning_check': async ({ path }, token) => {
    const { body } = await app.post(path!, 'matrix', { day: today(noon) }, token);
    const now = app.clock.now();
    return (body.data as { rows: { standing: string; start: number | null }[] }).rows.filter(
      ({ standing, start }) =>
        ['NOT_CHECKED', 'FIX'].includes(standing) && start !== null && start - 2 * 3_600_000 <= now,
    ).length;
  },
  '/admin/organization/food_safety_employee': async ({ path, count }, token) => {
    const [page, text] = path!.split('?');
    const { body } = await app.post(page!, 'sheet', { kind: 'DAY', day: new URLSearchParams(text).get('day') }, token);
    return (body.data as { status: string }).status === 'SIGNED' ? 0 : count;
  },
  // A unit has a row for each of its accounts.
  '/admin/contractor/account_statement': async (item, token) => {
    const { data } = await listOf(item, token, 100);
    return new Set((data as { rows: { organizationId: number }[] }).rows.map((row) => row.organizationId)).size;
  },
};

/** The list behind a line's address, as its page reads it. */
async function listOf({ path, query = {} }: Item, token: string, size = 1) {
  const [page, text = ''] = path!.split('?');
  const said = { ...Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== '')), ...query };
  const { page: spec } = app.services.registry.at(page!)!;
  const { search } = readListState(spec, said, { calendar: today(noon), book: bookDay(noon) });
  const { body } = await app.post(page!, 'query', { size, search: wireSearch(spec, search) }, token);
  return body;
}

/** The rows of it. */
async function opened(item: Item, token: string): Promise<unknown> {
  const { errorcode, errormsg, data } = await listOf(item, token);
  return errorcode === 0 ? (data as { total: number }).total : errormsg;
}

async function holds(unit: Unit, who: string, token: string, home: string = homes[unit]): Promise<number> {
  const { body } = await app.post(home, 'figures', {}, token);
  expect([who, body.errormsg]).toEqual([who, '']);
  const items = (body.data as { work: Item[] }).work.filter(({ path }) => path && !noList.test(path.split('?')[0]!));
  const opens = (item: Item) => (panels[item.path!.split('?')[0]!] ?? opened)(item, token);
  const found = await Promise.all(items.map(async (item) => ({ ...item, who, opens: await opens(item) })));
  expect(found.filter(({ count, opens }) => opens !== count)).toEqual([]);
  for (const { path } of items) expect(areaOf(path!)).toBe(areaOf(homes[unit]));
  return items.length;
}

/** What the bell counts, by the page that its line opens. */
const bellPages = {
  ExceptionMission: ['correct', ['accept', 'approve', 'reject']],
  OrderMission: ['order_food_detail', ['take', 'cook', 'ready', 'deliver']],
  waitRepairCardMission: ['wait_repair_card_detail', ['accept', 'reject']],
  AlertMission: ['alert_detail', ['take', 'close', 'ignore']],
} as const;

/** The bell's kinds that count something for the account, none of which it could not deal with. */
async function rung(who: string, token: string): Promise<string[]> {
  const { body } = await app.post('/admin/organization/user', 'mission_query', {}, token);
  const { total } = body as unknown as { total: Record<keyof typeof bellPages, number> };
  const kinds = (Object.keys(bellPages) as (keyof typeof bellPages)[]).filter((kind) => total[kind] > 0);
  for (const kind of kinds) {
    const [page, verbs] = bellPages[kind];
    // An id of no row: who may press the button is told so, who may not is refused before.
    const asked = await Promise.all(
      verbs.map((verb) => app.post(`/admin/organization/${page}`, verb, { id: 1 }, token)),
    );
    const heard = asked.some((answer) => answer.body.errorcode !== 1003);
    expect(heard, `${who}: ${kind}`).toBe(true);
  }
  return kinds;
}

describe('each line opens exactly what it counts', () => {
  it.each([
    ['school', 'ORGANIZATION'],
    ['finance', 'ORGANIZATION'],
    ['company', 'ORGANIZATION'],
    ['contractor', 'CONTRACTOR'],
    ['agent', 'AGENT'],
    ['platform', 'PLATFORM'],
  ] as const)('of %s', async (account, unit) => {
    expect(await holds(unit, account, await app.login(account))).toBeGreaterThan(2);
  });

  it('a licence that ends opens the row of the caterer itself, and nobody else’s', async () => {
    const token = await app.login('contractor');
    const { body } = await app.post(homes.CONTRACTOR, 'figures', {}, token);
    const line = (body.data as { work: Item[] }).work.find(({ label }) => label === '证照将到期')!;
    expect(line.count).toBe(1);
    const { data } = await listOf(line, token, 10);
    const own = await app.post('/admin/contractor/papers', 'query', {}, token);
    expect(data).toMatchObject({ total: 1, rows: [{ daysLeft: 41 }] });
    expect((own.body.data as { rows: unknown[] }).rows).toEqual((data as { rows: unknown[] }).rows);
  });

  it('of every ready-made role that has a home, and shows none a line it cannot deal with', async () => {
    const owners = { ORGANIZATION: 'school', CONTRACTOR: 'contractor', AGENT: 'agent', PLATFORM: 'platform' } as const;
    const lines: [string, number][] = [];
    const bells = new Map<string, string[]>();
    for (const unit of Object.keys(homes) as Unit[]) {
      const area = unit.toLowerCase() as Parameters<typeof hireAs>[2];
      const roles = await app.post(`/admin/${area}/role`, 'options', { size: 50 }, await app.login(owners[unit]));
      for (const [i, { name }] of readyRoles.filter((role) => role.unitType === unit).entries()) {
        const role = (roles.body.data as { id: number; name: string }[]).find((one) => one.name === name);
        if (!role) continue;
        const token = await hireAs(app, owners[unit], area, role.id, `home-${area}-${i}`);
        if (unit === 'ORGANIZATION') bells.set(name, await rung(name, token));
        // A role without the home, or whose data scope no whole unit fits, starts elsewhere.
        for (const home of [homes[unit], ...(others[unit] ?? [])]) {
          const { body } = await app.post(home, 'figures', {}, token);
          if (body.errorcode === 1003 || body.errorcode === 1007) continue;
          lines.push([`${unit} ${name}`, await holds(unit, name, token, home)]);
        }
      }
    }
    expect(lines.length).toBeGreaterThan(8);
    // Who only looks is not told what to do.
    const of = (name: string) => lines.find(([role]) => role === `ORGANIZATION ${name}`)?.[1] ?? 0;
    expect(of('财务复核')).toBeLessThan(of('财务'));
    expect(lines.map(([role]) => role)).toContain('ORGANIZATION 班主任');
    for (const name of ['采购', '仓管', '验收员', '厨师长', '成本会计'])
      expect(lines.find(([role]) => role === `CONTRACTOR ${name}`)?.[1] ?? 0, name).toBeGreaterThan(0);
    expect(bells.get('班主任')).toEqual([]);
    expect(await rung('school', await app.login('school'))).toEqual(
      expect.arrayContaining(['ExceptionMission', 'waitRepairCardMission', 'AlertMission']),
    );
  });
});

it('what the channels say otherwise of a unit is a line of its own home, and nothing of a neighbour', async () => {
  const page = '/admin/organization/channel_difference';
  const { rows } = await app.services.pool.query<{ id: number; name: string }>(
    `select o.id, a.login_name as name from organization o join employee e on e.unit_type = 'ORGANIZATION' and e.unit_id = o.id
     join account a on a.id = e.account_id and a.login_name in ('school', 'company') order by o.id`,
  );
  const add = (organizationId: number, no: string, status = 'OPEN') =>
    app.services.pool.query(
      `insert into abnormal_trade (id, abnormal_no, kind, ref_type, ref_no, organization_id, day, out_no, amount_fen, why, of_bill,
         happened_at, found_at, status, maker_name, created_at)
       select $1, $3, 'UNCREDITED', 'TEST', $3, $2, current_date, $3, 100, '渠道已收款，订单没有入账', true, now(), now(), $4, '系统', now()`,
      [9_000 + Number(no.slice(2)), organizationId, no, status],
    );
  const lineOf = async (account: string) => {
    const token = await app.login(account);
    const { body } = await app.post(homes.ORGANIZATION, 'figures', {}, token);
    const line = (body.data as { work: Item[] }).work.find(({ label }) => label === '渠道差异');
    const listed = await app.post(page, 'query', { size: 100, search: { status: ['OPEN', 'PROCESSING'] } }, token);
    expect(line?.count ?? 0).toBe((listed.body.data as { total: number }).total);
    if (line) expect(await opened(line, token)).toBe(line.count);
    return (listed.body.data as { rows: { abnormalNo: string }[] }).rows.map(({ abnormalNo }) => abnormalNo);
  };
  const idOf = (name: string) => rows.find((row) => row.name === name)!.id;
  await add(idOf('school'), 'T-1');
  await add(idOf('school'), 'T-2', 'PROCESSING');
  await add(idOf('school'), 'T-3', 'FIXED');
  await add(idOf('company'), 'T-4');
  const own = (numbers: string[]) => numbers.filter((no) => no.startsWith('T-')).sort();
  expect(own(await lineOf('school'))).toEqual(['T-1', 'T-2']);
  expect(own(await lineOf('company'))).toEqual(['T-4']);
});

describe('the inbox', () => {
  interface Inbox {
    mine: { id: number; path: string; amountFen: number | null }[];
    sent: { id: number; path: string; amountFen: number | null }[];
    decided: { title: string; content: string; path: string }[];
  }
  const page = '/admin/organization/approval';
  const inboxOf = async (token: string) => (await app.post(page, 'figures', {}, token)).body.data as Inbox;
  const noticesOf = async (token: string) =>
    (await app.post('/admin/common', 'notices', {}, token)).body.data as {
      title: string;
      path?: string;
      read: boolean;
    }[];

  it('tells the checker what waits, the maker what became of it, each once', async () => {
    const [maker, checker] = [await app.login('school'), await app.login('finance')];
    const { rows } = await app.services.pool.query<{ id: number }>(
      `select t.id from person_type t join organization o on o.id = t.organization_id and o.kind = 'SCHOOL'
       where exists (select from person p where p.organization_id = t.organization_id and p.type_id = t.id) order by t.id limit 1`,
    );
    const more = '/admin/organization/recharge/more';
    const batch = { mode: 'BY_TYPE', typeIds: [rows[0]!.id], amountFen: 137, channel: 'IMPORT' };
    const { body } = await app.post(more, 'create', batch, maker);
    expect(body.errormsg).toBe('');
    const { id } = body.data as { id: number };
    await app.post(more, 'submit', { id }, maker);
    const at = { id, path: more };
    const before = await inboxOf(checker);
    expect(before.mine).toContainEqual(expect.objectContaining(at));
    // Each says how much is to be decided on, or nothing: never 0.00.
    expect([...before.mine, ...before.sent].filter(({ amountFen }) => amountFen === 0)).toEqual([]);
    expect(
      [...before.mine, ...before.sent].find(({ path }) => path.endsWith('/subsidy/clear'))?.amountFen,
    ).toBeGreaterThan(50_000);
    expect((await inboxOf(maker)).sent).toContainEqual(expect.objectContaining(at));
    expect((await inboxOf(maker)).mine).not.toContainEqual(expect.objectContaining(at));
    const missions = await app.post('/admin/organization/user', 'mission_query', {}, checker);
    expect((missions.body.total as { ApprovalMission: number }).ApprovalMission).toBe(before.mine.length);
    const home = await app.post(homes.ORGANIZATION, 'figures', {}, checker);
    expect((home.body.data as { work: Item[] }).work).toContainEqual(
      expect.objectContaining({ label: '待我审批', count: before.mine.length }),
    );

    const decided = await app.post(more, 'reject', { id, reason: '名单不对' }, checker);
    expect(decided.body.errormsg).toBe('');
    expect((await inboxOf(checker)).mine).not.toContainEqual(expect.objectContaining(at));
    const told = (await inboxOf(maker)).decided.find(({ path }) => path === `${more}/record?id=${id}`);
    expect(told?.content).toMatch(/：退回，名单不对$/);
    const [news] = await noticesOf(maker);
    expect(news).toMatchObject({ path: `${more}/record?id=${id}`, read: false });
    await app.post('/admin/common', 'notices_read', {}, maker);
    // Another sign-in tells nothing again.
    expect((await noticesOf(await app.login('school'))).filter(({ read }) => !read)).toEqual([]);
    expect((await noticesOf(checker)).some(({ path }) => path === `${more}/record?id=${id}`)).toBe(false);
  });

  it('holds what waits alone: a posted document that could be taken back is no task', async () => {
    const token = await app.login('contractor');
    const { body } = await app.post('/admin/contractor/approval', 'figures', {}, token);
    const { mine, sent } = body.data as { mine: { state: string }[]; sent: { state: string }[] };
    const done = ['已过账', '已入库', '已封存'];
    expect([...mine, ...sent].filter(({ state }) => done.includes(state))).toEqual([]);
  });

  it('tells the maker of another unit in its own unit, with the way to its own page: approved, then failed at the bank', async () => {
    const { pool, ids } = app.services;
    const caterer = await app.login('contractor');
    const session = await app.post('/admin', 'get_admin_info_in_session', {}, caterer);
    const { id: unitId } = (session.body.data as { belong: { id: number } }).belong;
    const makerId = (await pool.query<{ id: number }>(`select id from account where login_name = 'contractor'`))
      .rows[0]!.id;
    const id = await ids.next();
    await pool.query(
      `insert into unit_withdrawal (id, withdraw_no, unit_type, unit_id, amount_fen, fee_fen, real_fen, bank_account_id, account_name, bank_name,
         branch_no, account_no, status, maker_id, maker_name, business_date, created_at, updated_at)
       select $1, 'TX-TOLD', 'CONTRACTOR', $2, 500, 0, 500, b.id, b.account_name, b.bank_name, b.branch_no, b.account_no, 'APPLIED', $3, '邵建国',
         current_date, now(), now() from unit_bank_account b where b.unit_type = 'CONTRACTOR' and b.unit_id = $2 order by b.id limit 1`,
      [id, unitId, makerId],
    );
    const platform = await app.login('platform');
    const { body } = await app.post('/admin/platform/transfer_accounts', 'check', { id }, platform);
    expect(body.errormsg).toBe('');
    const path = `/admin/contractor/withdrawal/record?id=${id}`;
    expect(await noticesOf(caterer)).toContainEqual(
      expect.objectContaining({ title: '提现记录 TX-TOLD', content: '平台运营：初审', path, read: false }),
    );
    // It is no news of the platform's own.
    expect((await noticesOf(platform)).some((news) => news.path?.endsWith(`id=${id}`))).toBe(false);
  });
});
