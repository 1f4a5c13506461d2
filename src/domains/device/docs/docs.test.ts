/** Documents: a version per terminal and change, the acknowledgement in the heartbeat, and who is still missing. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { alerts } from '../../alerts/domain.ts';
import { tenancy } from '../../tenancy/domain.ts';
import sites from '../../tenancy/places/pages/deploy-site.server.ts';
import restaurants from '../../tenancy/places/pages/restaurant.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { device } from '../domain.ts';
import deviceList from '../register/pages/device-list.server.ts';
import { watchDevices } from '../watch/watch-devices.ts';
import { fetchDoc, readDocs, settleDocs } from './deliver-docs.ts';
import docs from './pages/device-list-doc.server.ts';
import { type DocFor, publishDocs } from './publish-docs.ts';

const path = '/admin/organization/device_list/doc';
let bench: UnitBench;
let clerk: Caller;

beforeAll(async () => {
  bench = await unitBench([tenancy, alerts, device], [deviceList, docs, sites, restaurants]);
  clerk = await bench.as('ORGANIZATION', units.organization);
  const at = isoAt(bench.clock.now());
  await bench.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values (1, '闸机', 'G', 'GATE', $1, $1)`,
    [at],
  );
  for (const id of [1, 2]) {
    await bench.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, 1, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `闸机${id}`, units.organization, at],
    );
    await bench.database.pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
       values ($1, $2, '', '', 0, 0, 0, 1, 0)`,
      [id, at],
    );
  }
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.database.drop();
});
beforeEach(() =>
  bench.database.pool.query('truncate device_doc, device_doc_ack, device_doc_body, alert, alert_step, alert_post'),
);

const known = (id: number) => ({ at: { deviceId: id, organizationId: units.organization } as never });
const publish = (...contents: DocFor[]) =>
  publishDocs({ db: bench.services.db, clock: bench.clock }, units.organization, 'DOOR', contents);
const told = (id: number, has: Record<string, number>, errors?: Record<string, string>) => {
  const report = readDocs(has, errors);
  if (typeof report === 'string') throw new Error(report);
  return settleDocs(bench.services, known(id), report);
};
const list = async () => (await clerk.call<{ rows: Record<string, unknown>[] }>(path, 'query', {})).rows;
const states = async () => (await list()).map(({ deviceId, state, wanted, has }) => [deviceId, state, wanted, has]);

it('the same content is the same version, however its keys are ordered', async () => {
  expect(await publish({ deviceId: 1, content: { a: 1, b: [2] } }, { deviceId: 2, content: { b: [2], a: 1 } })).toBe(2);
  expect(await publish({ deviceId: 1, content: { b: [2], a: 1 } }, { deviceId: 2, content: { a: 1, b: [3] } })).toBe(1);
  expect((await states()).toSorted()).toEqual([
    [1, 'WAITING', 1, 0],
    [2, 'WAITING', 2, 0],
  ]);
  const { rows } = await bench.database.pool.query('select digest from device_doc_body');
  expect(rows).toHaveLength(2);
});

it('is fetched once, acknowledged by the next beat, and missing again after the terminal was paired anew', async () => {
  await publish({ deviceId: 1, content: { rules: ['x'] } });
  expect(await told(1, {})).toEqual({ DOOR: 1 });
  expect(await fetchDoc(bench.services, known(1), { kind: 'DOOR', have: '0' })).toMatchObject({
    version: 1,
    content: { rules: ['x'] },
  });
  expect(await fetchDoc(bench.services, known(1), { kind: 'DOOR', have: '1' })).not.toHaveProperty('content');
  expect(await fetchDoc(bench.services, known(1), { kind: 'TODO' })).toEqual({ kind: 'TODO', version: 0 });
  await told(1, { DOOR: 1 });
  expect(await list()).toMatchObject([{ state: 'DONE', behindSince: null }]);
  await told(1, {});
  expect(await list()).toMatchObject([{ state: 'WAITING', has: 0 }]);
  expect((await list())[0]!.behindSince).not.toBeNull();
});

it('says why a terminal could not take it, until it can', async () => {
  await publish({ deviceId: 1, content: 1 });
  await told(1, { DOOR: 0 }, { DOOR: '存储已满' });
  expect(await list()).toMatchObject([{ state: 'FAILED', error: '存储已满' }]);
  await told(1, { DOOR: 1 });
  expect(await list()).toMatchObject([{ state: 'DONE', error: '' }]);
});

it('a door half an hour behind is alerted, until it has the newest', async () => {
  await publish({ deviceId: 1, content: 1 });
  await publish({ deviceId: 2, content: 1 });
  await told(2, { DOOR: 1 });
  const standing = async () =>
    (await bench.database.pool.query(`select object_key from alert where kind = 'DOC_BEHIND' and status = 'OPEN'`))
      .rows;
  bench.clock.advance(29 * 60_000);
  // Publishing again does not make it younger.
  await publish({ deviceId: 1, content: 2 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual([]);
  bench.clock.advance(60_000);
  await watchDevices(bench.services);
  expect(await standing()).toEqual([{ object_key: 'device:1' }]);
  await told(1, { DOOR: 2 });
  await watchDevices(bench.services);
  expect(await standing()).toEqual([]);
});

it('belongs to the terminal it was made for', async () => {
  await publish({ deviceId: 1, content: 1 });
  expect(await fetchDoc(bench.services, known(2), { kind: 'DOOR' })).toEqual({ kind: 'DOOR', version: 0 });
  const stranger = { at: { deviceId: 1, organizationId: units.otherOrganization } as never };
  expect(await fetchDoc(bench.services, stranger, { kind: 'DOOR' })).toEqual({ kind: 'DOOR', version: 0 });
});

it('what a heartbeat says of documents is checked', () => {
  expect(readDocs(undefined, undefined)).toBeUndefined();
  for (const wrong of [[], { DOOR: -1 }, { DOOR: '1' }, { WINDOW: 1 }])
    expect(readDocs(wrong, undefined)).toContain('docs');
  expect(readDocs({}, { DOOR: 1 })).toContain('docErrors');
});
