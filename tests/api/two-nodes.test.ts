/** Two servers on one database: what one changes the other knows within two seconds, what one is given the other has. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { samplePicture } from '../../src/domains/device/testing.ts';
import restaurant from '../../src/domains/tenancy/places/pages/restaurant.page.ts';
import type { Action } from '../../src/kit/define/page.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { staleMs } from '../../src/kit/server/stale.ts';
import { checkProduct } from '../../src/read-product.ts';
import { openBucket } from '../support/bucket.ts';
import { type Answer, startTestServer, type TestApp } from '../support/server.ts';
import { pairTerminal, signing, type Terminal } from './terminal.ts';

const quiet = () => undefined;
let folder: string;
let app: TestApp;
let other: Assembled;
let school: string;
/** A terminal as this node and as the other one hears it. */
let here: Terminal;
let there: Terminal;
let cardNo: string;

/** Another server on the database of `app`. */
async function node(number: number, env: Record<string, string> = {}): Promise<Assembled> {
  const config = readConfig(
    {
      ONECARD_DEMO: '1',
      DISK_LOW_MIB: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: app.connectionString,
      DATA_DIR: join(folder, String(number)),
      FILES_DIR: join(folder, 'files'),
      NODE_NUMBER: String(number),
      ...env,
    },
    folder,
  );
  return assemble({ config, log: { info: quiet, warn: quiet, error: quiet }, clock: app.clock });
}

const askOf =
  ({ app: server }: Assembled): TestApp['request'] =>
  async (method, url, { body, headers } = {}): Promise<Answer> => {
    const answer = await server.inject({ method: method as 'GET', url, ...(body && { payload: body }), headers });
    return { status: answer.statusCode, body: JSON.parse(answer.payload) as Answer['body'] };
  };
