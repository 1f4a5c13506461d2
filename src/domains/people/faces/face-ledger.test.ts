/** Where a face is and what proves that it is there no more: proven by the terminal's list, declared, or confirmed by hand. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { alerts } from '../../alerts/domain.ts';
import { device } from '../../device/domain.ts';
import { heartbeat, type KnownDevice, watchDevices } from '../../device/public.server.ts';
import { answerFaces, answerPushes } from '../../device/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { takePushes } from '../pushes/push-delivery.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { type FaceOnDevice, faceDigest } from './face-inventory.ts';
import consentPage from './pages/face-info-count-consent.server.ts';
import inventoryPage from './pages/face-info-count-inventory.server.ts';
import ledgerPage from './pages/face-info-count-ledger.server.ts';
import privacyPage from './pages/face-info-count-privacy.server.ts';

const ledger = `${area}/face_info_count/ledger`;
const [pos, gate, kitchenDoor, checker] = [811, 812, 813, 814];
const [grounds, kitchen] = [51, 52];
let bench: PeopleBench;
/** What the terminal really holds, by person. */
const held = new Map<number, number>();
const digest = () => faceDigest([...held].map(([personId, version]) => ({ personId, version })));
const known = (deviceId: number) =>
  ({
    at: { deviceId, organizationId: units.organization, sn: '', name: `${deviceId}`, placeActive: true },
    key: null,
    epoch: 1,
    status: 'ACTIVE',
  }) as unknown as KnownDevice;

beforeAll(async () => {
  bench = await peopleBench([alerts, device], [ledgerPage, consentPage, inventoryPage, privacyPage]);
  const { Readable } = await import('node:stream');
  const png = Buffer.alloc(33);
  png.writeUInt32BE(0x89504e47, 0);
  png.writeUInt32BE(480, 16);
  png.writeUInt32BE(640, 20);
  Object.assign(bench.services, {
    files: { get: async () => ({ size: 33, stream: Readable.from([png]) }), remove: async () => undefined },
  });
  const { pool } = bench.database;
  const at = isoAt(bench.clock.now());
  for (const [id, kind] of [
    [pos, 'FACE_POS'],
    [gate, 'GATE'],
    [kitchenDoor, 'GATE'],
    [checker, 'MORNING_CHECK'],
  ] as const) {
    await pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values ($1, $2, $2, $3, '{FACE}', $4, $4)`,
      [id, `型号${id}`, kind, at],
    );
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $1, $2, $3, 'ACTIVE', $4, $4)`,
      [id, `设备${id}`, units.organization, at],
    );
  }
  await pool.query(
    `insert into restaurant (organization_id, id, name, created_at, updated_at) values ($1, 61, '一食堂', $2, $2)`,
    [units.organization, at],
  );
  await pool.query(
    `insert into district (organization_id, id, family, name, kind, restaurant_id, created_at, updated_at)
     values ($1, $2, 'SITE', '东门', 'GATE', null, $4, $4), ($1, $3, 'KITCHEN', '热厨', 'COOK', 61, $4, $4)`,
    [units.organization, grounds, kitchen, at],
  );
  for (const [deviceId, districtId] of [
    [gate, grounds],
    [kitchenDoor, kitchen],
  ])
    await pool.query(
      `insert into door (organization_id, device_id, district_id, direction, created_at) values ($1, $2, $3, 'IN', $4)`,
      [units.organization, deviceId, districtId, at],
    );
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.close();
});
beforeEach(async () => {
  held.clear();
  await bench.database.pool.query(
    `update device_push set status = 'SUPERSEDED'; delete from device_face_inventory; delete from device_command`,
  );
});

