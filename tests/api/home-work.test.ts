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

/** Pages that count something else than their rows: the inbox, panels, proofs, units with several purses each. */
const noList =
  /\/(approval|account_statement|clear_detail|ledger_check|month_close|calendar|unit_month|merchant_bill)$/;

const noon = { now: () => app.services.clock.now() };

/** The rows behind a line's address, as the list it opens reads it. */
async function opened({ path, query = {} }: Item, token: string): Promise<unknown> {
  const [page, text = ''] = path!.split('?');
  const said = { ...Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== '')), ...query };
  const { page: spec } = app.services.registry.at(page!)!;
  const { search } = readListState(spec, said, { calendar: today(noon), book: bookDay(noon) });
  const { body } = await app.post(page!, 'query', { size: 1, search: wireSearch(spec, search) }, token);
  return body.errorcode === 0 ? (body.data as { total: number }).total : body.errormsg;
}

async function holds(unit: Unit, who: string, token: string): Promise<number> {
  const { body } = await app.post(homes[unit], 'figures', {}, token);
  expect([who, body.errormsg]).toEqual([who, '']);
  const items = (body.data as { work: Item[] }).work.filter(({ path }) => path && !noList.test(path.split('?')[0]!));
  const found = await Promise.all(items.map(async (item) => ({ ...item, who, opens: await opened(item, token) })));
  expect(found.filter(({ count, opens }) => opens !== count)).toEqual([]);
  for (const { path } of items) expect(areaOf(path!)).toBe(areaOf(homes[unit]));
  return items.length;
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

  it('of every ready-made role that has a home, and shows none a line it cannot deal with', async () => {
    const owners = { ORGANIZATION: 'school', CONTRACTOR: 'contractor', AGENT: 'agent', PLATFORM: 'platform' } as const;
    const lines: [string, number][] = [];
    for (const unit of Object.keys(homes) as Unit[]) {
      const area = unit.toLowerCase() as Parameters<typeof hireAs>[2];
      const roles = await app.post(`/admin/${area}/role`, 'options', { size: 50 }, await app.login(owners[unit]));
      for (const [i, { name }] of readyRoles.filter((role) => role.unitType === unit).entries()) {
        const role = (roles.body.data as { id: number; name: string }[]).find((one) => one.name === name);
        if (!role) continue;
        const token = await hireAs(app, owners[unit], area, role.id, `home-${area}-${i}`);
        const { body } = await app.post(homes[unit], 'figures', {}, token);
        // A role without the home, or whose data scope no whole unit fits, starts elsewhere.
        if (body.errorcode === 1003 || body.errorcode === 1007) continue;
        lines.push([`${unit} ${name}`, await holds(unit, name, token)]);
      }
    }
    expect(lines.length).toBeGreaterThan(8);
    // Who only looks is not told what to do.
    const of = (name: string) => lines.find(([role]) => role === `ORGANIZATION ${name}`)?.[1] ?? 0;
    expect(of('财务复核')).toBeLessThan(of('财务'));
  });
});

describe('the inbox', () => {
  interface Inbox {
    mine: { id: number; path: string }[];
    sent: { id: number; path: string }[];
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
});