const postTo = (server: Assembled, path: string, body: object, token = school) =>
  askOf(server)('POST', `/api${path}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
/** As late as a node may still be wrong, and no later. */
const later = () => app.clock.set(app.clock.now() + staleMs);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onecard-two-nodes-'));
  app = await startTestServer({ demo: { days: 1, share: 0.06 }, env: { FILES_DIR: join(folder, 'files') } });
  app.clock.set(Date.parse(`${dateAt(app.clock.now())}T12:10:00+08:00`));
  other = await node(1);
  school = await app.login('school');
  const found = await app.services.pool.query<{ no: string }>(
    `select c.card_no as no from card c join wallet w on w.organization_id = c.organization_id and w.person_id = c.person_id
     join employee e on e.unit_type = 'ORGANIZATION' and e.unit_id = c.organization_id join account a on a.id = e.account_id
     where c.status = 'NORMAL' and w.kind = 'MAIN' and w.balance_fen > 1000 and a.login_name = 'school' order by c.id limit 1`,
  );
  cardNo = found.rows[0]!.no;
  // The key that pairing gave goes with the terminal: it speaks to either node.
  const keys: { deviceId: number; key: string; epoch: number }[] = [];
  here = await pairTerminal(
    {
      ...app,
      request: async (...args) => {
        const answer = await app.request(...args);
        if (args[1].endsWith('/pair')) keys.push(answer.body.data as (typeof keys)[number]);
        return answer;
      },
    },
    'school',
  );
  await app.services.pool.query('update meal_period set times = null');
  await app.services.pool.query(`update device set mode = 'AMOUNT' where id = $1`, [here.deviceId]);
  there = signing({ ...app, request: askOf(other) }, here.deviceId, keys[0]!.key, here.epoch);
}, 240_000);
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

let number = 1_000;
const swipe = (terminal: Terminal, amountFen: number, seq = ++number) =>
  terminal.send(
    'POST',
    '/api/device/v1/consume',
    JSON.stringify({ mode: 'AMOUNT', identify: 'CARD', cardNo, amountFen, time: app.clock.now() }),
    { seq },
  );

test('no node starts over tables that no domain knows', async () => {
  const { pool } = app.services;
  await pool.query('create table stranger (organization_id bigint)');
  await expect(node(2)).rejects.toThrow('table stranger is listed by no domain');
  await pool.query('drop table stranger');
});

test('pages that do not fit, over which no node starts, are told: none of them is shown half', async () => {
  const row = restaurant.list!.row as unknown as Action[];
  row.push({ key: 'astray', label: '去无处', open: '/admin/organization/nowhere' });
  try {
    await expect(checkProduct()).rejects.toThrow(
      /^pages do not fit:\n餐厅\/档口 \(\/admin\/organization\/restaurant\): astray leads to \/admin\/organization\/nowhere, where no page is/,
    );
  } finally {
    row.pop();
  }
});

test('a node with a key seals what was stored in the clear; none starts over it without', async () => {
  // A house of its own: what is sealed stays so.
  const plain = await startTestServer({ demo: { days: 1, share: 0.06 } });
  const { pool } = plain.services;
  const school = `select e.unit_id from employee e join account a on a.id = e.account_id where a.login_name = 'school'`;
  await pool.query(
    `update account set totp_secret = 'in the clear', totp_pending = 'in the clear' where login_name = 'school';
     insert into device_key (device_id, epoch, secret, paired_at)
       select id, 1, 'in the clear', now() from device order by id limit 1 on conflict (device_id) do nothing;
     insert into entrance_key (organization_id, kid, public_key, secret, created_at)
       select unit_id, 200, '', 'in the clear', now() from (${school}) s;
     insert into diner_app (organization_id, id, name, secret, created_at, updated_at)
       select unit_id, 1, '应用', 'in the clear', now(), now() from (${school}) s;
     insert into alert_robot (organization_id, id, name, kind, url, secret, min_level, created_at, updated_at)
       select unit_id, 1, '机器人', 'WECOM', 'in the clear', 'in the clear', 'INFO', now(), now() from (${school}) s`,
  );
  const secrets = ['device_key.secret', 'account.totp_secret', 'account.totp_pending', 'entrance_key.secret'];
  secrets.push('diner_app.secret', 'alert_robot.url', 'alert_robot.secret');
  const stored = async () =>
    Object.fromEntries(
      await Promise.all(
        secrets.map(async (place) => {
          const [table, column] = place.split('.');
          const { rows } = await pool.query<{ how: string }>(
            `select distinct case when ${column} like 'sealed:%' then 'sealed' else 'clear' end as how
             from ${table} where ${column} is not null`,
          );
          return [place, rows.map(({ how }) => how)];
        }),
      ),
    ) as Record<string, string[]>;
  const each = (how: string) => Object.fromEntries(secrets.map((place) => [place, [how]]));
  const env = { DATABASE_URL: plain.connectionString, ROLE: 'api' };
  const withKey = { ...env, SECRET_KEY: '07'.repeat(32) };
  try {
    expect(await stored()).toEqual(each('clear'));
    await (await node(7, withKey)).stop();
    expect(await stored()).toEqual(each('sealed'));
    await (await node(7, withKey)).stop();
    await expect(node(8, env)).rejects.toThrow('SECRET_KEY');
  } finally {
    await plain.stop();
  }
}, 60_000);

test('a swipe answered by one node is the same swipe at the other', async () => {
  const first = await swipe(here, 30, 900);
  expect(first.body).toMatchObject({ errorcode: 0, data: { result: 'POSTED' } });
  const again = await swipe(there, 30, 900);
  expect(again.body.data).toMatchObject({
    result: 'DUPLICATE',
    tradeId: (first.body.data as { tradeId: number }).tradeId,
  });
});

test('a rule holds at the other node', async () => {
  expect((await swipe(there, 120)).body.errorcode).toBe(0);
  await app.services.pool.query('update person_type set single_limit_fen = 100');
  later();
  expect((await swipe(there, 120)).body.errorcode).not.toBe(0);
  await app.services.pool.query('update person_type set single_limit_fen = null');
  later();
  expect((await swipe(there, 120)).body.errorcode).toBe(0);
});

test('a terminal that is paired anew is a stranger at the other node', async () => {
  expect((await there.send('GET', '/api/device/v1/people?since=0&limit=1', '', { seq: 0 })).status).toBe(200);
  const anew = await pairTerminal(app, 'school');
  expect(anew.deviceId).toBe(here.deviceId);
  later();
  expect((await there.send('GET', '/api/device/v1/people?since=0&limit=1', '', { seq: 0 })).status).toBe(401);
});

test('a role taken at one node is gone at the other, and who is put out is out', async () => {
  const finance = await app.login('finance');
  const look = () => postTo(other, '/admin/organization/user/query', { size: 1 }, finance);
  expect((await look()).body.errorcode).toBe(0);
  const of = `(select id from account where login_name = 'finance')`;
  await app.services.pool.query(`update employee set role_ids = '{}' where account_id = ${of}`);
  later();
  expect((await look()).body).toMatchObject({ errorcode: 1007 });
  await app.services.pool.query(`update account set status = 'DISABLED' where id = ${of}`);
  later();
  expect((await look()).status).toBe(401);
});

test('a dish renamed at one node has its new name at the other', async () => {
  const page = '/admin/organization/organization_food';
  const read = async () =>
    ((await postTo(other, `${page}/query`, { size: 100 })).body.data as { rows: { id: number; name: string }[] }).rows;
  const [dish] = await read();
  await app.services.pool.query(`update dish set name = '换了名的菜' where id = $1`, [dish!.id]);
  expect((await read()).find((row) => row.id === dish!.id)?.name).toBe('换了名的菜');
});

test('the same requirement started at both nodes at once is one', async () => {
  const caterer = await app.login('contractor');
  const page = '/admin/contractor/supermarket/supermarket_daily_purchase';
  const { pool } = app.services;
  const today = dateAt(app.clock.now());
  const found = await pool.query<{ id: number }>(
    `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  const owner = found.rows[0]!.id;
  const lines = async () =>
    (
      await pool.query<{ n: number; doubled: number; nets: string }>(
        `select count(*)::int as n, count(*)::int - count(distinct (goods_id, storehouse_id))::int as doubled,
           coalesce(string_agg(goods_id || ':' || storehouse_id || ':' || need_qty, ',' order by goods_id, storehouse_id), '') as nets
         from daily_purchase where contractor_id = $1 and purchase_date = $2 and status = 'DRAFT'`,
        [owner, today],
      )
    ).rows[0]!;
  const needs = async () =>
    (
      await pool.query<{ n: number; qty: string }>(
        'select count(*)::int as n, sum(qty)::text as qty from meal_need where contractor_id = $1 and purchase_date = $2',
        [owner, today],
      )
    ).rows[0]!;
  await pool.query(`delete from daily_purchase where contractor_id = $1 and purchase_date = $2 and status = 'DRAFT'`, [
    owner,
    today,
  ]);
  const gate = await pool.connect();
  let answers: Answer[];
  try {
    // Both are held where they begin, so that neither is over before the other has started.
    await gate.query('begin');
    await gate.query('select pg_advisory_xact_lock(742011825, hashtext($1::text))', [owner]);
    const run = (server: Assembled | null) =>
      server
        ? postTo(server, `${page}/run`, { day: today, buffer: 300 }, caterer)
        : app.post(page, 'run', { day: today, buffer: 300 }, caterer);
    const both = Promise.all([run(null), run(other)]);
    await expect
      .poll(
        async () =>
          (
            await pool.query<{ n: number }>(
              `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 742011825 and not granted`,
            )
          ).rows[0]!.n,
        { timeout: 20_000 },
      )
      .toBe(2);
    await gate.query('rollback');
    answers = await both;
  } finally {
    gate.release();
  }
  expect(answers.map(({ body }) => body.errorcode)).toEqual([0, 0]);
  const told = await lines();
  const of = await needs();
  expect([told.n > 0, told.doubled, of.n > 0]).toEqual([true, 0, true]);
  expect((await postTo(other, `${page}/run`, { day: today, buffer: 300 }, caterer)).body.errorcode).toBe(0);
  expect([await lines(), await needs()]).toEqual([told, of]);
});