const act = <T = unknown>(verb: string, body: object) => bench.school.call<T>(userPage, verb, { ...body });
let n = 0;
async function collected(purposes: readonly string[], values: object = {}): Promise<number> {
  const id = await bench.open({ name: `人${++n}`, ...values });
  expect(await act('faceConsent', { id, purposes, consentBy: 'SELF', consentOn: '2026-11-01' })).toBeNull();
  const key = `face/202611/l${n}.png`;
  await bench.database.pool.query(
    `insert into stored_file (id, key, name, size, type, sha256, account_id, unit_type, unit_id, created_at)
     values ($1, $2, 'a.png', 33, 'image/png', $3, 1, 'ORGANIZATION', $4, $5)`,
    [await bench.services.ids.next(), key, 'a'.repeat(64), units.organization, isoAt(bench.clock.now())],
  );
  expect(await act('faceUpload', { id, imageUrl: key })).not.toMatchObject({ refused: true });
  return id;
}
/** The terminal takes over what waits, does it, and says so; `keeps` deletes nothing, `silent` tells no digest. */
async function sync(deviceId: number, how: 'honest' | 'keeps' | 'silent' = 'honest') {
  const items = await takePushes(bench.database.pool, units.organization, deviceId, bench.clock.now(), 100);
  for (const { action, personId, version } of items)
    if (action !== 'DELETE') held.set(personId, version);
    else if (how !== 'keeps') held.delete(personId);
  const told = how === 'silent' ? {} : { faceCount: held.size, faceDigest: digest() };
  const results = items.map(({ id }) => ({ id, ok: true }));
  return answerPushes(bench.services, known(deviceId), { results, ...told }, 'f'.repeat(64));
}
const rowsOf = async (personId: number) => {
  const { rows } = await bench.school.call<{ rows: Record<string, unknown>[] }>(ledger, 'query', { size: 100 });
  return rows
    .filter((row) => row.personId === personId)
    .map(({ deviceId, state, proof }) => [deviceId, state, proof])
    .toSorted();
};
const targets = async (personId: number) => (await rowsOf(personId)).map(([deviceId]) => deviceId);

