/** A command never waits for a second connection: a rush of them stalls neither itself nor anybody else. */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { type Answer, startTestServer, type TestApp } from '../support/server.ts';

let app: TestApp;
let school: string;
let company: string;

beforeAll(async () => {
  app = await startTestServer();
  // A third of what a caller is given: who stands in the line behind a rush that waits for itself is told so, not served late.
  app.services.pool.options.connectionTimeoutMillis = 10_000;
  school = await app.login('school');
  company = await app.login('company');
});
afterAll(() => app?.stop());

const said = (answers: readonly Answer[]) => [...new Set(answers.map((a) => `${a.status} ${a.body.errormsg}`))];
/** Lists of another unit, asked while the rush goes on. */
const elsewhere = () =>
  Promise.all(Array.from({ length: 8 }, () => app.post('/admin/organization/restaurant', 'query', {}, company)));

test('64 records created at once, wave upon wave, from before the half of a block of ids to beyond its end', async () => {
  const { ids } = app.services;
  let last = await ids.next();
  while (last % 1000 !== 480) last = await ids.next();
  const end = last + 520;
  // Nobody else takes an id meanwhile: the next block is fetched in a command, and begun in one.
  for (let wave = 0; last < end; wave += 1) {
    const creates = Array.from({ length: 64 }, (_, i) =>
      app.post('/admin/organization/type', 'create', { name: `并发类型${wave}-${i}`, accounts: ['MAIN'] }, school),
    );
    const lists = wave === 0 ? await elsewhere() : [];
    const answers = await Promise.all(creates);
    expect(said([...lists, ...answers])).toEqual(['200 ']);
    last = Math.max(...answers.map(({ body }) => (body.data as { id: number }).id));
  }
  expect(app.errors).toEqual([]);
});

test('ids come while every connection is held', async () => {
  const { pool, ids } = app.services;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    expect(new Set(await ids.take(1500)).size).toBe(1500);
  } finally {
    for (const one of held) one.release();
  }
});

test('40 previews at once', async () => {
  const meals = await app.services.db
    .selectFrom('meal_period as m')
    .innerJoin('restaurant as r', 'r.organization_id', 'm.organization_id')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select(['m.id as mealPeriodId', 'r.id as restaurantId', 'o.name'])
    .execute();
  const [meal] = meals.filter((m) => m.name === '青禾实验中学');
  const people = await app.post('/admin/organization/user', 'query', { size: 20 }, school);
  const personIds = (people.body.data as { rows: { id: number }[] }).rows.map((r) => r.id);
  const { name: _, ...at } = meal!;
  const body = { kind: 'ORDER', diningDate: '2026-11-20', way: 'RULE', reason: 'DEVICE_DOWN', personIds, ...at };
  const previews = Array.from({ length: 40 }, () =>
    app.post('/admin/organization/artificial_chopping', 'preview', body, school),
  );
  const lists = await elsewhere();
  expect(said(await Promise.all(previews))).toEqual(['200 ']);
  expect(said(lists)).toEqual(['200 ']);
  expect(app.errors).toEqual([]);
});

test('a verb that only reads opens no transaction, one that may write does', async () => {
  const { pool } = app.services;
  const heard = new Set<MockInstance<PoolClient['query']>>();
  const listen = (client: PoolClient) => heard.add(vi.spyOn(client, 'query'));
  pool.on('acquire', listen);
  const begins = async (path: string, verb: string, body: object) => {
    for (const query of heard) query.mockClear();
    expect(said([await app.post(`/admin/organization/${path}`, verb, body, school)])).toEqual(['200 ']);
    return [...heard].flatMap(({ mock }) => mock.calls).filter(([text]) => String(text) === 'begin').length;
  };
  expect(await begins('fixed_value/calendar', 'year', { year: 2026 })).toBe(0);
  expect(await begins('type', 'create', { name: '只写一次', accounts: ['MAIN'] })).toBe(1);
  pool.off('acquire', listen);
  vi.restoreAllMocks();
});
