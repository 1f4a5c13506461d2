/** 本部门 and 仅本人 on every page: its rows follow the scope, it tells of places and settings alone, or it says it is not for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allGrants, permissionGroups } from '../../src/domains/identity/testing.ts';
import { areaOf, ownerPath } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { hireAs, rowIds, told } from './walk.ts';

const org = '/admin/organization';
const notForScope = 1007;
const notFound = 1004;
let app: TestApp;
const tokens: Record<string, string> = {};
/** A class of the school, and its people. */
let own: { departmentId: number; people: Set<number>; names: Set<string> };
let strangers: Set<string>;
const unknownCard = '88889999';

const every = () => [...allGrants(permissionGroups(app.services.registry, 'ORGANIZATION'))];

async function hire(dataScope: string, values: Record<string, unknown> = {}): Promise<string> {
  const school = await app.login('school');
  const role = { name: `范围 ${dataScope} ${Object.keys(values).length}`, dataScope, grants: every() };
  const made = await app.post(`${org}/role`, 'create', role, school);
  expect(made.body.errorcode, told('school', `${org}/role`, 'create', made)).toBe(0);
  const login = `scoped-${dataScope.toLowerCase()}${Object.keys(values).length}`;
  const token = await hireAs(app, 'school', 'organization', (made.body.data as { id: number }).id, login);
  await app.services.pool.query(
    `update employee set department_ids = $2 where account_id = (select id from account where login_name = $1)`,
    [login, values.departmentIds ?? []],
  );
  app.services.sessionCache.forget();
  return token;
}

/** A card nobody knows was refused at a terminal of the school, and taken by it while it was cut off. */
async function presentUnknownCard(): Promise<void> {
  const at = `select d.organization_id, 1, d.id, d.deploy_site_id, s.restaurant_id, 1, 1, $1, 'FIXED' from device d
    join organization o on o.id = d.organization_id join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
    where o.name = '青禾实验中学' order by d.id limit 1`;
  const columns = 'organization_id, id, device_id, deploy_site_id, restaurant_id, epoch, seq, card_no, mode';
  const { pool } = app.services;
  await pool.query(
    `insert into refused_swipe (${columns}, code, reason, refused_at)
     select t.*, 'CARD_UNKNOWN', '', now() from (${at}) t`,
    [unknownCard],
  );
  await pool.query(
    `insert into offline_trade (${columns.replace('restaurant_id, ', '')}, record, occurred_at, received_at, state, reason_code, reason)
     select ${columns.replace('restaurant_id, ', '')}, '{}', now(), now(), 'SUSPENSE', 'CARD_UNKNOWN', ''
       from (${at}) t (${columns})`,
    [unknownCard],
  );
}

beforeAll(async () => {
  app = await startTestServer();
  const { rows } = await app.services.pool.query<{ departmentId: number; ids: number[]; names: string[] }>(
    `select p.department_id as "departmentId", array_agg(p.id) as ids, array_agg(p.name) as names from person p
      join organization o on o.id = p.organization_id where o.name = '青禾实验中学' and p.department_id is not null
        and not exists (select 1 from department c where c.parent_id = p.department_id)
      group by p.department_id order by count(*) desc limit 1`,
  );
  const { departmentId, ids, names } = rows[0]!;
  own = { departmentId, people: new Set(ids), names: new Set(names) };
  const others = await app.services.pool.query<{ name: string }>(
    'select distinct name from person where id <> all($1::bigint[])',
    [ids],
  );
  const cards = await app.services.pool.query<{ no: string }>(
    `select card_no as no from card where person_id <> all($1::bigint[])
       and card_no not in (select card_no from card where person_id = any($1))`,
    [ids],
  );
  await presentUnknownCard();
  strangers = new Set([
    ...others.rows.map((r) => r.name).filter((name) => !own.names.has(name) && name.length > 2),
    ...cards.rows.map((r) => r.no),
    unknownCard,
  ]);
  tokens.none = await hire('DEPARTMENT');
  tokens.class = await hire('DEPARTMENT', { departmentIds: [departmentId] });
  tokens.self = await hire('SELF');
});
afterAll(() => app?.stop());

const pages = () => app.services.registry.all.filter((e) => areaOf(e.path) === 'organization' && !e.page.everyone);
const lists = () => pages().filter((e) => e.binding.list || e.binding.query);
const follows = ({ page }: Pick<Registered, 'page'>, limit: 'DEPARTMENT' | 'SELF'): boolean =>
  page.of && (!page.limited || !follows(page.of, limit))
    ? follows(page.of, limit)
    : page.limited === 'common' || !!page.limited?.includes(limit);
/** What belongs to a page tells of what that page tells of. */
const isCommon = ({ page }: Pick<Registered, 'page'>): boolean =>
  page.of && !page.limited ? isCommon(page.of) : page.limited === 'common';
const query = (entry: Registered, who: string, search: Record<string, unknown>) =>
  app.post(entry.path, 'query', { size: 100, search }, tokens[who]);
/**
 * The searches that show what a page has: group by group, lines record by record. `beyond`: the record they belong to is
 * the school's, and none that this session sees.
 */
