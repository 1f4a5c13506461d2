/** Terminals that fall silent: each told of after its time, a unit's all at once as one, and quiet again with the first beat. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { alerts } from '../../alerts/domain.ts';
import { raise } from '../../alerts/public.server.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { endSilence } from './back-again.ts';
import { watchDevices } from './watch-devices.ts';

const minute = 60_000;
let bench: UnitBench;

beforeAll(async () => {
  bench = await unitBench([tenancy, alerts], []);
  const at = isoAt(bench.clock.now());
  const { pool } = bench.database;
  for (const [id, kind] of [
    [1, 'POS'],
    [2, 'SAMPLE_CABINET'],
  ])
    await pool.query(
      `insert into device_type (id, name, model, kind, created_at, updated_at) values ($1, $2, $2, $2, $3, $3)`,
      [id, kind, at],
    );
  for (const id of [1, 2, 3, 4, 5])
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $2, $4, 'ACTIVE', $5, $5)`,
      [id, `D${id}`, id === 5 ? 2 : 1, units.organization, at],
    );
});
afterAll(() => bench?.database.drop());

/** The last word of each device, minutes ago; the same with records waiting. */
async function heard(ago: Record<number, number>, waiting: Record<number, [count: number, hours: number]> = {}) {
  const now = bench.clock.now();
  for (const [id, minutes] of Object.entries(ago)) {
    const [count, hours] = waiting[Number(id)] ?? [0, 0];
    await bench.database.pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch,
         last_seq, waiting_since) values ($1, $2, '', '', $3, 0, 0, 1, 0, $4)
       on conflict (device_id) do update set last_beat_at = excluded.last_beat_at, offline_count = excluded.offline_count,
         waiting_since = excluded.waiting_since`,
      [id, isoAt(now - minutes * minute), count, count > 0 ? isoAt(now - hours * 60 * minute) : null],
    );
  }
}

beforeEach(async () => {
  await bench.database.pool.query('truncate alert, alert_step, alert_post');
});

async function standing(): Promise<string[]> {
  const { rows } = await bench.database.pool.query<{ told: string }>(
    `select kind || ' ' || object_key || ' ' || level as told from alert where status = 'OPEN' order by 1`,
  );
  return rows.map(({ told }) => told);
}

it('a cold store is missed after five minutes, a till after half an hour, both until they are heard', async () => {
  await heard({ 1: 29, 2: 30, 3: 0, 4: 0, 5: 5 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['DEVICE_OFFLINE device:2 INFO', 'DEVICE_OFFLINE device:5 WARN']);
  await watchDevices(bench.services);
  expect(await standing()).toHaveLength(2);
  await endSilence(bench.services, units.organization, 5);
  expect(await standing()).toEqual(['DEVICE_OFFLINE device:2 INFO']);
  await heard({ 1: 0, 2: 0, 5: 0 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual([]);
});

it('half of a unit’s terminals gone together are one alert, over when half are back', async () => {
  await heard({ 1: 6, 2: 7, 3: 8, 4: 0, 5: 6 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['SITE_OFFLINE unit CRITICAL']);
  bench.clock.advance(40 * minute);
  await heard({ 4: 0 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['SITE_OFFLINE unit CRITICAL']);
  await heard({ 1: 0, 2: 0, 4: 0 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['DEVICE_OFFLINE device:3 INFO', 'DEVICE_OFFLINE device:5 WARN']);
});

it('terminals that went at different times are told of one by one', async () => {
  await heard({ 1: 31, 2: 45, 3: 90, 4: 0, 5: 0 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual([1, 2, 3].map((id) => `DEVICE_OFFLINE device:${id} INFO`));
});

it('records that pile up are told by their number or their age', async () => {
  await heard({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }, { 1: [501, 0], 2: [500, 23], 3: [1, 25] });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['OFFLINE_BACKLOG device:1 WARN', 'OFFLINE_BACKLOG device:3 WARN']);
});

it('leaves alerts of other kinds alone', async () => {
  const { db, ids } = bench.services;
  await raise({ db, ids, clock: bench.clock }, units.organization, {
    kind: 'HEALTH_CERT',
    object: 'device:1',
    objectName: '—',
    detail: '—',
  });
  await heard({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual(['HEALTH_CERT device:1 WARN']);
});
