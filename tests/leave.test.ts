/** A server that is told to stop answers what it was asked and goes, also when its database went before it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, serverProcess } from '../scripts/drill/server-process.ts';
import { type CutProxy, cutProxy } from './support/cut-proxy.ts';
import { type TestDatabase, testDatabase } from './support/postgres.ts';
import { asUrl } from './support/postgres-server.ts';

let database: TestDatabase;
let line: CutProxy;
let folder: string;
let asked: ServerProcess | undefined;
beforeAll(async () => {
  database = await testDatabase();
  line = await cutProxy(database.connectionConfig, Number.POSITIVE_INFINITY);
  folder = await mkdtemp(join(tmpdir(), 'onecard-leave-'));
});
afterAll(async () => {
  await asked?.end('SIGKILL');
  await line?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('answers what it was asked before it goes', async () => {
  const server = await serverProcess({ number: 1, folder, env: { DATABASE_URL: database.connectionString } });
  asked = server;
  await server.start();
  const pid = server.pid()!;
  const log = await readFile(join(folder, 'node1', 'log'), 'utf8');
  const [, password] = /初始密码 ([^（"]+)（/.exec(log)!;
  const holder = new Client(database.connectionConfig);
  await holder.connect();
  await holder.query(`begin; select from account where login_name = 'admin' for update`);
  let answered = false;
  const answer = fetch(`${server.origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password }),
  }).finally(() => {
    answered = true;
  });
  const waits = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  const gone = server.end('SIGTERM');
  await pause(1_000);
  expect(answered).toBe(false);
  await holder.query('rollback');
  await holder.end();
  const { status, ok } = await answer;
  expect({ status, ok }).toEqual({ status: 200, ok: true });
  await gone;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('leaves when told to, with its database out of reach', async () => {
  const server = await serverProcess({ number: 0, folder, env: { DATABASE_URL: asUrl(line.connection) } });
  await server.start();
  await line.close();
  await server.end('SIGTERM');
  expect(server.endings()).toBe(0);
  expect(await fetch(`${server.origin}/health`).catch(() => 'gone')).toBe('gone');
});