async function searches(
  entry: Registered,
  who: string,
): Promise<{ search: Record<string, unknown>; beyond: boolean }[]> {
  const by = entry.page.of?.by;
  const grouped = groups(entry).map((group) => (group ? { group } : {}));
  if (!by) return grouped.map((search) => ({ search, beyond: false }));
  const owner = ownerPath(entry.path);
  const [all, seen] = [await rowIds(app, owner, await app.login('school')), await rowIds(app, owner, tokens[who]!)];
  return all
    .slice(0, 20)
    .flatMap((id) => grouped.map((group) => ({ search: { ...group, [by]: id }, beyond: !seen.includes(id) })));
}
const groups = ({ page }: Registered) => page.report?.groups?.map((g) => g.value) ?? [undefined];
const rowsIn = (body: { data?: unknown }) => (body.data as { rows?: unknown[] } | null)?.rows ?? [];
const sumsIn = (body: { data?: unknown }) =>
  Object.values((body.data as { sums?: Record<string, unknown> | null } | null)?.sums ?? {}).filter((v) => Number(v));

describe.each([
  ['none', 'DEPARTMENT'],
  ['class', 'DEPARTMENT'],
  ['self', 'SELF'],
] as const)('a session limited to %s', (who, limit) => {
  it('is told by every page not made for it, whatever its role grants', async () => {
    const faults: string[] = [];
    for (const entry of pages().filter((e) => !follows(e, limit))) {
      const verb =
        entry.binding.list || entry.binding.query ? 'query' : (Object.keys(entry.binding.verbs ?? {})[0] ?? 'get');
      const answer = await app.post(entry.path, verb, {}, tokens[who]);
      if (answer.body.errorcode !== notForScope) faults.push(told(who, entry.path, verb, answer));
    }
    expect(faults).toEqual([]);
  });

  it.skipIf(who === 'self')('chooses among batches that granted its own people', async () => {
    for (const batches of [`${org}/subsidy/batch_recharge`, `${org}/count_subsidy/batch_recharge`]) {
      const named = async (token: string) => {
        const text = JSON.stringify((await app.post(batches, 'options', { size: 200 }, token)).body);
        return [...strangers].filter((name) => text.includes(name));
      };
      expect(await named(await app.login('school'))).not.toEqual([]);
      expect(await named(tokens[who]!)).toEqual([]);
    }
  });

  it('sees rows of its own alone', async () => {
    const faults: string[] = [];
    let seen = 0;
    for (const entry of lists().filter((e) => follows(e, limit)))
      for (const { search, beyond } of await searches(entry, who)) {
        const answer = await query(entry, who, search);
        if (beyond) {
          if (answer.body.errorcode !== notFound) faults.push(told(who, entry.path, 'query', answer, 'beyond its own'));
          continue;
        }
        if (answer.body.errorcode !== 0) {
          faults.push(told(who, entry.path, 'query', answer));
          continue;
        }
        const rows = rowsIn(answer.body);
        if (isCommon(entry)) continue;
        seen += rows.length;
        if (who !== 'class' && (rows.length > 0 || sumsIn(answer.body).length > 0))
          faults.push(`${entry.path} ${JSON.stringify(search)} shows ${rows.length} rows, sums ${sumsIn(answer.body)}`);
        const told_ = JSON.stringify(rows);
        const leaked = [...strangers].filter((name) => told_.includes(`"${name}"`));
        if (leaked.length > 0) faults.push(`${entry.path} names ${leaked.slice(0, 3)}`);
      }
    expect(faults).toEqual([]);
    if (who === 'class') expect(seen).toBeGreaterThan(50);
  });
});

it.each(['consume/refused', 'offline_consume'])('%s shows the unit a card that nobody knows', async (page) => {
  const answer = await app.post(`${org}/${page}`, 'query', { size: 100 }, await app.login('school'));
  expect(JSON.stringify(rowsIn(answer.body))).toContain(`"${unknownCard}"`);
});

it('pages of places and settings name no diner', async () => {
  const faults: string[] = [];
  for (const entry of lists().filter(isCommon))
    for (const { search } of await searches(entry, 'self')) {
      const text = JSON.stringify(rowsIn((await query(entry, 'self', search)).body));
      const named = [...strangers].filter((name) => text.includes(`"${name}"`));
      if (named.length > 0) faults.push(`${entry.path} names ${named.slice(0, 3)}`);
    }
  expect(faults).toEqual([]);
});

it('仅本人 sees exactly what it made itself', async () => {
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select t.id from trade t join organization o on o.id = t.organization_id
      where o.name = '青禾实验中学' and t.kind = 'CONSUME' and t.amount_fen > 200
        and not exists (select 1 from trade r where r.original_trade_id = t.id)
        and not exists (select 1 from correction c where c.trade_id = t.id) order by t.id desc limit 1`,
  );
  const tradeId = rows[0]!.id;
  const all = async () => (await rowIds(app, `${org}/correct`, await app.login('school'))).length;
  const before = await all();
  const form = { tradeId, kind: 'PART_REVERSE', amountFen: 1, reason: '多扣一分' };
  const made = await app.post(`${org}/correct`, 'create', form, tokens.self);
  expect(made.body.errorcode, told('self', `${org}/correct`, 'create', made)).toBe(0);
  const { id } = made.body.data as { id: number };
  const answer = await app.post(`${org}/correct`, 'query', { size: 100 }, tokens.self);
  expect(rowsIn(answer.body)).toMatchObject([{ id, makerName: '巡查员' }]);
  expect(answer.body.data).toMatchObject({ total: 1 });
  expect((await app.post(`${org}/correct`, 'get', { id }, tokens.self)).body).toMatchObject({ errorcode: 0 });
  // The unit has others.
  expect(await all()).toBe(before + 1);
  expect(before).toBeGreaterThan(0);
  expect(rowsIn((await app.post(`${org}/correct`, 'query', { size: 100 }, tokens.none)).body)).toEqual([]);
});
