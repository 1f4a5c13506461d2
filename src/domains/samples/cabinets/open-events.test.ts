/** Openings of cabinets out of events: paired, named, and told where nobody was allowed to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceEvent } from '../../device/public.server.ts';
import { takeCommands } from '../../device/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { takeSnapshots } from '../snapshots/write-snapshots.ts';
import { type SampleBench, sampleBench } from '../testing.ts';
import { takeOpenings } from './open-events.ts';

let b: SampleBench;
let cabinet: number;
beforeAll(async () => {
  b = await sampleBench([]);
  cabinet = await b.plantDevice('SAMPLE_CABINET', '一号柜');
});
afterAll(() => b?.bench.database.drop());

const event = (kind: 'OPEN' | 'CLOSE', minute: number, body: Record<string, unknown> = {}) =>
  ({
    kind,
    at: b.bench.clock.now() + minute * 60_000,
    body,
    device: { deviceId: cabinet, name: '一号柜' },
  }) as unknown as DeviceEvent;
const take = (...events: DeviceEvent[]) =>
  takeOpenings({ ...b.bench.services, services: b.bench.services }, units.organization, events);
const openings = () => b.bench.db.selectFrom('cabinet_open').selectAll().orderBy('opened_at').execute();

test('an opening and its closing are one line; too long is marked; a person of nobody is refused', async () => {
  expect(await take(event('OPEN', -60, { way: 'REMOTE', reason: '取样' }), event('CLOSE', -55))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await openings()).toMatchObject([
    { way: 'REMOTE', alarm: true, illegal: false, closed_at: expect.any(String) },
  ]);
  expect(await take(event('OPEN', -50, { way: 'FACE', personId: 999 }))).toMatchObject([{ code: 'BAD_RECORD' }]);
  expect(await take(event('OPEN', -50, { way: 'MAGIC' }))).toMatchObject([{ code: 'BAD_RECORD' }]);
  expect(await openings()).toHaveLength(1);
});

test('opened without anybody it is illegal, and an alert; the same event again is the same line', async () => {
  await take(event('OPEN', -30, { way: 'KEY' }));
  await take(event('OPEN', -30, { way: 'KEY' }));
  expect((await openings()).filter((one) => one.illegal)).toHaveLength(1);
  const alerts = await b.bench.db.selectFrom('alert').select(['kind', 'level']).execute();
  expect(alerts).toEqual([{ kind: 'ILLEGAL_OPEN', level: 'CRITICAL' }]);
});

test('opened without anybody, the camera of the site is asked for a picture at once; what it shows is what was asked', async () => {
  const { bench } = b;
  const { pool } = bench.database;
  const [camera, elsewhere] = [
    await b.plantDevice('CAMERA', '留样间摄像头'),
    await b.plantDevice('CAMERA', '大门摄像头'),
  ];
  await pool.query(
    `insert into deploy_site (organization_id, id, name, kind, created_at, updated_at)
     select $1, n, '部署点 ' || n, 'SAMPLE', now(), now() from generate_series(7, 8) as n`,
    [units.organization],
  );
  await pool.query(
    'update device set deploy_site_id = case when id = $2 then 8 else 7 end where id = any($1::bigint[])',
    [[cabinet, camera, elsewhere], elsewhere],
  );
  await take(event('OPEN', -20, { way: 'KEY' }));
  const now = bench.clock.now();
  const commands = (deviceId: number, ms = now) => takeCommands(pool, units.organization, deviceId, ms);
  expect(await commands(elsewhere)).toEqual([]);
  const [asked] = await commands(camera);
  expect(asked).toMatchObject({ kind: 'CAPTURE', about: { event: 'STRANGER', sampleId: null } });
  const file = await bench.services.ids.next();
  await pool.query(
    `insert into media (organization_id, id, device_id, kind, sha256, bytes, epoch, key, received, created_at, done_at)
     values ($1, $2, $3, 'PICTURE', repeat('b', 64), 2048, 1, 'evidence/1/seen.jpg', 2048, now(), now())`,
    [units.organization, file, camera],
  );
  const send = (deviceId: number, commandId: number) =>
    takeSnapshots({ ...bench.services, services: bench.services }, units.organization, [
      {
        kind: 'SNAP',
        no: 5,
        at: now,
        placedAt: now,
        body: { media: [file], commandId, event: 'OTHER' },
        device: { deviceId, name: '摄像头' },
      } as unknown as DeviceEvent,
    ]);
  expect(await send(camera, asked!.id + 1)).toMatchObject([{ code: 'BAD_EVENT' }]);
  expect(await send(camera, asked!.id)).toEqual([undefined]);
  const { rows } = await pool.query('select event, device_id as device from snapshot where organization_id = $1', [
    units.organization,
  ]);
  expect(rows).toEqual([{ event: 'STRANGER', device: camera }]);
  // Nobody fetched it within the minute: the moment is over.
  await take(event('OPEN', -10, { way: 'KEY' }));
  expect(await commands(camera, now + 61_000)).toEqual([]);
});
