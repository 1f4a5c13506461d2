/** What is said of health by a node whose database answers but has no room left to book anything, or is away. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../../tests/support/postgres-server.ts';
import { manualClock } from './clock.ts';
import { type Embedded, startEmbedded } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { diskRoom } from './files/disk-room.ts';
import { type HealthDesk, healthOf } from './health.ts';

const clock = manualClock(Date.parse('2026-04-01T12:00:00+08:00'));
const disk = diskRoom(clock, { folders: [''], lowBytes: 0, free: async () => 4_096 });
let root: string;
let embedded: Embedded;
let pool: Pool;
let desk: HealthDesk;

const superuser = (sql: string) => runOn({ ...embedded.superuserConnection, database: 'onecard' }, sql);
/** What is asked of a database that has just become another; settings of a role hold for new connections. */
async function anew(): Promise<HealthDesk> {
  await pool?.end();
  pool = createPool(embedded.connection, { max: 2, connectTimeoutMs: 2_000 });
  desk = healthOf({ pool, clock, disk, node: 0 });
  return desk;
}
const said = async ({ health, ready }: HealthDesk) => ({ ...(await health()), ready: await ready() });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onecard-health-'));
  await chmod(root, 0o755);
  embedded = await startEmbedded({ dataDir: root, log: () => undefined });
  await migrate(embedded.connection, fileURLToPath(new URL('../..', import.meta.url)));
});
afterAll(async () => {
  await pool.end();
  await embedded.stop();
  await rm(root, { recursive: true, force: true });
});

it('a node that can book is in health and ready', async () => {
  expect(await said(await anew())).toEqual({ ok: true, booking: true, diskFreeBytes: 4_096, ready: true });
});

it('without room for what would be booked it is not in health, and still takes requests, to refuse them clearly', async () => {
  const { user } = embedded.connection;
  await superuser(`alter role "${user}" set temp_file_limit = 0`);
  try {
    expect(await said(await anew())).toMatchObject({ ok: false, booking: false, ready: true });
  } finally {
    await superuser(`alter role "${user}" reset temp_file_limit`);
  }
  expect(await said(await anew())).toMatchObject({ ok: true, booking: true, ready: true });
});

it('a database that takes no writes books nothing; one that is away has no node ready', async () => {
  const { user } = embedded.connection;
  await superuser(`alter role "${user}" set default_transaction_read_only = on`);
  expect(await said(await anew())).toMatchObject({ ok: false, booking: false, ready: true });
  await superuser(`alter role "${user}" nologin`);
  expect(await said(await anew())).toMatchObject({ ok: false, booking: false, ready: false });
  await superuser(`alter role "${user}" login`);
  await superuser(`alter role "${user}" reset default_transaction_read_only`);
  // The same node, at once: what failed is asked anew.
  expect(await desk.ready()).toBe(true);
});
