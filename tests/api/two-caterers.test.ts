/** Two caterers at one school: what is keyed by contractor, agent or unit stays with whom it belongs to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readsOnly } from '../../src/kit/server/page/page-guard.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { digestOf, leaks, marksOf, ruleKinds, type Unit } from './marks.ts';
import { each, pagesFor, rowIds, told, verbsOnRecord } from './walk.ts';

type Caterer = 'contractor' | 'contractor2';
const caterers: readonly [Caterer, Caterer][] = [
  ['contractor', 'contractor2'],
  ['contractor2', 'contractor'],
];
let app: TestApp;
let schoolId: number;
const tokens = {} as Record<Caterer, string>;
const ids = {} as Record<Caterer, number>;
/** What the other caterer has and this one does not. */
const hidden = {} as Record<Caterer, Set<string>>;

beforeAll(async () => {
  app = await startTestServer();
  const { pool } = app.services;
  const { rows } = await pool.query<{ name: string; id: number }>(
    `select a.login_name as name, e.unit_id as id from employee e join account a on a.id = e.account_id
     where a.login_name in ('contractor', 'contractor2', 'school')`,
  );
  for (const { name, id } of rows)
    if (name === 'school') schoolId = id;
    else ids[name as Caterer] = id;
  // The second caterer takes over one canteen of the school the first one serves.
  await pool.query(
    `insert into contract_site (organization_id, id, contractor_id, restaurant_ids, start_date, end_date, share_ratio,
       manage_fee_fen, deposit_amount_fen, settle_cycle, bear_correction, status, created_at, updated_at)
     select $1, $3, $2, array[r.id], s.start_date, s.end_date, s.share_ratio, 0, 0, s.settle_cycle, s.bear_correction, 'ACTIVE',
       s.created_at, s.updated_at
     from contract_site s, (select min(id) as id from restaurant where organization_id = $1) r
     where s.organization_id = $1 and s.status = 'ACTIVE' limit 1`,
    [schoolId, ids.contractor2, await app.services.ids.next()],
  );
  await pool.query(
    `insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
     select s.organization_id, $3, s.id, s.restaurant_ids[1], $2, s.start_date, s.end_date from contract_site s
     where s.organization_id = $1 and s.contractor_id = $2
     on conflict do nothing`,
    [schoolId, ids.contractor2, await app.services.ids.next()],
  );
  await pool.query(
    `update contract_restaurant t set contractor_id = s.contractor_id, contract_id = s.id from contract_site s
     where t.organization_id = $1 and s.organization_id = $1 and s.contractor_id = $2 and t.restaurant_id = s.restaurant_ids[1]`,
    [schoolId, ids.contractor2],
  );
  await pool.query(
    `update restaurant set contractor_id = $2 where id = (select min(id) from restaurant where organization_id = $1)`,
    [schoolId, ids.contractor2],
  );
  const marks = {} as Record<Caterer, Set<string>>;
  for (const [name] of caterers) {
    tokens[name] = await app.login(name);
    const unit: Unit = { type: 'CONTRACTOR', id: ids[name] };
    marks[name] = await marksOf(pool, unit);
  }
  for (const [name, other] of caterers)
    hidden[name] = new Set([...marks[other]].filter((mark) => !marks[name].has(mark)));
});
afterAll(() => app?.stop());

test('both serve the school, and each has rows of its own there', async () => {
  for (const [name] of caterers) {
    const answer = await app.post('/admin/contractor/manage/contract_site', 'query', { size: 100 }, tokens[name]);
    const rows = (answer.body.data as { rows: { organizationId: number }[] }).rows;
    expect(rows.some((row) => row.organizationId === schoolId)).toBe(true);
    expect(hidden[name].size).toBeGreaterThan(5);
  }
});

test.each(caterers)('%s is shown nothing of %s: lists, sums, choices, reports, whatever else reads', async (name) => {
  const faults: string[] = [];
  await each(pagesFor(app.services.registry, name), async (entry) => {
    const groups = entry.page.report?.groups ?? [];
    for (const [verb, body] of [
      ['query', { size: 100 }],
      ...groups.map(({ value }) => ['query', { size: 100, search: { group: value } }] as const),
      ['sums', {}],
      ['options', { size: 200 }],
      ...Object.keys(entry.binding.verbs ?? {}).flatMap((one) =>
        readsOnly(entry, one) ? [[one, { size: 100 }] as const] : [],
      ),
    ] as const) {
      const answer = await app.post(entry.path, verb, body, tokens[name]);
      const shown = leaks(answer.body, hidden[name]);
      if (shown.length > 0) faults.push(told(name, entry.path, verb, answer, `shows ${shown.slice(0, 5)}`));
    }
  });
  expect(faults).toEqual([]);
});

test.each(caterers)('%s reaches no record of %s, and changes none', async (name, other) => {
  const theirs: Unit = { type: 'CONTRACTOR', id: ids[other] };
  const before = await digestOf(app.services.pool, theirs);
  const faults: string[] = [];
  let tried = 0;
  const own = new Map<string, readonly number[]>();
  for (const entry of pagesFor(app.services.registry, other))
    own.set(entry.path, await rowIds(app, entry.path, tokens[other]));
  await each(pagesFor(app.services.registry, name), async (entry) => {
    for (const id of (own.get(entry.path) ?? []).filter((one) => hidden[name].has(String(one))).slice(0, 2))
      for (const { verb, body } of verbsOnRecord(entry)) {
        tried += 1;
        const answer = await app.post(entry.path, verb, body(id), tokens[name]);
        if (answer.body.errorcode !== 1004) faults.push(told(name, entry.path, verb, answer, `${id}`));
      }
  });
  expect(tried).toBeGreaterThan(40);
  expect(faults).toEqual([]);
  expect(await digestOf(app.services.pool, theirs)).toEqual(before);
});

test.each(ruleKinds)('what is kept by %s is among what is looked for', async (kind) => {
  // What only schools or agents have is walked between two of them in tenant-walk.
  const [name, other, type] =
    kind === 'organization'
      ? (['school', 'company', 'ORGANIZATION'] as const)
      : kind === 'agent'
        ? (['agent', 'agent2', 'AGENT'] as const)
        : (['contractor', 'contractor2', 'CONTRACTOR'] as const);
  const { rows } = await app.services.pool.query<{ name: string; id: number }>(
    `select a.login_name as name, e.unit_id as id from employee e join account a on a.id = e.account_id
     where a.login_name in ($1, $2)`,
    [name, other],
  );
  const unit = (login: string): Unit => ({ type, id: rows.find((row) => row.name === login)!.id });
  const own = await marksOf(app.services.pool, unit(other));
  const theirs = await marksOf(app.services.pool, unit(name), kind);
  expect([...theirs].filter((mark) => !own.has(mark)).length).toBeGreaterThan(0);
});

test('the menus of an agent hold its grade, under 采购', async () => {
  const { body } = await app.post('/admin', 'get_admin_info_in_session', {}, await app.login('agent'));
  const { menus } = body.data as { menus: { name: string; children: unknown[] }[] };
  const bought = menus.find((menu) => menu.name === '采购');
  expect(JSON.stringify(bought?.children)).toContain('"name":"代理等级"');
});
