/** A backup of the embedded database, taken while it is written to, restores every row acknowledged before it began. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../db/embedded/start.ts';
import { takeBackup, wholeBackups } from './backup.ts';
import { restoreBackup } from './restore.ts';

const log = () => undefined;
const now = Date.parse('2026-04-01T03:00:00+08:00');
let root: string;
let dataDir: string;
let to: string;
let embedded: Embedded;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onecard-backup-'));
  await chmod(root, 0o755);
  dataDir = join(root, 'data');
  to = join(root, 'backups');
  await mkdir(join(dataDir, 'files', 'image'), { recursive: true });
  await writeFile(join(dataDir, 'files', 'image', 'face.jpg'), 'a face');
  embedded = await startEmbedded({ dataDir, log });
});
afterAll(async () => {
  await embedded.stop();
  await rm(root, { recursive: true, force: true });
});

const backup = (minutes: number, keep = 14) =>
  takeBackup({
    to,
    dataDir,
    filesDir: join(dataDir, 'files'),
    databaseUrl: undefined,
    keep,
    now: now + minutes * 60_000,
    log,
  });

/** Inserts rows, and writes and removes exports, until told to stop; answers how many rows were acknowledged. */
function busy() {
  const pool = new Pool({ ...embedded.connection, max: 4 });
  let going = true;
  let acknowledged = 0;
  const writer = async () => {
    while (going) {
      await pool.query("insert into kept select g, repeat('x', 200) from generate_series(1, 20) g");
      acknowledged += 20;
    }
  };
  const exporter = async () => {
    for (let i = 0; going; i++) {
      const path = join(dataDir, 'files', `export-${i % 5}.xlsx`);
      await writeFile(path, Buffer.alloc(200_000, i));
      if (i % 2) await rm(path, { force: true });
    }
  };
  const work = Promise.all([writer(), writer(), exporter()]);
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      going = false;
      await work;
      await pool.end();
    },
  };
}

async function rowsOf(server: Embedded): Promise<number> {
  const client = new Client(server.connection);
  await client.connect();
  try {
    return (await client.query<{ n: number }>('select count(*)::int as n from kept')).rows[0]!.n;
  } finally {
    await client.end();
  }
}

it('is taken under load, every time, and restored whole', { timeout: 180_000 }, async () => {
  const setUp = new Client(embedded.connection);
  await setUp.connect();
  await setUp.query('create table kept (n int, filler text)');
  await setUp.end();
  const load = busy();
  let before = 0;
  let last = '';
  for (let i = 0; i < 3; i++) {
    before = load.acknowledged();
    last = await backup(i);
  }
  await load.stop();
  expect(await wholeBackups(to)).toHaveLength(3);

  const elsewhere = join(root, 'restored');
  await mkdir(elsewhere);
  await restoreBackup({
    from: last,
    dataDir: elsewhere,
    filesDir: join(elsewhere, 'files'),
    databaseUrl: undefined,
    now,
    log,
  });
  const restored = await startEmbedded({ dataDir: elsewhere, log });
  try {
    expect(await rowsOf(restored)).toBeGreaterThanOrEqual(before);
    expect(await rowsOf(restored)).toBeLessThanOrEqual(await rowsOf(embedded));
    expect(await readFile(join(elsewhere, 'files', 'image', 'face.jpg'), 'utf8')).toBe('a face');
  } finally {
    await restored.stop();
  }
});

it('keeps the newest whole ones, and throws none away for one that failed', { timeout: 60_000 }, async () => {
  const known = await wholeBackups(to);
  await expect(
    takeBackup({
      to,
      dataDir: join(root, 'nothing'),
      filesDir: join(root, 'nothing'),
      databaseUrl: undefined,
      keep: 1,
      now: now + 3_600_000,
      log,
    }),
  ).rejects.toThrow('没有内置数据库');
  expect(await wholeBackups(to)).toEqual(known);
  await backup(10, 2);
  expect(await wholeBackups(to)).toEqual([known.at(-1), 'onecard-20260401-031000']);
  expect((await readdir(to)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('of files alone take no place of those with the database', { timeout: 60_000 }, async () => {
  const folder = join(root, 'both');
  const filesDir = join(root, 'few');
  await mkdir(filesDir);
  const take = (hour: number, database: boolean) =>
    takeBackup({
      to: folder,
      dataDir,
      filesDir,
      databaseUrl: undefined,
      keep: 2,
      database,
      now: now + hour * 3_600_000,
      log,
    });
  const whole = await take(20, true);
  for (const hour of [21, 22, 23]) await take(hour, false);
  expect(await wholeBackups(folder)).toHaveLength(3);
  expect(await readdir(whole)).toContain('pg');
});

it('is not restored under a running server, nor when a byte of it changed', { timeout: 60_000 }, async () => {
  const from = join(to, (await wholeBackups(to)).at(-1)!);
  await expect(
    restoreBackup({ from, dataDir, filesDir: join(dataDir, 'files'), databaseUrl: undefined, now, log }),
  ).rejects.toThrow('服务正在运行');
  await writeFile(join(from, 'files', 'image', 'face.jpg'), 'A face');
  await expect(
    restoreBackup({
      from,
      dataDir: join(root, 'other'),
      filesDir: join(root, 'other', 'files'),
      databaseUrl: undefined,
      now,
      log,
    }),
  ).rejects.toThrow('备份已损坏：files/image/face.jpg');
});

it('of files alone brings files alone back, whatever keeps the database', async () => {
  const place = { dataDir, filesDir: join(root, 'files-alone'), databaseUrl: 'postgres://elsewhere/onecard', log };
  await mkdir(place.filesDir);
  await writeFile(join(place.filesDir, 'dish.jpg'), 'a dish');
  const from = await takeBackup({ ...place, to: join(root, 'of-files'), keep: 1, database: false, now });
  await writeFile(join(place.filesDir, 'dish.jpg'), 'lost');
  await restoreBackup({ ...place, from, now });
  expect(await readFile(join(place.filesDir, 'dish.jpg'), 'utf8')).toBe('a dish');
});

it('is what npm run backup takes', { timeout: 60_000 }, async () => {
  const script = join(import.meta.dirname, '../../../../scripts/backup.ts');
  const own = join(root, 'by-hand');
  const env = { ...process.env, DATA_DIR: dataDir, FILES_DIR: '', DATABASE_URL: '', KEEP: '1' };
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [script, ...args], { env });
  for (let i = 1; i <= 2; i += 1) await run('backup', own);
  const [made, ...more] = await wholeBackups(own);
  expect(more).toEqual([]);
  expect(await readFile(join(own, made!, 'files', 'image', 'face.jpg'), 'utf8')).toBe('a face');
  await expect(run('restore')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run restore') });
});

it('taken with the server stopped restores too', { timeout: 60_000 }, async () => {
  const rows = await rowsOf(embedded);
  await embedded.stop();
  const from = await backup(20);
  await restoreBackup({ from, dataDir, filesDir: join(dataDir, 'files'), databaseUrl: undefined, now, log });
  expect((await readdir(dataDir)).filter((name) => name.includes('before-restore')).length).toBeGreaterThan(0);
  embedded = await startEmbedded({ dataDir, log });
  expect(await rowsOf(embedded)).toBe(rows);
});
