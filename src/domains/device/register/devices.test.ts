/** A device's way from stock through agent and organization and back, as each side's page lets it go. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { tenancy } from '../../tenancy/domain.ts';
import deploySite from '../../tenancy/places/pages/deploy-site.server.ts';
import restaurant from '../../tenancy/places/pages/restaurant.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import agent from '../../tenancy/units/pages/agent.server.ts';
import organization from '../../tenancy/units/pages/organization.server.ts';
import { device } from '../domain.ts';
import { pair } from '../pairing.ts';
import { importDevices } from './import-devices.ts';
import agentDevice from './pages/agent-device.server.ts';
import platformDevice from './pages/device.server.ts';
import form2 from './pages/device-form2.server.ts';
import deviceListPage from './pages/device-list.server.ts';
import deviceType from './pages/device-type.server.ts';

const register = '/admin/platform/device';
const batch = '/admin/platform/device/form2';
const own = '/admin/organization/device_list';
const stock = '/admin/agent/device';

interface Listed {
  rows: (Record<string, unknown> & { id: number })[];
}

let bench: UnitBench;
let platform: Caller;
let reseller: Caller;
let school: Caller;
let company: Caller;
let typeId: number;
beforeAll(async () => {
  bench = await unitBench(
    [tenancy, device],
    [
      platformDevice,
      form2,
      agentDevice,
      deviceListPage,
      deviceType,
      agent,
      organization,
      deploySite,
      restaurant,
    ].flat(),
  );
  platform = await bench.as('PLATFORM', 1);
  reseller = await bench.as('AGENT', units.agent);
  school = await bench.as('ORGANIZATION', units.organization);
  company = await bench.as('ORGANIZATION', units.otherOrganization);
  ({ id: typeId } = await platform.call<{ id: number }>('/admin/platform/device_type', 'create', {
    name: '台式消费机',
    model: 'P20',
    kind: 'POS',
    abilities: ['CARD', 'OFFLINE'],
  }));
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench?.database.drop();
});

const bySn = async (sn: string) =>
  (await platform.call<Listed>(register, 'query', { search: { keyword: sn } })).rows[0]!;

describe('into stock', () => {
  test('a range enters whole or not at all', async () => {
    const whole = { typeId, mode: 'FIXED' };
    const range = (from: string, to: string) => ({ ...whole, way: 'RANGE', from, to });
    const chosen = (...sns: string[]) => ({ lines: sns.map((sn) => ({ sn })), totalCount: sns.length });
    const three = range('P20-001', 'P20-003');
    expect(await platform.call(batch, 'preview', three)).toMatchObject({
      rows: [{ sn: 'P20-001', problem: null }, { sn: 'P20-002' }, { sn: 'P20-003' }],
    });
    expect(await platform.call(batch, 'preview', range('P20-003', 'P20-001'))).toMatchObject({
      fields: { from: '止序列号应不小于起序列号' },
    });
    const all = chosen('P20-001', 'P20-002', 'P20-003');
    expect(await platform.call(batch, 'preview', { ...three, lines: all.lines })).toMatchObject({
      submit: '入库 3 台',
      agreed: { totalCount: 3 },
    });
    expect(await platform.call(batch, 'create', { ...three, ...all, typeId: null })).toMatchObject({
      fields: { typeId: expect.any(String) },
    });
    expect(await platform.call(batch, 'create', { ...three, ...all })).toMatchObject({ id: expect.any(Number) });
    const next = range('P20-003', 'P20-004');
    expect(await platform.call(batch, 'preview', next)).toMatchObject({
      rows: [
        { sn: 'P20-003', problem: '已入库' },
        { sn: 'P20-004', problem: null },
      ],
      notices: [{ text: '1 台不能入库，其余 1 台可以入库' }],
    });
    // Neither what is in the register already nor what nobody asked for.
    for (const sns of [['P20-003', 'P20-004'], ['P20-009']])
      expect(await platform.call(batch, 'create', { ...next, ...chosen(...sns) })).toMatchObject({
        code: 'SERIALS_CLASH',
      });
    const listed = { ...whole, mode: 'AMOUNT', way: 'LIST', list: 'P20-010\t收银台' };
    expect(await platform.call(batch, 'preview', listed)).toMatchObject({ rows: [{ sn: 'P20-010', name: '收银台' }] });
    expect(
      await platform.call(batch, 'create', {
        ...listed,
        lines: [{ sn: 'P20-010', name: '收银台' }],
        totalCount: 1,
      }),
    ).toMatchObject({ id: expect.any(Number) });
    expect(await bySn('P20-010')).toMatchObject({
      name: '收银台',
      mode: 'AMOUNT',
      status: 'IN_STOCK',
      online: null,
      missingCount: 0,
    });
  });

  test('a spreadsheet names types by name or model, and known serials are marked', async () => {
    const ctx = platform.ctx(register);
    expect(await importDevices.resolve!(ctx, 'typeId', ['P20', '台式消费机', '无'])).toEqual(
      new Map([
        ['P20', typeId],
        ['台式消费机', typeId],
      ]),
    );
    const rows = [
      { rowNo: 2, values: { sn: 'P20-001', typeId } },
      { rowNo: 3, values: { sn: 'P20-020', name: '备用机', typeId, mode: 'FIXED' } },
    ];
    expect([...(await importDevices.check!(ctx, rows)).keys()]).toEqual([2]);
    expect([...(await importDevices.commit(ctx, rows)).keys()]).toEqual([2]);
    expect(await bySn('P20-020')).toMatchObject({ name: '备用机' });
  });
});

describe('to agent and organization', () => {
  test('to an agent it stays in stock; the agent passes it to its customer, not to a stranger', async () => {
    const { id } = await bySn('P20-001');
    expect(await platform.call(register, 'assign', { id })).toMatchObject({ code: 'ASSIGN_TO_NOBODY' });
    expect(await platform.call(register, 'assign', { id, agentId: units.agent })).toBeNull();
    expect((await reseller.call<Listed>(stock, 'query')).rows).toMatchObject([{ id, status: 'IN_STOCK' }]);
    expect(await reseller.call(stock, 'assign', { id, organizationId: units.otherOrganization })).toMatchObject({
      fields: { organizationId: expect.any(String) },
    });
    expect(await reseller.call(stock, 'assign', { id, organizationId: units.organization })).toBeNull();
    expect((await school.call<Listed>(own, 'query')).rows).toMatchObject([
      { id, status: 'ASSIGNED', typeName: '台式消费机' },
    ]);
    expect((await company.call<Listed>(own, 'query')).rows).toEqual([]);
  });

  test('an organization binds its own sites only', async () => {
    const room = await school.call<{ id: number }>('/admin/organization/restaurant', 'create', { name: '一食堂' });
    const site = await school.call<{ id: number }>('/admin/organization/deploy_site', 'create', {
      name: '1号窗',
      restaurantId: room.id,
    });
    const { id } = await bySn('P20-001');
    expect(await company.call(own, 'bind', { id, mode: 'FIXED' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await school.call(own, 'bind', { id, deploySiteId: 999_999, mode: 'FIXED' })).toMatchObject({
      fields: { deploySiteId: expect.any(String) },
    });
    expect(await school.call(own, 'bind', { id, deploySiteId: site.id, mode: 'AMOUNT' })).toBeNull();
    expect((await school.call<Listed>(own, 'query')).rows).toMatchObject([{ deploySiteName: '1号窗', mode: 'AMOUNT' }]);
    expect((await school.call<Listed>('/admin/organization/deploy_site', 'query')).rows).toMatchObject([
      { deviceIds: [id], deviceNames: ['P20-001'] },
    ]);
    expect(await school.call('/admin/organization/deploy_site', 'remove', { id: site.id })).toMatchObject({
      code: 'IN_USE',
    });
  });

  test('what charges nobody shows no mode, and is edited and bound without one', async () => {
    const gateType = await platform.call<{ id: number }>('/admin/platform/device_type', 'create', {
      name: '通道闸机',
      model: 'Z1',
      kind: 'GATE',
    });
    const entered = { sn: 'GATE-001', name: '东门闸机', typeId: gateType.id };
    const { id } = await platform.call<{ id: number }>(register, 'create', entered);
    expect(await bySn('GATE-001')).toMatchObject({ id, mode: null });
    const { version } = await platform.call<{ version: number }>(register, 'get', { id });
    expect(await platform.call(register, 'update', { id, version, ...entered, name: '西门闸机', mode: null })).toEqual({
      id,
    });
    expect(await platform.call(register, 'assign', { id, organizationId: units.organization })).toBeNull();
    expect(await school.call(own, 'bind', { id, deploySiteId: null, mode: null })).toBeNull();
    expect(await bySn('GATE-001')).toMatchObject({ name: '西门闸机', mode: null });
    expect(
      (await school.call<Listed>(own, 'query', { search: { mode: 'FIXED' } })).rows.map((row) => row.id),
    ).not.toContain(id);
    // A terminal that charges does not lose its mode.
    const terminal = await bySn('P20-001');
    const stored = await platform.call<{ version: number }>(register, 'get', { id: terminal.id });
    expect(await school.call(own, 'bind', { id: terminal.id, mode: null })).toMatchObject({
      fields: { mode: '消费模式不能为空' },
    });
    expect(
      await platform.call(register, 'update', { id: terminal.id, version: stored.version, mode: null }),
    ).toMatchObject({
      fields: { mode: '消费模式不能为空' },
    });
    expect(await bySn('P20-001')).toMatchObject({ mode: 'AMOUNT' });
    expect(await platform.call(register, 'recall', { id })).toBeNull();
  });

  test('pairs with the code from its page; commands only reach devices in use', async () => {
    const { id } = await bySn('P20-001');
    expect(await school.call(own, 'restart', { ids: [id] })).toMatchObject({
      code: 'BAD_STATE',
      params: { state: '已分配' },
    });
    const shown = await school.call<{ secret: { value: string } }>(own, 'pairing', { id });
    expect(await pair(bench.services, 'P20-001', shown.secret.value, '10.0.0.9')).toMatchObject({
      deviceId: id,
      epoch: expect.any(Number),
    });
    expect((await school.call<Listed>(own, 'query')).rows).toMatchObject([{ status: 'ACTIVE', paired: true }]);
    expect(await school.call(own, 'restart', { ids: [id] })).toBeNull();
    expect(await school.call(own, 'syncList', { id })).toBeNull();
    expect(await platform.call(register, 'command', { ids: [id], kind: 'UPLOAD' })).toBeNull();
    const waiting = await sql<{ kind: string }>`select kind from device_command order by id`.execute(bench.db);
    expect(waiting.rows.map((r) => r.kind)).toEqual(['RESTART', 'SYNC_LIST', 'UPLOAD']);
  });

  test('gaps and commands can be read in words', async () => {
    const { id } = await bySn('P20-001');
    expect(await school.call(own, 'gaps', { id })).toMatchObject({ code: 'BAD_STATE' });
    await sql`insert into device_sequence values (${units.organization}, ${id}, 7, '{[1,3),[5,6)}', 9)`.execute(
      bench.db,
    );
    expect(await school.call(own, 'gaps', { id })).toMatchObject({ receipt: { lines: [['批次 7', '3–4、6–9']] } });
    // A trade the process had not noted when it died is found in the ledger.
    await sql`insert into money_request (organization_id, request_key, kind, person_id, fingerprint, answer, recorded_at)
      values (${units.organization}, ${`d:${id}:7:4`}, 'CONSUME', 1, 'x', '{}', now())`.execute(bench.db);
    expect(await school.call(own, 'gaps', { id })).toMatchObject({ receipt: { lines: [['批次 7', '3、6–9']] } });
    await sql`delete from device_sequence`.execute(bench.db);
    expect(await school.call(own, 'commandLog', { id })).toMatchObject({
      receipt: { lines: expect.arrayContaining([[expect.stringContaining('重启'), '等待设备取走']]) },
    });
  });

  test('online for ninety seconds after a heartbeat', async () => {
    const { id } = await bySn('P20-001');
    await sql`insert into device_beat values (${id}, ${isoAt(bench.clock.now())}, '10.0.0.9', '1.2', 2, 5, 0, 1, 9)`.execute(
      bench.db,
    );
    bench.clock.advance(89_000);
    expect(await bySn('P20-001')).toMatchObject({ online: true, offlineCount: 2, firmware: '1.2' });
    bench.clock.advance(2_000);
    expect(await bySn('P20-001')).toMatchObject({ online: false });
    expect((await platform.call<Listed>(register, 'query', { search: { online: true } })).rows).toEqual([]);
  });
});

describe('and back', () => {
  test('records still on the terminal keep it where it is', async () => {
    const { id } = await bySn('P20-001');
    expect(await platform.call(register, 'recall', { id })).toMatchObject({
      code: 'NOT_UPLOADED',
      params: { count: 2 },
    });
    await sql`update device_beat set offline_count = 0`.execute(bench.db);
    expect(await reseller.call(stock, 'recall', { id })).toBeNull();
    expect(await bySn('P20-001')).toMatchObject({
      status: 'IN_STOCK',
      agentId: units.agent,
      organizationId: null,
      deploySiteId: null,
      paired: false,
    });
    const left = await sql<{ status: string }>`select distinct status from device_command`.execute(bench.db);
    expect(left.rows).toEqual([{ status: 'EXPIRED' }]);
    expect(await bench.services.devices.find(id)).toBeUndefined();
  });

  test('an agent takes back only what it delivered', async () => {
    const { id } = await bySn('P20-002');
    await platform.call(register, 'assign', { id, organizationId: units.organization });
    expect(await reseller.call(stock, 'recall', { id })).toMatchObject({ code: 'NOT_YOUR_STOCK' });
  });

  test('repair and scrapping follow the table', async () => {
    const { id } = await bySn('P20-002');
    expect(await platform.call(register, 'scrap', { id })).toMatchObject({ code: 'NOT_NOW' });
    const shown = await platform.call<{ secret: { value: string } }>(register, 'pairing', { id });
    await pair(bench.services, 'P20-002', shown.secret.value, '');
    expect(await platform.call(register, 'repair', { id })).toBeNull();
    expect(await platform.call(register, 'repaired', { id })).toBeNull();
    expect(await platform.call(register, 'repair', { id })).toBeNull();
    expect(await platform.call(register, 'scrap', { id })).toBeNull();
    expect(await bySn('P20-002')).toMatchObject({ status: 'SCRAPPED', organizationId: null });
    expect(await platform.call(register, 'assign', { id, organizationId: units.organization })).toMatchObject({
      code: 'NOT_NOW',
    });
    expect(await platform.call(register, 'options', { keyword: 'P20-002' })).toEqual([]);
  });

  test('a revoked key shows, and a type in use stays', async () => {
    const { id } = await bySn('P20-003');
    await platform.call(register, 'assign', { id, organizationId: units.organization });
    const shown = await platform.call<{ secret: { value: string } }>(register, 'pairing', { id });
    await pair(bench.services, 'P20-003', shown.secret.value, '');
    expect(await platform.call(register, 'revoke', { id })).toBeNull();
    expect(await bySn('P20-003')).toMatchObject({ paired: false, status: 'ACTIVE' });
    expect(await platform.call('/admin/platform/device_type', 'remove', { id: typeId })).toMatchObject({
      code: 'IN_USE',
    });
  });

  test('offline within two minutes, lost from sight after half an hour, in whichever list it stands', async () => {
    const { id } = await bySn('P20-003');
    const listed = async (search: object) =>
      (await platform.call<{ total: number }>(register, 'query', { search: { keyword: 'P20-003', ...search } })).total;
    const heard = (minutesAgo: number) =>
      bench.services.pool.query(
        `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
         values ($1, $2, '', '', 0, 0, 0, 1, 0) on conflict (device_id) do update set last_beat_at = excluded.last_beat_at`,
        [id, isoAt(bench.clock.now() - minutesAgo * 60_000)],
      );
    // Never heard since it was paired.
    expect([await listed({ online: false }), await listed({ silent: true })]).toEqual([1, 1]);
    await heard(29);
    expect([await listed({ online: false }), await listed({ silent: true })]).toEqual([1, 0]);
    await heard(30);
    expect([await listed({ online: false }), await listed({ silent: true })]).toEqual([1, 1]);
    await platform.call(register, 'repair', { id });
    expect(await listed({ silent: true })).toBe(0);
  });
});
