/** Programs of terminals: to whom a version is offered and when, how it is fetched, what halts it. */
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { createDiskStore } from '../../../kit/server/files/disk-store.ts';
import { createApp } from '../../../kit/server/http/app.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import organizations from '../../tenancy/units/pages/organization.server.ts';
import type { KnownDevice } from '../directory.ts';
import { device } from '../domain.ts';
import { issuePairingCode } from '../pairing.ts';
import deviceType from '../register/pages/device-type.server.ts';
import { pairTerminal } from '../simulator/terminal.ts';
import type { Terminal } from '../simulator/terminal-state.ts';
import { updateApp } from '../simulator/update-app.ts';
import { appFlow } from './app-states.ts';
import { noteApp, offerApp, placeOf } from './offer-app.ts';
import appUpload from './pages/app_upload.server.ts';
import installs from './pages/app_upload-install.server.ts';
import { readRange } from './send-package.ts';

const path = '/admin/platform/app_upload';
const pkg = Buffer.from(`PK\u0003\u0004${'program '.repeat(2_000)}`);
const sha256 = createHash('sha256').update(pkg).digest('hex');
const many = Array.from({ length: 60 }, (_, i) => 600 + i);
const folder = mkdtempSync(join(tmpdir(), 'onecard-apps-'));
const keys = generateKeyPairSync('ed25519');
let bench: UnitBench;
let app: FastifyInstance;
let url: string;
let platform: Caller;
let terminal: Terminal;

