/** Who reads a standby sees what was committed before, or is sent to the primary; tried with a real standby. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asUrl, runOn } from '../../../../tests/support/postgres-server.ts';
import { startStandby } from '../../../../tests/support/standby.ts';
import type { AnyPage } from '../../define/page.ts';
import { mayReadBeside } from '../page/read-beside.ts';
import { type Embedded, startEmbedded } from './embedded/start.ts';
import { createPool } from './pool.ts';
import { type ReadBeside, readBeside } from './read-beside.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
let root: string;
let primary: Embedded;
let standby: Embedded;
let pool: Pool;
let beside: ReadBeside;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onecard-beside-'));
  await chmod(root, 0o755);
  const [primaryDir, dataDir] = [join(root, 'a'), join(root, 'b')];
  for (const folder of [primaryDir, dataDir]) {
    await mkdir(folder);
    await chmod(folder, 0o755);
  }
  primary = await startEmbedded({ dataDir: primaryDir, durable: false, log: quiet });
  pool = createPool(primary.connection);
  await pool.query('create table noted (n int)');
  standby = await startStandby(primary, { primaryDir, dataDir, durable: false });
  beside = readBeside(pool, asUrl(standby.connection), log, undefined, 2_000);
}, 240_000);
afterAll(async () => {
  await beside?.close();
  await pool?.end();
  await standby?.stop();
  await primary?.stop();
  await rm(root, { recursive: true, force: true });
});

const replay = (what: 'pause' | 'resume') =>
  runOn({ ...standby.superuserConnection }, `select pg_wal_replay_${what}()`);

test('what was written is there when the standby says it has it, every time', async () => {
  for (let n = 0; n < 10; n += 1) {
    await pool.query('insert into noted values ($1)', [n]);
    expect(await beside.caughtUp()).toBe(true);
    expect((await beside.pool.query('select 1 from noted where n = $1', [n])).rowCount).toBe(1);
  }
});

test('one that lags does not have it, until it has', async () => {
  const impatient = readBeside(pool, asUrl(standby.connection), log, undefined, 50);
  await replay('pause');
  await pool.query('insert into noted values (100)');
  expect(await impatient.caughtUp()).toBe(false);
  expect(impatient.counts()).toEqual({ beside: 0, primary: 1 });
  await replay('resume');
  expect(await beside.caughtUp()).toBe(true);
  expect((await beside.pool.query('select 1 from noted where n = 100')).rowCount).toBe(1);
  await impatient.close();
});

test('a primary, or nothing, at its address is no standby', async () => {
  const itself = readBeside(pool, asUrl(primary.connection), log, undefined, 50);
  expect(await itself.caughtUp()).toBe(false);
  await itself.close();
  const nobody = readBeside(pool, 'postgres://onecard:x@127.0.0.1:1/onecard', log, undefined, 50);
  expect(await nobody.caughtUp()).toBe(false);
  await nobody.close();
});

test('reports and lists over more than a month may be read beside, a list of the week not', () => {
  const list = { list: {} } as AnyPage;
  expect(mayReadBeside({ ...list, report: {} } as AnyPage, {})).toBe(true);
  expect(mayReadBeside(list, { day: ['2026-01-01', '2026-03-01'] })).toBe(true);
  expect(mayReadBeside(list, { at: ['2026-01-01T00:00:00+08:00', '2026-12-31T00:00:00+08:00'] })).toBe(true);
  expect(mayReadBeside(list, { day: ['2026-01-01', '2026-01-07'], keyword: '2026', types: [1, 2] })).toBe(false);
  expect(mayReadBeside(list, { day: ['2026-01-01', null] })).toBe(false);
});
