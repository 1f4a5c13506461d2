/** A server that is told to stop goes, also when its database went before it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverProcess } from '../scripts/drill/server-process.ts';
import { type CutProxy, cutProxy } from './support/cut-proxy.ts';
import { type TestDatabase, testDatabase } from './support/postgres.ts';
import { asUrl } from './support/postgres-server.ts';

let database: TestDatabase;
let line: CutProxy;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  line = await cutProxy(database.connectionConfig, Number.POSITIVE_INFINITY);
  folder = await mkdtemp(join(tmpdir(), 'onecard-leave-'));
});
afterAll(async () => {
  await line?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('leaves when told to, with its database out of reach', async () => {
  const server = await serverProcess({ number: 0, folder, env: { DATABASE_URL: asUrl(line.connection) } });
  await server.start();
  await line.close();
  await server.end('SIGTERM');
  expect(server.endings()).toBe(0);
  expect(await fetch(`${server.origin}/health`).catch(() => 'gone')).toBe('gone');
});
