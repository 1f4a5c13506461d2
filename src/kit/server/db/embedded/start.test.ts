/** The embedded database outlives every kill: of the server, of the database, of both. Acknowledged rows stay. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, waitGone } from './process.ts';
import { type Embedded, startEmbedded } from './start.ts';

let dataDir: string;
const said: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onecard-embedded-'));
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true }));

const start = (unhurried = false) => startEmbedded({ dataDir, unhurried, log: (line) => said.push(line) });

async function query(embedded: Embedded, sql: string): Promise<unknown[]> {
  const client = new Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const rows = (embedded: Embedded) => query(embedded, 'select n from kept order by n');

/** A server of its own: starts the database on the directory, tells its process id, and waits. */
async function otherServer(): Promise<{ child: ChildProcess; pid: number }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('./start.ts', import.meta.url).href)});
    const e = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(e.pid());
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => child.stdout.on('data', (chunk) => resolve(Number(chunk))));
  return { child, pid };
}

test('a new directory gets a database whose role is no superuser, and it stops in order', async () => {
  const embedded = await start();
  await query(embedded, 'create table kept (n int); insert into kept values (1)');
  expect(await query(embedded, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  expect(await query(embedded, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }]);
  const pid = embedded.pid();
  await embedded.stop();
  expect(alive(pid)).toBe(false);
});

test('unhurried it answers commits before they are on disk, and opened again it waits for each', async () => {
  const commits = async (unhurried: boolean) => {
    const embedded = await start(unhurried);
    const told = await query(
      embedded,
      `select current_setting('synchronous_commit') as waits, current_setting('fsync') as fsync`,
    );
    await embedded.stop();
    return told[0];
  };
  expect(await commits(true)).toEqual({ waits: 'off', fsync: 'on' });
  expect(await commits(false)).toEqual({ waits: 'on', fsync: 'on' });
});

test('a wrong password is refused, also on the socket', async () => {
  const embedded = await start();
  const stranger = new Client({ ...embedded.connection, password: 'guess' });
  await expect(stranger.connect()).rejects.toThrow('password authentication failed');
  await embedded.stop();
});

test('a database killed under the server comes back', async () => {
  const embedded = await start();
  await query(embedded, 'insert into kept values (2)');
  const pid = embedded.pid();
  process.kill(pid, 'SIGKILL');
  while (embedded.pid() === pid) await sleep(50);
  expect(await rows(embedded)).toEqual([{ n: 1 }, { n: 2 }]);
  await embedded.stop();
});

test('a killed server leaves a database behind, which the next start closes', async () => {
  const { child, pid } = await otherServer();
  child.kill('SIGKILL');
  await waitGone(child.pid ?? 0, 5000);
  expect(alive(pid)).toBe(true);
  said.length = 0;
  const embedded = await start();
  expect(said.join()).toContain(`遗留的数据库进程 ${pid}`);
  expect(await rows(embedded)).toHaveLength(2);
  await embedded.stop();
});

test('server and database killed together', async () => {
  const { child, pid } = await otherServer();
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  const embedded = await start();
  expect(await rows(embedded)).toHaveLength(2);
  await embedded.stop();
});

test('without a short path it listens on TCP, with a password', async () => {
  const embedded = await startEmbedded({ dataDir, log: () => undefined, tcp: true });
  expect(embedded.connection.host).toBe('127.0.0.1');
  expect(await rows(embedded)).toHaveLength(2);
  await embedded.stop();
});