/** A file sent in parts that change nodes between them, then fetched from the other node; its key. */
async function sentAcross(one: FastifyInstance, two: FastifyInstance): Promise<string> {
  const authorization = `Bearer ${school}`;
  const picture = samplePicture(`two nodes ${++number}`);
  const post = async (server: FastifyInstance, url: string, payload: object | Buffer) => {
    const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
    const answer = await server.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization, 'content-type': type },
    });
    return answer.json() as { errorcode: number; data: { token: string; key: string } };
  };
  const start = { name: '菜品.jpg', size: picture.length, purpose: 'image' };
  const { token } = (await post(one, '/upload/start', start)).data;
  expect(await post(two, `/upload/part?token=${token}&offset=0`, picture)).toMatchObject({ errorcode: 0 });
  const { key } = (await post(one, '/upload/finish', { token })).data;
  const fetched = await two.inject({ url: `/files/${key}`, headers: { authorization } });
  expect([fetched.statusCode, fetched.rawPayload.equals(picture)]).toEqual([200, true]);
  return key;
}

test('a file given to one node is fetched from the other; one sent in parts changes nodes between them', async () => {
  await sentAcross(app.fastify, other.app);
});

test('so it is in a bucket of an S3-compatible service', async () => {
  const credentials = { key: 'canteen-nodes', secret: 'their secret', region: 'us-east-1' };
  const bucket = await openBucket(credentials);
  const { key, secret } = credentials;
  const env = { S3_ENDPOINT: bucket.endpoint, S3_BUCKET: 'canteen', S3_KEY: key, S3_SECRET: secret, ROLE: 'api' };
  const [one, two] = [await node(5, env), await node(6, env)];
  try {
    const keys = [await sentAcross(one.app, two.app), await sentAcross(two.app, one.app)];
    // Nothing but the whole files is left of their parts.
    expect([...bucket.objects.keys()]).toEqual(keys.map((file) => `/canteen/${file}`));
  } finally {
    await one.stop();
    await two.stop();
    bucket.close();
  }
});

test('a node of one role does that alone: requests without jobs, jobs without requests', async () => {
  const [asking, working] = [await node(2, { ROLE: 'api' }), await node(3, { ROLE: 'jobs' })];
  try {
    expect((await postTo(working, '/admin/organization/user/query', {})).status).toBe(404);
    expect((await working.app.inject({ url: '/health' })).statusCode).toBe(200);
    expect((await postTo(asking, '/admin/organization/user/query', {})).body.errorcode).toBe(0);
  } finally {
    await asking.stop();
    await working.stop();
  }
  await expect(() => node(4, { ROLE: 'cook' })).rejects.toThrow('ROLE');
});
