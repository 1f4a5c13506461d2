/** `/metrics`: who is answered, that it tells what happens, and that the alerts and the dashboard ask for what is there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupWarning, queueName } from '../../src/domains/identity/testing.ts';
import { lateBackupMs, tellBackup } from '../../src/kit/server/backup/last-backup.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { pairTerminal } from './terminal.ts';

const token = 'eyes-on-it';
let app: TestApp;
let school: string;
beforeAll(async () => {
  app = await startTestServer({ demo: { days: 1, share: 0.06 }, env: { METRICS_TOKEN: token } });
  school = await app.login('school');
}, 240_000);
afterAll(() => app?.stop());

const scrape = async (headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
  const { statusCode, payload } = await app.fastify.inject({ url: '/metrics', headers });
  return { statusCode, payload };
};
/** The value of a series, by its whole name with labels. */
const figure = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? Number.NaN,
  );

test('answers who brings the token, and to others there is nothing', async () => {
  expect((await scrape()).statusCode).toBe(200);
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${school}` }])
    expect(await scrape(headers as Record<string, string>)).toMatchObject({
      statusCode: 404,
      payload: expect.stringContaining('"errorcode":1004'),
    });
});

test('counts answers by verb and refusals by code; an unknown verb makes no series', async () => {
  await app.post('/admin/organization/user', 'query', {}, school);
  await app.post('/admin/organization/user', 'get', { id: 1 }, school);
  await app.post('/admin/organization/user', 'conjure', {}, school);
  const { payload } = await scrape();
  expect(
    figure(payload, 'onecard_http_request_seconds_count{route="/api/*",verb="query",status="200"}'),
  ).toBeGreaterThan(0);
  expect(figure(payload, 'onecard_refusals_total{code="1004",route="/api/*"}')).toBeGreaterThan(0);
  expect(payload).not.toContain('conjure');
});

test('tells of swipes: their batch, and the terminal that is heard', async () => {
  const before = figure((await scrape()).payload, 'onecard_wallet_batch_requests_count');
  const terminal = await pairTerminal(app, 'school');
  const { rows } = await app.services.pool.query<{ no: string }>(
    `select c.card_no as no from card c join wallet w on w.organization_id = c.organization_id and w.person_id = c.person_id
     join device d on d.organization_id = c.organization_id and d.id = $1
     where c.status = 'NORMAL' and w.kind = 'MAIN' and w.balance_fen > 1000 order by c.id limit 1`,
    [terminal.deviceId],
  );
  const mode = await app.services.pool.query<{ mode: string }>('select mode from device where id = $1', [
    terminal.deviceId,
  ]);
  const fixed = mode.rows[0]!.mode === 'FIXED';
  const swipe = {
    mode: fixed ? 'FIXED' : 'AMOUNT',
    identify: 'CARD',
    cardNo: rows[0]!.no,
    ...(fixed ? {} : { amountFen: 100 }),
  };
  app.clock.set(Date.parse(`${dateAt(app.clock.now())}T12:10:00+08:00`));
  const { body } = await terminal.send(
    'POST',
    '/api/device/v1/consume',
    JSON.stringify({ ...swipe, time: app.clock.now() }),
  );
  expect(body).toMatchObject({ errorcode: 0 });
  const { payload } = await scrape();
  const route = 'route="/api/device/v1/consume",verb="",status="200"';
  expect(figure(payload, `onecard_http_request_seconds_count{${route}}`)).toBe(1);
  expect(figure(payload, 'onecard_wallet_batch_requests_count')).toBeGreaterThan(before);
  expect(figure(payload, 'onecard_db_up')).toBe(1);
});

test('alerts and dashboard ask for metrics that are there', async () => {
  const { payload } = await scrape();
  const told = new Set(
    [...payload.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  );
  const read = (path: string) =>
    readFileSync(fileURLToPath(new URL(`../../deploy/monitoring/${path}`, import.meta.url)), 'utf8');
  const asked = new Set(
    [...(read('alerts.yml') + read('grafana-dashboard.json')).matchAll(/\b(?:onecard|nodejs|process)_\w+/g)].map(
      ([name]) => name,
    ),
  );
  expect(asked.size).toBeGreaterThan(15);
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
});

test('a backup that told of itself is on the page and in the metrics; a house at work without one is warned', async () => {
  const superUser = await app.login('super');
  expect((await scrape()).payload).not.toMatch(/^onecard_backup_timestamp_seconds /m);
  const at = app.clock.now() - 3_600_000;
  await tellBackup({ connectionString: app.connectionString }, at, '/backups/onecard-1');
  expect(figure((await scrape()).payload, 'onecard_backup_timestamp_seconds')).toBeCloseTo(at / 1_000, 0);
  const { body } = await app.post('/admin/system/server', 'health', {}, superUser);
  expect(Date.parse((body.data as { backupAt: string }).backupAt)).toBe(at);
  expect(backupWarning(true, at, app.clock.now())).toEqual([]);
  expect(backupWarning(true, at, at + lateBackupMs)).toEqual(['最近一次备份是 26 小时前']);
  expect(backupWarning(true, null, at)).toHaveLength(1);
  expect(backupWarning(false, null, at)).toEqual([]);
});

test('every queue has a name a person can read', async () => {
  const unnamed = (await app.services.jobs.counts()).map(({ name }) => name).filter((name) => queueName(name) === name);
  expect(unnamed).toEqual([]);
});

test('a statement names the request that sends it, and one that takes long is kept with it', async () => {
  const superUser = await app.login('super');
  const slow = app.services.slow;
  await app.services.pool.query('select pg_sleep(1)');
  // Others may have been slower on a busy machine.
  expect(slow.list(1_000)).toContainEqual(expect.objectContaining({ text: 'select pg_sleep(1)', lastRequest: '' }));
  const { body } = await app.post('/admin/system/server', 'health', {}, superUser);
  expect((body.data as { slow: { text: string }[] }).slow.map(({ text }) => text).join()).toContain('pg_sleep');
});
