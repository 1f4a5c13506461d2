/** Controllers over UDP, through a real socket: who may speak, what is taken once, what is dropped without a word. */
import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { alerts } from '../../alerts/domain.ts';
import { tenancy } from '../../tenancy/domain.ts';
import sites from '../../tenancy/places/pages/deploy-site.server.ts';
import restaurants from '../../tenancy/places/pages/restaurant.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { deviceKey } from '../directory.ts';
import { publishDocs } from '../docs/publish-docs.ts';
import { device } from '../domain.ts';
import type { DeviceEvent } from '../events/handlers.ts';
import { issuePairingCode, pair } from '../pairing.ts';
import deviceList from '../register/pages/device-list.server.ts';
import { type UdpController, type UdpPaired, udpController } from '../simulator/udp-controller.ts';
import { headBytes, linkKeys, macBytes, provenBy, readFrame, writeFrame } from './frame.ts';
import udpPages from './pages/udp.server.ts';
import { createUdpService, readUdpPort, type UdpService } from './udp-service.ts';
import { takeCounter, windowFrom } from './window.ts';

const path = '/admin/organization/udp';
let bench: UnitBench;
let clerk: Caller;
let udp: UdpService;
let paired: UdpPaired;
let controller: UdpController;
const handled: DeviceEvent[] = [];

async function pairing(id: number): Promise<UdpPaired> {
  const code = await issuePairingCode(bench.services, bench.services.db, id);
  const done = await pair(bench.services, `GATE-${id}`, code, '127.0.0.1');
  if (isRefusal(done)) throw new Error(done.code);
  return done;
}
const service = async () => {
  const made = createUdpService(bench.services, { port: 0, host: '127.0.0.1' });
  await made.tick();
  return made;
};
const connect = (to = paired) => udpController(udp.address()!, to, bench.clock.now);
/** Its counts are written and read the way the page does. */
async function row(): Promise<Record<string, unknown>> {
  bench.clock.advance(6_000);
  await udp.tick();
  const { rows } = await clerk.call<{ rows: Record<string, unknown>[] }>(path, 'query', {});
  return rows[0]!;
}
const counted = async () => {
  const { taken, forged, replayed } = await row();
  const { rows } = await bench.database.pool.query('select malformed, stranger, limited from udp_service');
  return { taken, forged, replayed, ...rows[0] };
};
/** Datagrams of one socket arrive in their order: when this is answered, what went before was looked at. */
const settled = () => controller.ping(beat());
const beat = (more: object = {}) => ({
  clock: bench.clock.now(),
  offlineCount: 0,
  listVersion: 0,
  lastSeq: 0,
  firmware: 'udp 1',
  ...more,
});
const passage = (no: number, more: object = {}) => ({
  epoch: paired.epoch,
  no,
  kind: 'PASSAGE',
  at: bench.clock.now(),
  direction: 'IN',
  identify: 'CARD',
  personId: 7,
  verdict: 'PASS',
  ...more,
});