beforeAll(async () => {
  bench = await unitBench([tenancy, device], [appUpload, installs, deviceType, organizations].flat());
  writeFileSync(join(folder, 'key.pem'), keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  process.env.APP_SIGN_KEY_FILE = join(folder, 'key.pem');
  bench.services.files = createDiskStore(join(folder, 'files'), bench.services.random);
  await bench.services.files.put('app/one.apk', pkg);
  const at = isoAt(bench.clock.now());
  const stamps = { created_at: at, created_by: null, updated_at: at, version: 1 };
  const kind = { kind: 'POS', protocol: 'HTTP', abilities: ['CARD'], offline_capacity: 0, price_fen: 0, ...stamps };
  await bench.db
    .insertInto('device_type')
    .values([
      { id: 500, name: '消费机', model: 'P1', ...kind },
      { id: 501, name: '称重台', model: 'W1', ...kind },
    ])
    .execute();
  const bare = { agent_id: null, deploy_site_id: null, mode: 'FIXED', max_faces: null, warranty_end: null };
  const one = (id: number, type_id: number, organization_id: number) => ({
    id,
    sn: `SN${id}`,
    type_id,
    name: `${id}号机`,
    organization_id,
    status: 'ASSIGNED',
    ...bare,
    ...stamps,
  });
  await bench.db
    .insertInto('device')
    .values([
      one(501, 500, units.organization),
      one(502, 501, units.organization),
      one(503, 500, units.otherOrganization),
      ...many.map((id) => one(id, 500, units.organization)),
    ])
    .execute();
  app = await createApp({ log: bench.services.log, health: async () => ({ ok: true }), ready: async () => true });
  device.routes?.(app, { services: bench.services } as never);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  platform = await bench.as('PLATFORM', 1);
  const code = await issuePairingCode(bench.services, bench.db, 501);
  terminal = await pairTerminal(url, bench.clock, { sn: 'SN501', mode: 'FIXED', pairingCode: code }, 0);
});
afterAll(async () => {
  delete process.env.APP_SIGN_KEY_FILE;
  await app?.close();
  await device.stop?.(bench.services);
  await bench?.database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const upload = (build: number, more: object = {}) =>
  platform.call<{ id: number; code?: string }>(path, 'create', {
    name: '消费机程序',
    platform: 'ANDROID',
    typeIds: [500],
    versionName: `1.0.${build}`,
    build,
    fileKey: 'app/one.apk',
    force: false,
    changelog: '修正',
    ...more,
  });
const gray = (id: number, organizationIds: number[], share = 100) =>
  platform.call(path, 'gray', { id, organizationIds, share });
const rowOf = async (id: number) =>
  (await platform.call<{ rows: Record<string, unknown>[] }>(path, 'query', {})).rows.find((row) => row.id === id)!;
const known = (deviceId: number, organizationId: number = units.organization) =>
  ({ at: { deviceId, organizationId } }) as unknown as KnownDevice;
const offered = async (deviceId: number, build = 0, organizationId?: number) =>
  offerApp(bench.services, known(deviceId, organizationId), String(build));

describe('a version', () => {
  let id: number;
  test('is known by its digests, signed, and newer than those before', async () => {
    ({ id } = await upload(10));
    const row = await rowOf(id);
    expect(row).toMatchObject({ sha256, size: pkg.length, status: 'DRAFT' });
    expect(
      verify(
        null,
        Buffer.from(sha256, 'hex'),
        createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }) as string),
        Buffer.from(String(row.signature), 'base64'),
      ),
    ).toBe(true);
    expect(await upload(10)).toMatchObject({ code: 'APP_BUILD_LOW' });
    expect(await upload(11, { fileKey: 'attachment/other.zip' })).toHaveProperty('code');
  });

  test('is offered while grey to the units, the types and the share it was given to, and to nobody before', async () => {
    expect(await offered(501)).toEqual({ build: 0, wait: '' });
    await gray(id, [units.otherOrganization]);
    expect(await offered(501)).toEqual({ build: 0, wait: '' });
    expect(await offered(503, 0, units.otherOrganization)).toMatchObject({ build: 10, sha256 });
    await gray(id, [units.organization]);
    expect(await offered(502)).toEqual({ build: 0, wait: '' });
    // Its own build, or a newer one.
    expect(await offered(501, 10)).toEqual({ build: 0, wait: '' });
    expect(await offered(501)).toMatchObject({ build: 10, version: '1.0.10', force: false });
    await gray(id, [], 40);
    const got: number[] = [];
    for (const one of many) {
      const answer = await offered(one);
      if ('build' in answer && answer.build === 10) got.push(one);
    }
    expect(got).toEqual(many.filter((one) => placeOf(id, one) < 40));
    expect(got.length).toBeGreaterThan(10);
    expect(got.length).toBeLessThan(45);
  });

  test('is not offered while a meal is served or records wait', async () => {
    await gray(id, []);
    const at = isoAt(bench.clock.now());
    await bench.database.pool.query(
      `insert into meal_period (organization_id, id, name, start_time, end_time, color, sort, status, created_at, updated_at)
       values ($1, 1, '午餐', '11:00', '13:00', '', 1, 'NORMAL', $2, $2)`,
      [units.organization, at],
    );
    expect(await offered(501)).toMatchObject({
      window: { to: Date.parse('2026-11-20T10:45:00+08:00') },
    });
    for (const time of ['10:50', '12:59']) {
      bench.clock.set(Date.parse(`2026-11-20T${time}:00+08:00`));
      expect(await offered(501)).toEqual({ build: 0, wait: 'MEAL' });
    }
    bench.clock.set(Date.parse('2026-11-20T14:00:00+08:00'));
    terminal.kept.push({
      epoch: terminal.epoch,
      seq: 1,
      cardNo: '1',
      mode: 'FIXED',
      identify: 'CARD',
      time: 0,
      offsetMs: 0,
    });
    await terminal.call('POST', '/heartbeat', {
      clock: bench.clock.now(),
      offlineCount: 1,
      listVersion: 0,
      lastSeq: 1,
      firmware: 't',
    });
    expect(await offered(501)).toEqual({ build: 0, wait: 'RECORDS' });
    terminal.kept.length = 0;
    await terminal.call('POST', '/heartbeat', {
      clock: bench.clock.now(),
      offlineCount: 0,
      listVersion: 0,
      lastSeq: 1,
      firmware: 't',
    });
  });

  test('is fetched signed and in parts by whom it was offered to, and reported by the heartbeat', async () => {
    expect((await fetch(`${url}/api/device/v1/app/package?id=${id}`)).status).toBe(401);
    expect((await terminal.call('GET', `/app/package?id=${id + 1}`)).errorcode).toBe(2451);
    const whole = await terminal.fetch('GET', `/app/package?id=${id}`);
    expect(
      createHash('sha256')
        .update(Buffer.from(await whole.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
    expect(await updateApp(terminal, 0)).toBe(10);
    const told = await platform.call<{ rows: object[] }>(`${path}/install`, 'query', {
      search: { appId: id, state: ['INSTALLED'] },
    });
    expect(told.rows).toMatchObject([{ deviceName: '501号机', sn: 'SN501', fromBuild: 0, state: 'INSTALLED' }]);
    expect(await rowOf(id)).toMatchObject({ installedCount: 1, failedCount: 0 });
  });

  test('halts itself when more than five in a hundred fail, and comes out again when it is withdrawn', async () => {
    const fail = (deviceId: number) =>
      noteApp(bench.services, known(deviceId), { build: 10, state: 'FAILED', message: '空间不足' });
    for (const one of many) await offered(one);
    for (const one of many.slice(0, 40))
      await noteApp(bench.services, known(one), { build: 10, state: 'INSTALLED', message: '' });
    for (const one of many.slice(40, 42)) await fail(one);
    await fail(many[41]!);
    expect(await rowOf(id)).toMatchObject({ status: 'GRAY', failedCount: 2 });
    await fail(many[42]!);
    expect(await rowOf(id)).toMatchObject({ status: 'HALTED', haltReason: expect.stringContaining('3 台安装失败') });
    expect(await offered(many[50]!)).toEqual({ build: 0, wait: '' });
    await platform.call(path, 'rollback', { id, reason: '安装失败' });
    expect((await terminal.call('GET', `/app/package?id=${id}`)).errorcode).toBe(2451);
  });
});

test('a version goes where its flow says', async () => {
  const { id } = await upload(90);
  const asked: Partial<Record<string, object>> = { gray: { organizationIds: [], share: 100 } };
  expect(
    await walkFlow(appFlow, {
      place: (status) => bench.services.pool.query('update app_version set status = $2 where id = $1', [id, status]),
      call: async (event) => envelopeOf(await platform.call(path, event, { id, reason: '核对', ...asked[event] })),
      status: async () => (await rowOf(id)).status,
    }),
  ).toEqual([]);
});

test('a range is read strictly', () => {
  expect([
    readRange(undefined, 10),
    readRange('bytes=0-4', 10),
    readRange('bytes=5-', 10),
    readRange('bytes=0-99', 10),
  ]).toEqual([undefined, { start: 0, end: 4 }, { start: 5, end: 9 }, { start: 0, end: 9 }]);
  for (const wrong of ['bytes=10-', 'bytes=4-3', 'lines=0-1', 'bytes=-5', 'bytes=0-1,3-4'])
    expect(readRange(wrong, 10)).toBeNull();
});
