/** Migrations run once, in order, each whole or not at all, and an applied file cannot change unseen. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { migrate } from './migrate.ts';
import { migrationFiles } from './migration-files.ts';

let db: TestDatabase;
let root: string;
beforeEach(async () => {
  db = await testDatabase({ empty: true });
  root = await mkdtemp(join(tmpdir(), 'onecard-migrations-'));
});
afterEach(async () => {
  await db.drop();
  await rm(root, { recursive: true });
});

async function file(path: string, sql: string): Promise<void> {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, sql);
}

const run = () => migrate(db.connectionConfig, root);

test('kit and domains go by number, once', async () => {
  await file('domains/b/migrations/0003-more.sql', 'alter table one add b int');
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int)');
  expect(await run()).toEqual(['0001-base.sql', '0003-more.sql']);
  expect(await run()).toEqual([]);
  await file('domains/a/migrations/0002-late.sql', 'create table two (a int)');
  expect(await run()).toEqual(['0002-late.sql']);
});

test('files are named by when they were written, and go after the numbered ones', async () => {
  await file('kit/server/migrations/20261122-1130-late.sql', 'alter table one add c int');
  await file('domains/a/migrations/20261122-0905-early.sql', 'alter table one add b int');
  await file('domains/b/migrations/0399-last-number.sql', 'create table one (a int)');
  expect(await run()).toEqual(['0399-last-number.sql', '20261122-0905-early.sql', '20261122-1130-late.sql']);
  expect(await run()).toEqual([]);
  await file('domains/b/migrations/0400-number.sql', '');
  await expect(run()).rejects.toThrow('0400-number.sql: the name must be YYYYMMDD-HHMM-why.sql');
});

test('no file is numbered any more: those of before are eighty-eight', async () => {
  const source = join(import.meta.dirname, '..', '..', '..');
  expect((await migrationFiles(source)).filter(({ number }) => number < 10_000)).toHaveLength(88);
});

test('a database whose list of migrations kept four bytes goes on', async () => {
  await db.pool.query(`create table schema_migration (number integer primary key, name text not null,
    checksum text not null, applied_at timestamptz not null default now())`);
  await file('kit/server/migrations/20261122-1130-why.sql', 'create table one (a int)');
  expect(await run()).toEqual(['20261122-1130-why.sql']);
  expect(await run()).toEqual([]);
});

test('two nodes starting at once apply each file once', async () => {
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int); select pg_sleep(0.2)');
  const both = await Promise.all([run(), run()]);
  expect(both.flat()).toEqual(['0001-base.sql']);
});

test('a failing file leaves nothing behind and names its line', async () => {
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int);\n\nselect nothing from nowhere;');
  await expect(run()).rejects.toThrow(/0001-base\.sql:3: relation "nowhere" does not exist/);
  expect((await db.pool.query(`select to_regclass('one') as found`)).rows[0].found).toBeNull();
});

test('a changed file is refused', async () => {
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int)');
  await run();
  await file('kit/server/migrations/0001-base.sql', 'create table one (a bigint)');
  await expect(run()).rejects.toThrow('迁移文件 0001-base.sql 在执行后被修改');
});

test('a database newer than the program is refused', async () => {
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int)');
  await file('kit/server/migrations/0002-next.sql', 'create table two (a int)');
  await run();
  await rm(join(root, 'kit/server/migrations/0002-next.sql'));
  await expect(run()).rejects.toThrow('数据库比程序新');
});

test('a number given twice and a malformed name are errors', async () => {
  await file('kit/server/migrations/0001-base.sql', '');
  await file('domains/a/migrations/0001-other.sql', '');
  await expect(run()).rejects.toThrow('used twice');
  await rm(join(root, 'domains'), { recursive: true });
  await file('domains/a/migrations/2-Other.sql', '');
  await expect(run()).rejects.toThrow('YYYYMMDD-HHMM-why.sql');
});

test('a file that would wait for a table at work lets its users through and comes again', async () => {
  await file('kit/server/migrations/0001-base.sql', 'create table one (a int)');
  await run();
  const busy = await db.pool.connect();
  await busy.query('begin');
  await busy.query('insert into one values (1)');
  await file('kit/server/migrations/0002-more.sql', 'alter table one add b int');
  const migrating = run();
  // Behind a migration that waited on, this would never end: whoever writes waits no longer than the second it gives itself.
  await expect
    .poll(async () => (await db.pool.query(`select 1 from pg_locks where not granted`)).rowCount, { interval: 20 })
    .toBe(1);
  await db.pool.query('insert into one values (2)');
  await busy.query('commit');
  busy.release();
  expect(await migrating).toEqual(['0002-more.sql']);
});
