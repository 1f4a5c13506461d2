/** A database that is away, as terminals hear it: come again, never a fault; nothing they keep is given up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { type CutProxy, cutProxy } from '../support/cut-proxy.ts';
import { asUrl } from '../support/postgres-server.ts';
import { type Answer, startTestServer, type TestApp } from '../support/server.ts';
import { pairTerminal, signing, type Terminal } from './terminal.ts';

const quiet = () => undefined;
const base = '/api/device/v1';
let folder: string;
let app: TestApp;
let line: CutProxy;
/** A server behind the line. */
let behind: Assembled;
let origin: string;
let epoch: number;
let cardNo: string;
/** The terminal, put into that server without a socket, and over one. */
let inside: Terminal;
let over: Terminal;
/** What the socket was answered the short way. */
const short: [string, number][] = [];

type Heard = Answer & { again?: string };
const words = (status: number, again: unknown, text: string): Heard => ({
  status,
  body: JSON.parse(text) as Answer['body'],
  again: again === undefined || again === null ? undefined : String(again),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onecard-away-'));
  app = await startTestServer({ demo: { days: 1, share: 0.06 } });
  app.clock.set(Date.parse(`${dateAt(app.clock.now())}T12:10:00+08:00`));
  const { pool } = app.services;
  const found = await pool.query<{ no: string }>(
    `select c.card_no as no from card c join wallet w on w.organization_id = c.organization_id and w.person_id = c.person_id
     join employee e on e.unit_type = 'ORGANIZATION' and e.unit_id = c.organization_id join account a on a.id = e.account_id
     where c.status = 'NORMAL' and w.kind = 'MAIN' and w.balance_fen > 1000 and a.login_name = 'school' order by c.id limit 1`,
  );
  cardNo = found.rows[0]!.no;
  let key = '';
  const paired = await pairTerminal(
    {
      ...app,
      request: async (...args) => {
        const answer = await app.request(...args);
        if (args[1].endsWith('/pair')) ({ key } = answer.body.data as { key: string });
        return answer;
      },
    },
    'school',
  );
  epoch = paired.epoch;
  await pool.query('update meal_period set times = null');
  await pool.query(`update device set mode = 'AMOUNT' where id = $1`, [paired.deviceId]);
  const { host, port, user, password, database } = new Client(app.connectionString);
  const target = { host, port, user, password: String(password), database: String(database) };
  line = await cutProxy(target, Number.POSITIVE_INFINITY);
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: asUrl(line.connection),
    DATA_DIR: folder,
    DISK_LOW_MIB: '0',
    ROLE: 'api',
  };
  behind = await assemble({
    config: readConfig(env, folder),
    log: { info: quiet, warn: quiet, error: quiet },
    clock: app.clock,
  });
  behind.app.plainLines.watch(({ url, status }) => short.push([url, status]));
  origin = await behind.app.listen({ port: 0, host: '127.0.0.1' });
  const inject: TestApp['request'] = async (method, url, { body, headers } = {}) => {
    const answer = await behind.app.inject({ method: method as 'GET', url, ...(body && { payload: body }), headers });
    return words(answer.statusCode, answer.headers['retry-after'], answer.payload);
  };
  const send: TestApp['request'] = async (method, url, { body, headers } = {}) => {
    const answer = await fetch(`${origin}${url}`, { method, body: body ?? null, headers: headers ?? {} });
    return words(answer.status, answer.headers.get('retry-after'), await answer.text());
  };
  inside = signing({ ...app, request: inject }, paired.deviceId, key, epoch);
  over = signing({ ...app, request: send }, paired.deviceId, key, epoch);
}, 240_000);
afterAll(async () => {
  await behind?.stop();
  await line?.close();
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const swipe = () => ({ mode: 'AMOUNT', identify: 'CARD', cardNo, amountFen: 30, time: app.clock.now() });
const beat = () => ({ clock: app.clock.now(), offlineCount: 0, listVersion: 0, lastSeq: 0, firmware: '1.0' });
const asked = (): [string, Terminal, string, object][] => [
  ['a swipe over a socket', over, 'consume', swipe()],
  ['a swipe by the route', inside, 'consume', swipe()],
  ['a heartbeat', inside, 'heartbeat', beat()],
  ['records', inside, 'records', { records: [{ ...swipe(), epoch, seq: 800 }] }],
];
let number = 100;
const say = async ([name, terminal, path, body]: ReturnType<typeof asked>[number]) => {
  const seq = ++number;
  const {
    status,
    again,
    body: told,
  } = (await terminal.send('POST', `${base}/${path}`, JSON.stringify(body), { seq })) as Heard;
  return [name, status, again, told.errorcode];
};
const all = async () => {
  const heard: unknown[] = [];
  for (const one of asked()) heard.push(await say(one));
  return heard;
};

test('what needs the database is answered 503 and when to come again', async () => {
  expect(await all()).toEqual(asked().map(([name]) => [name, 200, undefined, 0]));
  await line.close();
  const away = asked().map(([name]) => [name, 503, '1', 1104]);
  // Right then, what is known of the terminal still fresh in memory; and when it would be read anew.
  expect(await all()).toEqual(away);
  app.clock.set(app.clock.now() + 10_000);
  expect(await all()).toEqual(away);
  expect(short).toEqual([200, 503, 503].map((status) => [`${base}/consume`, status]));
}, 60_000);