beforeAll(async () => {
  bench = await unitBench([tenancy, alerts, device], [deviceList, udpPages, sites, restaurants]);
  clerk = await bench.as('ORGANIZATION', units.organization);
  const at = isoAt(bench.clock.now());
  await bench.database.pool.query(
    `insert into device_type (id, name, model, kind, created_at, updated_at) values
     (1, '老门禁', 'U', 'GATE', $1, $1), (2, '消费机', 'P', 'POS', $1, $1)`,
    [at],
  );
  for (const [id, type] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ])
    await bench.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $2, $4, 'ASSIGNED', $5, $5)`,
      [id, `GATE-${id}`, type, units.organization, at],
    );
  bench.services.deviceEvents.register('PASSAGE', async (_ctx, _organizationId, events) => {
    handled.push(...events);
    return events.map(() => undefined);
  });
  paired = await pairing(1);
  await clerk.call(path, 'create', { deviceId: 1, doorNo: 'A1', ip: null, port: null });
  await clerk.call(path, 'setting', { enabled: true });
  udp = await service();
});
afterAll(async () => {
  await udp.stop();
  await device.stop?.(bench.services);
  await bench.database.drop();
});
beforeEach(async () => {
  await row();
  await bench.database.pool.query('update udp_service set malformed = 0, stranger = 0, limited = 0');
  await bench.database.pool.query('delete from udp_link');
  handled.length = 0;
  controller?.close();
  controller = await connect();
});
afterAll(() => controller.close());

it('is off unless the server is told a port', () => {
  expect(readUdpPort({})).toBeUndefined();
  expect(readUdpPort({ UDP_PORT: '7100' })).toBe(7100);
  expect(() => readUdpPort({ UDP_PORT: 'yes' })).toThrow('UDP_PORT');
});

describe('the wire', () => {
  const key = linkKeys(deviceKey('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'));

  it('is what docs/device-protocol.md says', () => {
    const frame = {
      type: 'PING',
      deviceId: 501,
      epoch: 1_790_000_000,
      counter: 1_790_000_000_000n,
      message: 9,
    } as const;
    const bytes = writeFrame({ ...frame, body: Buffer.from('{}') }, key.up);
    expect(bytes.toString('hex')).toBe(
      '4f43010400000000000001f56ab13b80000001a0c4506c00000900027b7d691005fb681f68b036c0ff51f221aefb',
    );
    expect(bytes).toHaveLength(headBytes + 2 + macBytes);
    expect(readFrame(bytes)).toEqual({ ...frame, body: Buffer.from('{}') });
    expect([provenBy(bytes, key.up), provenBy(bytes, key.down)]).toEqual([true, false]);
  });

  it('a counter is taken once, in a window of 64', () => {
    const window = windowFrom(100n);
    expect([100n, 99n, 99n, 163n, 100n, 101n, 99n, 1_000n, 936n, 937n].map((n) => takeCounter(window, n))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});

it('greets, beats as over HTTPS, tells events once, and sees its rules change', async () => {
  await controller.hello();
  await publishDocs({ db: bench.services.db, clock: bench.clock }, units.organization, 'DOOR', [
    { deviceId: 1, content: { rules: Array.from({ length: 200 }, (_, id) => ({ id, personIds: [id] })) } },
  ]);
  const pong = await controller.ping(beat({ docs: { DOOR: 0 }, lastEventNo: 2 }));
  expect(pong.docs).toEqual({ DOOR: 1 });
  expect(JSON.stringify(pong)).not.toContain('GATE-1');
  expect(await controller.door(1)).toMatchObject({ rules: { length: 200 } });
  expect(await controller.events([passage(1), passage(2)])).toEqual([
    [paired.epoch, 1, 'TAKEN'],
    [paired.epoch, 2, 'TAKEN'],
  ]);
  expect(await controller.events([passage(2)])).toEqual([[paired.epoch, 2, 'DUPLICATE']]);
  expect(handled.map(({ no }) => no)).toEqual([1, 2]);
  expect(await row()).toMatchObject({ state: 'ONLINE', source: expect.stringContaining('127.0.0.1:') });
});

it('has written its counts when a tick is over that was asked for during another', async () => {
  await controller.hello();
  await settled();
  bench.clock.advance(6_000);
  const other = udp.tick();
  expect(await row()).toMatchObject({ taken: 2 });
  await other;
});

it('takes no name, card, code, temperature or free text: such an event goes over HTTPS under its number', async () => {
  await controller.hello();
  for (const [key, value] of Object.entries({
    cardNo: '10001',
    name: '张三',
    temp10: 365,
    code: 'OC1',
    reason: '张三',
  }))
    expect(await controller.events([passage(31, { [key]: value })])).toEqual([[paired.epoch, 31, 'HTTPS', key]]);
  expect(handled).toEqual([]);
});

it('opens a door by a command with a reason, told until it answers, once', async () => {
  await controller.hello();
  await settled();
  const { id } = await row();
  await expect(clerk.call(path, 'openDoor', { ids: [id], reason: '' })).resolves.toMatchObject({
    code: 'INVALID_FIELDS',
  });
  await settled();
  await bench.services.pool.query('delete from device_command');
  await clerk.call(path, 'openDoor', { ids: [id], reason: '消防检查' });
  await udp.tick();
  await settled();
  bench.clock.advance(600);
  await udp.tick();
  await settled();
  const { rows } = await bench.database.pool.query('select id, status from device_command');
  expect(rows).toEqual([{ id: controller.opened[0], status: 'OK' }]);
  expect(controller.opened).toHaveLength(1);
});

describe('is dropped without a word, and counted', () => {
  it('what another key signed, and a body changed on the way', async () => {
    await controller.hello();
    const forger = await connect({ ...paired, key: Buffer.alloc(32, 9).toString('base64url') });
    forger.raw(forger.written('PING', Buffer.from(JSON.stringify(beat()))));
    const changed = controller.written('EVENT', Buffer.from(JSON.stringify({ events: [passage(50)] })));
    changed.writeUInt8(changed.readUInt8(headBytes + 20) ^ 1, headBytes + 20);
    controller.raw(changed);
    await settled();
    await settled();
    forger.close();
    expect(await counted()).toMatchObject({ forged: 2 });
    expect(handled).toEqual([]);
  });

  it('a datagram sent again, and one of before the window', async () => {
    await controller.hello();
    const old = controller.written('PING', Buffer.from('{}'));
    const again = controller.written('EVENT', Buffer.from(JSON.stringify({ events: [passage(60)] })));
    controller.raw(again);
    await settled();
    for (let n = 0; n < 40; n += 1) controller.written('PING', Buffer.from('{}'));
    controller.raw(again);
    bench.clock.advance(1_000);
    await settled();
    controller.raw(old);
    await settled();
    expect(await counted()).toMatchObject({ replayed: 2, forged: 0 });
    // An event is handled after its datagram was looked at.
    await expect.poll(() => handled.map(({ no }) => no)).toEqual([60]);
  });

  it('a HELLO repeated from elsewhere gets a challenge it cannot answer; the old HELLO2 opens nothing', async () => {
    await controller.hello();
    const thief = createSocket('udp4');
    await new Promise<void>((done) => void thief.bind(0, '127.0.0.1', done));
    const heard: Buffer[] = [];
    thief.on('message', (bytes) => void heard.push(bytes));
    const { port, address } = udp.address()!;
    const say = (bytes: Buffer) => new Promise<void>((done) => thief.send(bytes, port, address, () => done()));
    await say(controller.written('HELLO', Buffer.alloc(32, 3)));
    await settled();
    // It saw this one pass by, with the answer to a challenge that was used up.
    await say(controller.written('HELLO2', Buffer.alloc(16, 4)));
    await say(controller.written('PING', Buffer.from(JSON.stringify(beat()))));
    await settled();
    await settled();
    thief.close();
    expect(await counted()).toMatchObject({ replayed: 2 });
    expect(heard.map((bytes) => readFrame(bytes)?.type)).toEqual(['CHALLENGE']);
    // The controller itself goes on as before.
    expect(await controller.events([passage(70)])).toEqual([[paired.epoch, 70, 'TAKEN']]);
  });

  it('a datagram of no or wrong length, of nobody, of a unit that is off, of an earlier pairing', async () => {
    await controller.hello();
    const good = controller.written('PING', Buffer.from('{}'));
    for (const bytes of [Buffer.alloc(0), Buffer.from('OC'), good.subarray(0, -1), Buffer.concat([good, good])])
      controller.raw(bytes);
    const stranger = await connect({ ...paired, deviceId: 2 });
    stranger.raw(stranger.written('HELLO', Buffer.alloc(32)));
    const before = await connect({ ...paired, epoch: paired.epoch - 1 });
    before.raw(before.written('HELLO', Buffer.alloc(32)));
    await settled();
    await settled();
    expect(await counted()).toMatchObject({ malformed: 4, stranger: 1, forged: 1 });
    stranger.close();
    before.close();
    await clerk.call(path, 'setting', { enabled: false });
    await row();
    controller.raw(controller.written('PING', Buffer.from(JSON.stringify(beat()))));
    await clerk.call(path, 'setting', { enabled: true });
    const other = await connect();
    await row();
    await other.hello();
    other.close();
    expect(await counted()).toMatchObject({ stranger: 2 });
  });

  it('more than fifty a second of one source', async () => {
    await controller.hello();
    bench.clock.advance(1_000);
    for (let n = 0; n < 80; n += 1)
      await udp.listener.heard(Buffer.from('OC: part of nothing'), { address: '127.0.0.1', port: 4_000 + n });
    // What the address really has to say waits for the next second, as another's does not.
    await udp.listener.heard(controller.written('PING', Buffer.from('{}')), { address: '127.0.0.1', port: 5_000 });
    await udp.listener.heard(Buffer.from('OC'), { address: '127.0.0.2', port: 4_000 });
    expect(await counted()).toMatchObject({ malformed: 51, limited: 31, replayed: 0 });
    expect(await controller.ping(beat())).toHaveProperty('time');
  });
});

it('only a gate is registered, and a wake address only of the own network', async () => {
  const register = (more: object) =>
    clerk.call(path, 'create', { deviceId: 2, doorNo: 'B', ip: null, port: null, ...more });
  expect(await register({ deviceId: 3 })).toMatchObject({ code: 'UDP_TYPE' });
  for (const wrong of [{ ip: '8.8.8.8', port: 9 }, { ip: '10.0.0.300', port: 9 }, { ip: '10.0.0.3' }, { port: 9 }])
    expect(await register(wrong)).toMatchObject({ code: 'UDP_ADDRESS' });
  expect(await register({ deviceId: 1 })).toMatchObject({ code: 'DUPLICATE' });
});

it('a change of the address or the port alone is held against the other, and keeps what it does not send', async () => {
  const { id } = await row();
  const read = () => clerk.call<Record<string, unknown>>(path, 'get', { id });
  const change = async (values: object) =>
    clerk.call(path, 'update', { id, version: (await read()).version, ...values });
  const { doorNo } = await read();
  expect(await change({ ip: '10.0.0.7' })).toMatchObject({ code: 'UDP_ADDRESS' });
  expect(await change({ ip: '10.0.0.7', port: 9_000 })).toEqual({ id });
  expect(await change({ port: 9_001 })).toEqual({ id });
  expect(await change({ ip: '8.8.8.8' })).toMatchObject({ code: 'UDP_ADDRESS' });
  expect(await read()).toMatchObject({ doorNo, ip: '10.0.0.7', port: 9_001 });
  expect(await change({ ip: '' })).toMatchObject({ code: 'UDP_ADDRESS' });
  expect(await change({ ip: '', port: null })).toEqual({ id });
});

it('one node listens; another takes over when it has gone', async () => {
  const second = await service();
  expect(second.address()).toBeUndefined();
  await udp.stop();
  bench.clock.advance(6_000);
  await second.tick();
  expect(second.address()).toBeDefined();
  udp = second;
  controller.close();
  controller = await connect();
  await controller.hello();
  expect(await controller.ping(beat())).toHaveProperty('time');
});
