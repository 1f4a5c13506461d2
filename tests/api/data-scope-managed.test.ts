/** 所管餐厅: an employee of the caterer who looks after one restaurant reads, chooses and reaches nothing of the others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allGrants, permissionGroups } from '../../src/domains/identity/testing.ts';
import { domains } from '../../src/domains/index.ts';
import { ownerPath } from '../../src/kit/define/page.ts';
import { readsOnly } from '../../src/kit/server/page/page-guard.ts';
import { tableRules } from '../../src/kit/server/query/table-rules.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { digestOf, leaks } from './marks.ts';
import { allIds, each, hireAs, pagesFor, rowIds, told, verbsOnRecord } from './walk.ts';

let app: TestApp;
let caterer: string;
let token: string;
let managed: { id: number; schoolId: number; contractorId: number; name: string };
/** Ids of what is kept by restaurant and lies in another, and the names of those places. */
const beyond = new Set<string>();
let places: string[];

const area = '/admin/contractor/';
const shop =
  'goods, shops and their orders are kept by the caterer who owns them (docs/adr/0044, 0049), not by the place';
/** Pages that tell of all of the caterer's places, and why. */
const byCaterer: ReadonlyMap<string, string> = new Map([
  ['account_statement/detail', 'accounts of diners are of the unit and name no restaurant'],
  ['manage/contract_site', 'a contract names all the places it is about'],
  ['erp/stock_due', shop],
  ['supermarket/manage', shop],
  ['supermarket/subscribe_order/part', shop],
  ['supermarket/supermarket_order', shop],
  ['supermarket/supermarket_comsume_detail', shop],
]);

beforeAll(async () => {
  app = await startTestServer();
  const { pool, registry } = app.services;
  caterer = await app.login('contractor');
  const { rows } = await pool.query<typeof managed>(
    `select r.id, r.name, r.organization_id as "schoolId", t.contractor_id as "contractorId" from restaurant r
       join organization o on o.id = r.organization_id and o.name = '青禾实验中学'
       join contract_restaurant t on t.organization_id = r.organization_id and t.restaurant_id = r.id
       join employee e on e.unit_type = 'CONTRACTOR' and e.unit_id = t.contractor_id
       join account a on a.id = e.account_id and a.login_name = 'contractor' order by r.id limit 1`,
  );
  managed = rows[0]!;
  for (const [table, rule] of Object.entries(tableRules(domains))) {
    if (rule === 'global' || !rule.restaurant) continue;
    const found = await pool.query<{ id: number | null }>(
      `select to_jsonb(t) ->> 'id' as id from ${table} t where t.${rule.restaurant} <> $1`,
      [managed.id],
    );
    for (const { id } of found.rows) if (id !== null) beyond.add(String(id));
  }
  places = (
    await pool.query<{ name: string }>('select distinct name from restaurant where id <> $1 and name <> $2', [
      managed.id,
      managed.name,
    ])
  ).rows.map(({ name }) => name);
  const grants = [...allGrants(permissionGroups(registry, 'CONTRACTOR'))];
  const role = { name: '一家餐厅', dataScope: 'RESTAURANT', grants };
  const made = await app.post('/admin/contractor/role', 'create', role, caterer);
  expect(made.body.errorcode, told('contractor', 'role', 'create', made)).toBe(0);
  const { id } = made.body.data as { id: number };
  token = await hireAs(app, 'contractor', 'contractor', id, 'one-canteen', { restaurantIds: [managed.id] });
});
afterAll(() => app?.stop());

const entries = () => pagesFor(app.services.registry, 'contractor').filter((e) => e.path.includes('/contractor/'));

test('shows, counts and chooses nothing of another restaurant', async () => {
  const faults: string[] = [];
  const [shown, kept] = [new Set<string>(), new Set<string>()];
  await each(entries(), async (entry) => {
    const page = entry.path.slice(area.length);
    const groups = entry.page.report?.groups?.map(({ value }) => ({ search: { group: value } })) ?? [{}];
    const by = entry.page.of?.by;
    const owners = by ? (await rowIds(app, ownerPath(entry.path), token)).slice(0, 4) : [];
    const asked: (readonly [string, object])[] = [
      ...(by ? owners.map((id) => ({ search: { [by]: id } })) : groups).map(
        (body) => ['query', { size: 100, ...body }] as const,
      ),
      ['options', { size: 200 }],
      ['notice', {}],
      ...Object.keys(entry.binding.verbs ?? {}).flatMap((verb) =>
        readsOnly(entry, verb) ? [[verb, { size: 100 }] as const] : [],
      ),
    ];
    for (const [verb, body] of asked) {
      const answer = await app.post(entry.path, verb, body, token);
      const text = JSON.stringify(answer.body);
      const found = [...leaks(answer.body, beyond), ...places.filter((name) => text.includes(name))];
      if (found.length > 0 && byCaterer.has(page)) kept.add(page);
      else if (found.length > 0) faults.push(told('managed', entry.path, verb, answer, `shows ${found.slice(0, 3)}`));
      if (leaks((await app.post(entry.path, verb, body, caterer)).body, beyond).length > 0) shown.add(page);
    }
  });
  expect(faults).toEqual([]);
  expect([...kept].sort()).toEqual([...byCaterer.keys()].sort());
  // The caterer is shown them there.
  expect([...shown].filter((page) => !byCaterer.has(page)).length).toBeGreaterThan(15);
});

test('reaches no record of another restaurant, and changes none', async () => {
  const { pool } = app.services;
  const state = async () => [
    await digestOf(pool, { type: 'ORGANIZATION', id: managed.schoolId }),
    await digestOf(pool, { type: 'CONTRACTOR', id: managed.contractorId }),
  ];
  const before = await state();
  const faults: string[] = [];
  const tried: string[] = [];
  await each(
    entries().filter((e) => verbsOnRecord(e).length > 0 && !e.page.of?.by),
    async (entry) => {
      const seen = new Set(await allIds(app, entry.path, token));
      const ids = (await rowIds(app, entry.path, caterer)).filter((id) => id > 0 && !seen.has(id)).slice(0, 2);
      if (ids.length > 0) tried.push(entry.path);
      for (const id of ids)
        for (const { verb, body } of verbsOnRecord(entry)) {
          const answer = await app.post(entry.path, verb, body(id), token);
          if (answer.body.errorcode !== 1004) faults.push(told('managed', entry.path, verb, answer, `of ${id}`));
        }
    },
  );
  expect(faults).toEqual([]);
  expect(tried.length).toBeGreaterThan(8);
  expect(await state()).toEqual(before);
});
