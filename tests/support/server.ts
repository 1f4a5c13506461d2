/**
 * The whole server over a demo database of its own, for tests that come in by HTTP. The demo is lived once per run and
 * size; every test file gets a copy of it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { type DemoSize, type SettableClock, seedDemo, settableClock } from '../../src/demo/seed.ts';
import { sampleClip, samplePicture } from '../../src/domains/device/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import type { Log, Services } from '../../src/kit/server/context.ts';
import type { Envelope } from '../../src/kit/server/http/envelope.ts';
import { testClock } from './moment.ts';
import { asUrl, copyDatabase, runOn, toDatabase } from './postgres-server.ts';
import type { DeskAnswer } from './postgres-setup.ts';

/** Login names of the demo, one for every kind of account and its neighbours. */
export type DemoAccount =
  | 'super'
  | 'platform'
  | 'agent'
  | 'agent2'
  | 'contractor'
  | 'contractor2'
  | 'school'
  | 'company';

export interface Answer {
  status: number;
  body: Envelope & Record<string, unknown>;
}

export interface TestServerOptions {
  /** Default: 4 days, a sixth of the people. */
  demo?: Partial<DemoSize>;
  /** Environment of the configuration, e.g. `{ IMAGE_HOST: … }`. */
  env?: Record<string, string>;
  /** The moment the demo is started and looked at, ISO 8601, where the clock stands; by default that of the run, from which it goes on. */
  now?: string;
}

export interface TestApp {
  /** `http://127.0.0.1:port`. */
  origin: string;
  connectionString: string;
  /** The server itself, to ask which routes there are. */
  fastify: FastifyInstance;
  services: Services;
  clock: SettableClock;
  /** What the server logged as errors: every 5xx leaves its cause here. */
  errors: string[];
  /** A fresh token of an account. @throws when the sign-in is refused. */
  login(account: DemoAccount | (string & {}), password?: string): Promise<string>;
  /** `POST /api{path}/{verb}`; never throws for an HTTP status. */
  post(path: string, verb: string, body?: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Any request, put into the server without a socket; an answer that is no JSON is errorcode −1 with its text. */
  request(method: string, path: string, init?: { body?: string; headers?: Record<string, string> }): Promise<Answer>;
  stop(): Promise<void>;
}

/** Records of the demo have ids from here (times 1,000) on. */
export const firstIdBlock = 7_000_000_000;
const defaultSize: DemoSize = { days: 4, share: 0.16 };

async function desk(): Promise<DeskAnswer & { template: string }> {
  const answer = await fetch(`${inject('postgresDesk')}?durable=false&empty=false`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as DeskAnswer & { template: string };
}

function configFor(connectionString: string, dataDir: string, env: Record<string, string>) {
  return readConfig(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      ONECARD_DEMO: '1',
      // The machine that tests may be short of room.
      DISK_LOW_MIB: '0',
      CONSOLE_DIST: process.env.CONSOLE_DIST,
      ...env,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
    },
    dataDir,
  );
}

function quietLog(errors: string[]): Log {
  const quiet = () => undefined;
  return {
    info: quiet,
    warn: quiet,
    error: (message, facts) => errors.push(`${message} ${facts ? JSON.stringify(facts) : ''}`),
  };
}

/** What goes on by the minute would write between two looks at the same rows: tests call it when they want it. */
const stillClocks = ({ services }: Assembled) => services.pool.query('delete from job_queue.schedule');

/** The demo's rows are copied for a test, its files are not: what terminals photographed is put there again, as something grey. */
async function putEvidence({ services }: Assembled): Promise<void> {
  const { rows } = await services.pool.query<{ key: string }>(
    `select key from stored_file where key like 'evidence/%' order by id`,
  );
  await Promise.all(
    rows.map(({ key }) => services.files.put(key, key.endsWith('.jpg') ? samplePicture(key) : sampleClip(3))),
  );
}

/** Running, or standing at a moment. */
const clockAt = (now: string | undefined): SettableClock =>
  settableClock(now === undefined ? testClock : { now: () => Date.parse(now) });

async function withServer<T>(
  connectionString: string,
  clock: SettableClock,
  work: (a: Assembled, c: SettableClock) => Promise<T>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'onecard-test-data-'));
  const assembled = await assemble({ config: configFor(connectionString, dataDir, {}), log: quietLog([]), clock });
  try {
    await stillClocks(assembled);
    return await work(assembled, clock);
  } finally {
    await assembled.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The name of the run's database with a demo of this size; the first caller lives it, the others wait. */
async function demoTemplate(
  server: DeskAnswer & { template: string },
  size: DemoSize,
  now: string | undefined,
): Promise<string> {
  const moment = now === undefined ? '' : `_${Date.parse(now) / 60_000}`;
  const name = `${server.template}_demo_${size.days}_${Math.round(size.share * 100)}${moment}`;
  const guard = new Client(server.connection);
  await guard.connect();
  try {
    await guard.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = await guard.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount) return name;
    const making = `${name}_making`;
    await guard.query(`drop database if exists ${making} with (force)`);
    await copyDatabase(server.connection, making, server.template);
    const fresh = toDatabase(server.connection, making);
    // Ids beyond 32 bits, and unlike any amount or count, so that a test can tell them in an answer.
    await runOn(fresh, `select setval('id_block', ${firstIdBlock})`);
    await withServer(asUrl(fresh), clockAt(now), ({ services }, clock) => seedDemo(services, clock, size));
    await guard.query(`alter database ${making} rename to ${name}`);
    return name;
  } finally {
    await guard.end();
  }
}

/** Starts the server on a free port over a fresh copy of the demo. Call `stop` in `afterAll`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestApp> {
  const server = await desk();
  const template = await demoTemplate(server, { ...defaultSize, ...options.demo }, options.now);
  const database = `onecard_test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server.connection, database, template);
  const connectionString = asUrl(toDatabase(server.connection, database));
  const dataDir = await mkdtemp(join(tmpdir(), 'onecard-test-data-'));
  const clock = clockAt(options.now);
  const errors: string[] = [];
  const config = configFor(connectionString, dataDir, options.env ?? {});
  const assembled = await assemble({ config, log: quietLog(errors), clock });
  const { app, services, stop } = assembled;
  await stillClocks(assembled);
  await putEvidence(assembled);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const request: TestApp['request'] = async (method, path, { body, headers } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      ...(body === undefined ? {} : { payload: body }),
      ...(headers ? { headers } : {}),
    });
    try {
      return { status: answer.statusCode, body: JSON.parse(answer.payload) as Answer['body'] };
    } catch {
      return { status: answer.statusCode, body: { errorcode: -1, errormsg: answer.payload.slice(0, 500) } };
    }
  };
  const post: TestApp['post'] = (path, verb, body = {}, token = undefined, headers = {}) =>
    request('POST', `/api${path}/${verb}`, {
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
    });
  return {
    origin,
    connectionString,
    fastify: app,
    services,
    clock,
    errors,
    request,
    post,
    async login(account, password = demoPassword) {
      const { body } = await post('/admin', 'login', { account, password });
      if (body.errorcode !== 0 || !body.token) throw new Error(`${account}: ${body.errormsg}`);
      return body.token;
    },
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
      await runOn(server.connection, `drop database if exists ${database} with (force)`);
    },
  };
}
