/** npm run dev: the console from its sources, calls passed on to the server, both ended together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../tests/support/postgres.ts';
import { inRoot, root } from './paths.mjs';

let database: TestDatabase;
let dataDir: string;
let child: ChildProcess;
let origin: string;
let server: string;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'onecard-dev-'));
  const [port, devPort] = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${devPort}`;
  server = `http://127.0.0.1:${port}`;
  // As npm says it: what is written there is what starts.
  const { scripts } = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { scripts: { dev: string } };
  const [node, ...args] = scripts.dev.split(' ');
  expect(node).toBe('node');
  child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DEV_PORT: String(devPort),
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      ONECARD_DEMO: '0',
    },
  });
  // Both come up side by side: whoever asks first may be early.
  while (child.exitCode === null && (await fetch(`${origin}/health`).catch(() => undefined))?.status !== 200)
    await sleep(300);
});
afterAll(async () => {
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

test('serves the console from its sources and passes calls on; a signal ends both', async () => {
  expect(await (await fetch(origin)).text()).toContain('/src/console.tsx');
  expect((await fetch(`${origin}/src/console.tsx`)).status).toBe(200);
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"account":"nobody","password":"x"}',
  });
  expect(await answer.json()).toMatchObject({ errormsg: '账号或密码不正确' });
  child.kill('SIGTERM');
  await once(child, 'exit');
  await expect(fetch(origin)).rejects.toThrow();
  // The server lets go of the database before it leaves.
  while (await fetch(`${server}/health`).catch(() => undefined)) await sleep(300);
});