it('the digest is that of the sorted lines, as docs/device-protocol.md says', () => {
  const faces: FaceOnDevice[] = [
    { personId: 1002, version: 3 },
    { personId: 88, version: 1 },
  ];
  expect(faceDigest(faces)).toBe(createHash('sha256').update('88:1\n1002:3').digest('hex'));
  expect(faceDigest([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

describe('deletion is', () => {
  const withdrawn = async (how: 'honest' | 'keeps' | 'silent') => {
    const id = await collected(['MEAL']);
    await sync(pos);
    await act('faceWithdraw', { id, reason: '本人要求' });
    expect(await rowsOf(id)).toEqual([[pos, 'LEAVING', null]]);
    await sync(pos, how);
    return id;
  };

  it('已证实 where the list left behind is the one expected', async () => {
    const id = await withdrawn('honest');
    expect(await rowsOf(id)).toEqual([[pos, 'GONE', 'PROVEN']]);
    const { rows } = await bench.database.pool.query(
      `select proof_digest, proof_signature from device_push where proof = 'PROVEN' and target_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ proof_digest: faceDigest([]), proof_signature: 'f'.repeat(64) }]);
  });

  it('设备声明 where the terminal only says so', async () => {
    expect(await rowsOf(await withdrawn('silent'))).toEqual([[pos, 'GONE', 'DECLARED']]);
  });

  it('人工确认 where somebody looked', async () => {
    const id = await collected(['MEAL']);
    await sync(pos);
    await act('faceWithdraw', { id, reason: '本人要求' });
    const { rows } = await bench.database.pool.query(
      `select id from device_push where target_id = $1 and status = 'PENDING'`,
      [id],
    );
    await bench.school.call(`${area}/user/push`, 'cleared', { id: rows[0].id, reason: '设备已拆下清空' });
    expect(await rowsOf(id)).toEqual([[pos, 'GONE', 'CONFIRMED']]);
  });

  it('not believed of a terminal that keeps the face: it is alerted, asked for its list, told again, and proven at last', async () => {
    const id = await withdrawn('keeps');
    expect(await rowsOf(id)).toEqual([[pos, 'GONE', 'DECLARED']]);
    const beat = () => ({
      clock: bench.clock.now(),
      offlineCount: 0,
      listVersion: 0,
      lastSeq: 0,
      firmware: '',
      faceCount: held.size,
      faceDigest: digest(),
    });
    bench.services.orderVersion = async () => 0;
    const answer = await heartbeat(bench.services, known(pos), beat(), '');
    expect(answer).toMatchObject({ commands: [{ kind: 'INVENTORY' }] });
    bench.clock.advance(90_000);
    await watchDevices(bench.services);
    const open = async () =>
      (
        await bench.database.pool.query(
          `select object_key from alert where kind = 'FACE_LEFTOVER' and status in ('OPEN', 'HANDLING')`,
        )
      ).rows;
    expect(await open()).toEqual([{ object_key: `device:${pos}` }]);

    const faces = [...held].map(([personId, version]) => ({ personId, version }));
    const told = { faceCount: held.size, faceDigest: digest() };
    expect(await answerFaces(bench.services, known(pos), { faces, ...told })).toEqual({ remove: [id], missing: 0 });
    // What was declared is open again, and so is the face.
    expect(await rowsOf(id)).toEqual([[pos, 'LEAVING', null]]);
    const { rows } = await bench.database.pool.query('select status from face_info where person_id = $1', [id]);
    expect(rows).toEqual([{ status: 'WITHDRAWN' }]);
    await sync(pos);
    expect(await rowsOf(id)).toEqual([[pos, 'GONE', 'PROVEN']]);
    await heartbeat(bench.services, known(pos), beat(), '');
    await watchDevices(bench.services);
    expect(await open()).toEqual([]);
  });

  it('and a face that should be there and is not is sent again', async () => {
    const id = await collected(['MEAL']);
    await sync(pos);
    held.clear();
    const told = { faceCount: 0, faceDigest: digest() };
    expect(await answerFaces(bench.services, known(pos), { faces: [], ...told })).toEqual({ remove: [], missing: 1 });
    expect(await rowsOf(id)).toEqual([[pos, 'SENDING', null]]);
  });
});

describe('a face goes where it is needed', () => {
  it('by its purposes, and leaves with a purpose taken out', async () => {
    const id = await collected(['MEAL', 'GATE']);
    expect(await targets(id)).toEqual([pos, gate]);
    await sync(gate);
    await act('facePurposes', { ids: [id], purposes: ['MEAL'], note: '只用于吃饭' });
    expect(await rowsOf(id)).toEqual([
      [pos, 'SENDING', null],
      [gate, 'LEAVING', null],
    ]);
    await act('facePurposes', { ids: [id], purposes: ['MEAL', 'ATTENDANCE'] });
    expect(await rowsOf(id)).toContainEqual([gate, 'SENDING', null]);
  });

  it('to gates by their rules, to kitchens for those who work there', async () => {
    const { pool } = bench.database;
    const at = isoAt(bench.clock.now());
    const staff = await bench.school.call<{ id: number }>(`${area}/type`, 'create', {
      name: '教工',
      accounts: ['MAIN'],
    });
    await pool.query(
      `insert into door_rule (organization_id, id, name, district_id, effect, direction, type_ids, status, created_at, updated_at)
       values ($1, 71, '教工通行', $2, 'ALLOW', 'BOTH', $3, 'NORMAL', $4, $4)`,
      [units.organization, grounds, [staff.id], at],
    );
    const pupil = await collected(['MEAL', 'GATE', 'MORNING_CHECK']);
    const teacher = await collected(['GATE'], { typeId: staff.id });
    expect([await targets(pupil), await targets(teacher)]).toEqual([[pos], [gate]]);
    const cook = await bench.open({ name: '厨师' });
    await pool.query(
      `insert into cook_user (organization_id, id, person_id, restaurant_id, post, created_at, updated_at)
       values ($1, 81, $2, 61, 'COOK', $3, $3)`,
      [units.organization, cook, at],
    );
    await act('faceConsent', { id: cook, purposes: ['MORNING_CHECK'], consentBy: 'SELF', consentOn: '2026-11-01' });
    await pool.query(`update face_info set status = 'OK', image_key = 'face/x.png' where person_id = $1`, [cook]);
    await act('facePurposes', { ids: [cook], purposes: ['MORNING_CHECK'] });
    // Without a permission for the zone its door does not need the face.
    expect(await targets(cook)).toEqual([checker]);
    await pool.query(
      `insert into kitchen_permission (organization_id, id, post, district_id, allowed) values ($1, 91, 'COOK', $2, true)`,
      [units.organization, kitchen],
    );
    await act('facePurposes', { ids: [cook], purposes: ['MORNING_CHECK'] });
    expect(await targets(cook)).toEqual([kitchenDoor, checker]);
  });
});

it('consents are a history that nobody changes, said to a notice', async () => {
  await bench.school.call(`${area}/face_info_count/privacy`, 'create', {
    purposes: ['MEAL'],
    body: '人脸只存在设备上',
  });
  const id = await collected(['MEAL']);
  await act('faceWithdraw', { id, reason: '不想用了' });
  const asked = await bench.open({ name: '不同意的人' });
  await act('faceAsk', { ids: [asked] });
  await act('faceRefuse', { ids: [asked], note: '用卡' });
  const page = await bench.school.call<{ rows: Record<string, unknown>[] }>(
    `${area}/face_info_count/consent`,
    'query',
    {},
  );
  const said = page.rows
    .filter((row) => row.personId === id || row.personId === asked)
    .map(({ kind, noticeNo }) => [kind, noticeNo])
    .toSorted();
  expect(said).toEqual([
    ['ASKED', 1],
    ['GIVEN', 1],
    ['REFUSED', 1],
    ['WITHDRAWN', 1],
  ]);
  await expect(bench.database.pool.query(`update face_consent set note = 'x'`)).rejects.toThrow('stay as they were');
  await expect(bench.database.pool.query('delete from privacy_notice')).rejects.toThrow('stay as they were');
});
