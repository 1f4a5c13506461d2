/** Faces by their state table, consent, and the way of a face to the terminals and off them again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { device } from '../../device/domain.ts';
import { units } from '../../tenancy/testing.ts';
import { finishPushes, pushedFace, takePushes } from '../pushes/push-delivery.ts';
import { expireDays, mostTries, type PushEvent, pushFlow, pushStatuses } from '../pushes/push-states.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { judgePicture, pictureSize, readPicture } from './face-picture.ts';
import { ageOn, type FaceEvent, faceMay, faceStatuses } from './face-states.ts';

const pushPage = `${area}/user/push`;
const devicePage = '/admin/organization/user/push/device';
const countPage = `${area}/face_info_count`;
const [faceA, faceB, plain] = [801, 802, 803];
let bench: PeopleBench;
const files = new Map<string, Buffer>();

/** The head of a PNG of that size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.writeUInt32BE(0x89504e47, 0);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

let serial = 0;
async function picture(
  width = 480,
  height = 640,
  unitId: number = units.organization,
  purpose = 'face',
): Promise<string> {
  const key = `${purpose}/202611/f${++serial}.png`;
  files.set(key, png(width, height));
  await bench.database.pool.query(
    `insert into stored_file (id, key, name, size, type, sha256, account_id, unit_type, unit_id, created_at)
     values ($1, $2, 'a.png', 33, 'image/png', $3, 1, 'ORGANIZATION', $4, $5)`,
    [await bench.services.ids.next(), key, 'a'.repeat(64), unitId, isoAt(bench.clock.now())],
  );
  return key;
}

beforeAll(async () => {
  bench = await peopleBench([device]);
  const { Readable } = await import('node:stream');
  Object.assign(bench.services, {
    files: {
      get: async (key: string) => {
        const found = files.get(key);
        return found && { size: found.length, stream: Readable.from([found]) };
      },
      remove: async (key: string) => void files.delete(key),
    },
  });
  const { pool } = bench.database;
  for (const [id, abilities] of [
    [70, '{FACE,CARD}'],
    [71, '{CARD}'],
  ])
    await pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at)
       values ($1, '消费机', $2, 'FACE_POS', $3, now(), now())`,
      [id, `M${id}`, abilities],
    );
  for (const [id, type] of [
    [faceA, 70],
    [faceB, 70],
    [plain, 71],
  ])
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'ACTIVE', now(), now())`,
      [id, `SN${id}`, type, `${id}号机`, units.organization],
    );
});
afterAll(() => bench?.close());

const act = <T = Record<string, unknown>>(verb: string, body: Record<string, unknown>) =>
  bench.school.call<T>(userPage, verb, body);
const faceOf = async (id: number) =>
  (await bench.database.pool.query('select * from face_info where person_id = $1', [id])).rows[0];
const pushesOf = async (id: number) =>
  (
    await bench.database.pool.query(
      'select id, device_id, action, status, target_version, retry, error_code from device_push where target_id = $1 order by id',
      [id],
    )
  ).rows;
const take = (deviceId: number, limit = 100) =>
  takePushes(bench.database.pool, units.organization, deviceId, bench.clock.now(), limit);
const finish = (deviceId: number, ids: number[], ok: boolean) =>
  finishPushes(
    bench.database.pool,
    units.organization,
    deviceId,
    ids.map((id) => ({ id, ok, code: 'FULL', message: '容量已满' })),
    bench.clock.now(),
  );
const consentOn = '2026-11-01';

async function consented(values: Record<string, unknown> = {}): Promise<number> {
  const id = await bench.open({ name: '人脸', ...values });
  expect(await act('faceConsent', { id, purposes: ['MEAL'], consentBy: 'SELF', consentOn })).toBeNull();
  return id;
}
async function collected(): Promise<number> {
  const id = await consented();
  await act('faceUpload', { id, imageUrl: await picture() });
  return id;
}
/** The device takes what waits for this person and says yes. */
async function deliver(id: number, ...deviceIds: number[]) {
  for (const deviceId of deviceIds)
    await finish(
      deviceId,
      (await take(deviceId)).filter((p) => p.personId === id).map((p) => p.id),
      true,
    );
}

describe('the state table of faces', () => {
  const buttons: Partial<Record<FaceEvent, (id: number) => Promise<unknown>>> = {
    ask: (id) => act('faceAsk', { id }),
    consent: (id) => act('faceConsent', { id, purposes: ['MEAL'], consentBy: 'SELF', consentOn }),
    accept: async (id) => act('faceUpload', { id, imageUrl: await picture() }),
    reject: async (id) => act('faceUpload', { id, imageUrl: await picture(100, 100) }),
    withdraw: (id) => act('faceWithdraw', { id, reason: '本人要求' }),
    refuse: (id) => act('faceRefuse', { id }),
  };
  /** A person whose face is in the state, and whether consent is on record there. */
  const ways = new Map<string, () => Promise<number>>([
    ['NONE', () => consented()],
    [
      'PENDING_CONSENT',
      async () => {
        const id = await bench.open({ name: '待同意' });
        await act('faceAsk', { id });
        return id;
      },
    ],
    ['OK', collected],
    [
      'REJECTED',
      async () => {
        const id = await consented();
        await buttons.reject!(id);
        return id;
      },
    ],
    [
      'WITHDRAWN',
      async () => {
        const id = await collected();
        await deliver(id, faceA);
        await act('faceWithdraw', { id, reason: '本人要求' });
        return id;
      },
    ],
    [
      'DELETED',
      async () => {
        const id = await collected();
        await act('faceWithdraw', { id, reason: '本人要求' });
        return id;
      },
    ],
  ]);
  const cases = faceStatuses.flatMap((s) => (Object.keys(buttons) as FaceEvent[]).map((e) => [s.value, e] as const));

  test.each(cases)('%s: %s', async (from, event) => {
    const id = await ways.get(from)!();
    expect((await faceOf(id)).status).toBe(from);
    const answer = await buttons[event]!(id);
    const after = (await faceOf(id)).status;
    // With a consent on record there is nothing to ask for or to write down again.
    const repeated = from === 'NONE' && (event === 'ask' || event === 'consent');
    if (!faceMay(event, from) || repeated) {
      expect(answer).toMatchObject({ refused: true });
      expect(after).toBe(from);
      return;
    }
    expect(answer).not.toMatchObject({ refused: true });
    const to = {
      ask: 'PENDING_CONSENT',
      consent: 'NONE',
      refuse: 'NONE',
      accept: 'OK',
      reject: 'REJECTED',
      withdraw: 'DELETED',
    };
    // A bad picture leaves the good one in use; without a device that holds the face, withdrawing deletes at once.
    expect(after).toBe(event === 'reject' && from === 'OK' ? 'OK' : to[event as keyof typeof to]);
  });
});

describe('consent', () => {
  test('comes first, and from a guardian below 14', async () => {
    const bare = await bench.open({ name: '未同意' });
    expect(await act('faceUpload', { id: bare, imageUrl: await picture() })).toMatchObject({ refused: true });
    const child = await bench.open({ name: '小朋友', birthday: '2014-06-01', guardianName: '家长' });
    expect(await act('faceConsent', { id: child, purposes: ['MEAL'], consentBy: 'SELF', consentOn })).toMatchObject({
      code: 'FACE_GUARDIAN',
      fields: { consentBy: expect.any(String) },
    });
    expect(await act('faceConsent', { id: child, purposes: ['MEAL'], consentBy: 'GUARDIAN', consentOn })).toBeNull();
    expect(await faceOf(child)).toMatchObject({ consent_by: 'GUARDIAN', consent_name: '家长' });
    const orphan = await bench.open({ name: '无监护人' });
    expect(
      await act('faceConsent', { id: orphan, purposes: ['MEAL'], consentBy: 'GUARDIAN', consentOn }),
    ).toMatchObject({
      fields: { consentName: expect.any(String) },
    });
    expect(
      await act('faceConsent', { id: orphan, purposes: ['MEAL'], consentBy: 'SELF', consentOn: '2026-11-21' }),
    ).toMatchObject({
      fields: { consentOn: expect.any(String) },
    });
  });

  test('ages by whole years', () => {
    expect(ageOn('2012-11-02', '2026-11-01')).toBe(13);
    expect(ageOn('2012-11-01', '2026-11-01')).toBe(14);
  });

  test('a picture of another unit, one sent for something else, or no picture, is none; sizes are read from the bytes', async () => {
    const id = await consented();
    const foreign = await picture(480, 480, units.otherOrganization);
    expect(await act('faceUpload', { id, imageUrl: foreign })).toMatchObject({ code: 'FACE_PICTURE' });
    // Whoever may send pictures of dishes sends no faces by it: the form says so, and so does what reads them.
    const dish = await picture(480, 480, units.organization, 'image');
    expect(await act('faceUpload', { id, imageUrl: dish })).toMatchObject({ fields: { imageUrl: expect.any(String) } });
    expect(await readPicture(bench.school.ctx(userPage), dish)).toMatchObject({ code: 'FACE_PICTURE' });
    expect(await readPicture(bench.school.ctx(userPage), await picture())).toEqual({ width: 480, height: 640 });
    expect(pictureSize(Buffer.from('GIF89a..........................'))).toBeUndefined();
    const jpeg = Buffer.from('ffd8ffe000040000ffc0001108010000c803012200', 'hex');
    expect(pictureSize(jpeg)).toEqual({ width: 200, height: 256 });
    expect(judgePicture({ width: 200, height: 256 })).toMatchObject({
      quality: 42,
      wrong: expect.stringContaining('240'),
    });
  });

  test('a new picture replaces the old file; withdrawing and closing take the picture away', async () => {
    const id = await consented({ jobNumber: 'F1' });
    const [first, second] = [await picture(), await picture()];
    await act('faceUpload', { id, imageUrl: first });
    await act('faceUpload', { id, imageUrl: second });
    expect([files.has(first), files.has(second)]).toEqual([false, true]);
    expect(await act('close', { id })).toBeNull();
    expect(files.has(second)).toBe(false);
    expect(await faceOf(id)).toMatchObject({ image_key: null, status: 'DELETED', withdraw_reason: '销户' });
  });
});

describe('the way to the terminals', () => {
  test('only face terminals get faces; a newer picture supersedes; withdrawn faces end everywhere', async () => {
    const id = await collected();
    expect((await pushesOf(id)).map((p) => [p.device_id, p.action, p.status])).toEqual([
      [faceA, 'ADD', 'PENDING'],
      [faceB, 'ADD', 'PENDING'],
    ]);
    const [out] = (await take(faceA)).filter((p) => p.personId === id);
    expect(await pushedFace(bench.database.pool, units.organization, faceA, out!.id)).toMatchObject({ personId: id });
    expect(await pushedFace(bench.database.pool, units.organization, faceB, out!.id)).toBeUndefined();
    expect(await finish(faceB, [out!.id], true)).toBe(0);
    expect(await finish(faceA, [out!.id], true)).toBe(1);
    expect(await finish(faceA, [out!.id], false)).toBe(0);

    await act('faceUpload', { id, imageUrl: await picture() });
    expect((await pushesOf(id)).map((p) => [p.device_id, p.action, p.status])).toEqual([
      [faceA, 'ADD', 'OK'],
      [faceB, 'ADD', 'SUPERSEDED'],
      [faceA, 'UPDATE', 'PENDING'],
      [faceB, 'ADD', 'PENDING'],
    ]);

    expect(await act('faceWithdraw', { id, reason: '转学' })).toBeNull();
    expect(await faceOf(id)).toMatchObject({ status: 'WITHDRAWN', image_key: null });
    // Only the terminal that ever fetched it has to delete it.
    const open = (await pushesOf(id)).filter((p) => p.status === 'PENDING');
    expect(open.map((p) => [p.device_id, p.action])).toEqual([[faceA, 'DELETE']]);
    await deliver(id, faceA);
    expect(await faceOf(id)).toMatchObject({ status: 'DELETED', deleted_at: expect.any(String) });
  });

  test('faces go only to terminals of the sites their type may use, and leave those it may use no longer', async () => {
    const { pool } = bench.database;
    const siteA = 901;
    await pool.query(
      `insert into deploy_site (organization_id, id, name, kind, status, created_at, updated_at)
       values ($1, $2, '一号窗口', 'CONSUME_WINDOW', 'NORMAL', now(), now())`,
      [units.organization, siteA],
    );
    await pool.query(
      `update device set deploy_site_id = case id when $1 then $3::bigint end where id = any(array[$1, $2]::bigint[])`,
      [faceA, faceB, siteA],
    );
    const limit = (deploySiteIds: number[]) =>
      bench.school.call(`${area}/type/deploy_site_set`, 'assign', { ids: [bench.typeId], deploySiteIds });
    try {
      const before = await collected();
      await deliver(before, faceB);
      expect(await limit([siteA])).toBeNull();
      // faceA keeps what waits for it; faceB has to give up what it holds.
      expect(
        (await pushesOf(before)).filter((p) => p.status === 'PENDING').map((p) => [p.device_id, p.action]),
      ).toEqual([
        [faceA, 'ADD'],
        [faceB, 'DELETE'],
      ]);
      const after = await collected();
      expect((await pushesOf(after)).map((p) => [p.device_id, p.action])).toEqual([[faceA, 'ADD']]);
      expect(
        await bench.school.call(pushPage, 'push', { target: 'FACE', personIds: [after], deviceIds: [faceB] }),
      ).toMatchObject({ code: 'PUSH_NOTHING' });
      await bench.school.call(pushPage, 'push', { target: 'FACE', personIds: [after] });
      expect((await pushesOf(after)).every((p) => p.device_id === faceA)).toBe(true);
    } finally {
      await limit([]);
      await pool.query('update device set deploy_site_id = null where id = any($1::bigint[])', [[faceA, faceB]]);
    }
  });

  test('a terminal that is gone is confirmed by hand', async () => {
    const id = await collected();
    await deliver(id, faceA, faceB);
    await act('faceWithdraw', { id, reason: '本人要求' });
    await deliver(id, faceA);
    expect((await faceOf(id)).status).toBe('WITHDRAWN');
    const left = (await pushesOf(id)).find((p) => p.status === 'PENDING')!;
    const body = { id: left.id, reason: '设备报废' };
    expect(await bench.company.call(pushPage, 'cleared', body)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await bench.school.call(pushPage, 'cleared', body)).toBeNull();
    expect((await faceOf(id)).status).toBe('DELETED');
  });

  test('unanswered items come again and fail in the end; unfetched ones expire; both are retried', async () => {
    const id = await collected();
    const mine = async () => (await take(faceA)).filter((p) => p.personId === id).length;
    expect(await mine()).toBe(1);
    expect(await mine()).toBe(0);
    for (let i = 0; i < mostTries; i++) {
      bench.clock.advance(3 * 60_000);
      expect(await mine()).toBe(1);
    }
    bench.clock.advance(3 * 60_000);
    expect(await mine()).toBe(0);
    bench.clock.advance((expireDays + 1) * 24 * 3_600_000);
    await take(faceB);
    const [a, b] = await pushesOf(id);
    expect([a.status, a.error_code, b.status]).toEqual(['FAILED', 'NO_ANSWER', 'EXPIRED']);
    expect(await bench.school.call(pushPage, 'retry', { ids: [a.id, b.id] })).toBeNull();
    expect((await pushesOf(id)).map((p) => p.status)).toEqual(['PENDING', 'PENDING']);
  });

  test.each(pushStatuses.flatMap((s) => (['retry', 'cleared'] as PushEvent[]).map((e) => [s.value, e] as const)))(
    '%s: %s',
    async (status, event) => {
      const id = await collected();
      const [push] = await pushesOf(id);
      await bench.database.pool.query(`update device_push set status = $2, action = 'DELETE' where id = $1`, [
        push.id,
        status,
      ]);
      const answer = await bench.school.call(pushPage, event, { id: push.id, reason: '已清除' });
      if (pushFlow.may(event, status)) expect(answer).toBeNull();
      else expect(answer).toMatchObject({ code: 'NOT_NOW' });
    },
  );

  test('sending all fills the gaps only', async () => {
    const id = await collected();
    await deliver(id, faceA);
    const failed = (await take(faceB)).find((p) => p.personId === id)!;
    await finish(faceB, [failed.id], false);
    const answer = await bench.school.call<{ receipt: { lines: string[][] } }>(pushPage, 'push', {
      target: 'FACE',
      personIds: [id],
    });
    expect(answer.receipt.lines).toEqual(
      expect.arrayContaining([
        ['本次下发', '1 项'],
        ['设备已有或等待中', '1 项'],
      ]),
    );
    const person = { target: 'PERSON', personIds: [id], deviceIds: [plain] };
    expect(await bench.school.call(pushPage, 'push', person)).toMatchObject({
      receipt: { lines: expect.arrayContaining([['人员 × 设备', '1 人，1 台，共 1 项']]) },
    });
    expect(await bench.school.call(pushPage, 'push', { ...person, target: 'FACE' })).toMatchObject({
      code: 'PUSH_NOTHING',
    });
    expect((await take(plain)).at(-1)).toMatchObject({ target: 'PERSON', name: '人脸' });
  });

  test('what is OK is on the terminal now: a newer item, or a deletion, ends the older one', async () => {
    const id = await collected();
    await deliver(id, faceA, faceB);
    const faces = async () =>
      (await bench.school.call<{ rows: { id: number; facesOk: number }[] }>(devicePage, 'query')).rows.find(
        (d) => d.id === faceA,
      )!.facesOk;
    const before = await faces();
    await act('faceUpload', { id, imageUrl: await picture() });
    await deliver(id, faceA, faceB);
    expect(await faces()).toBe(before);
    const choice = { target: 'FACE', personIds: [id], deviceIds: [faceA] };
    await bench.school.call(pushPage, 'erase', choice);
    await deliver(id, faceA);
    expect(await faces()).toBe(before - 1);
    await bench.school.call(pushPage, 'push', choice);
    expect((await pushesOf(id)).filter((p) => p.device_id === faceA).map((p) => [p.action, p.status])).toEqual([
      ['ADD', 'SUPERSEDED'],
      ['UPDATE', 'SUPERSEDED'],
      ['DELETE', 'OK'],
      ['ADD', 'PENDING'],
    ]);
  });

  test('each terminal shows its list version and the cards out of use it does not know', async () => {
    const holder = await bench.open({ name: '失主', cardNo: 'L0001' });
    await act('reportLoss', { id: holder });
    await bench.database.pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
       select $1, $2, '', '', 0, version, 0, 1, 0 from card_list_version where organization_id = $3`,
      [faceA, isoAt(bench.clock.now()), units.organization],
    );
    interface Terminal {
      id: number;
      behind: number;
      unsafe: number;
      online: boolean;
    }
    const { rows } = await bench.school.call<{ rows: Terminal[] }>(devicePage, 'query');
    expect(rows.find((d) => d.id === faceA)).toMatchObject({ behind: 0, unsafe: 0, online: true });
    expect(rows.find((d) => d.id === plain)).toMatchObject({ unsafe: 1, online: false });
    expect(rows[0]?.unsafe).toBe(Math.max(...rows.map((d) => d.unsafe)));
    const unknown = `${devicePage}/unknown`;
    expect(
      (await bench.school.call<{ rows: unknown[] }>(unknown, 'query', { search: { deviceId: plain } })).rows,
    ).toMatchObject([{ cardNo: 'L0001', name: '失主', status: 'LOST' }]);
    expect((await bench.school.call<{ total: number }>(unknown, 'query', { search: { deviceId: faceA } })).total).toBe(
      0,
    );
    // Lines are lines of a record one may see, and of one record at a time.
    expect(await bench.company.call(unknown, 'query', { search: { deviceId: plain } })).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const search of [{}, { deviceId: null }])
      expect(await bench.school.call(unknown, 'query', { search })).toMatchObject({ code: 'MALFORMED' });
    expect(await bench.school.call(pushPage, 'notice')).toMatchObject({
      tone: 'warning',
      open: { path: devicePage },
      text: expect.stringContaining('台还不知道最近挂失、退卡或补换的卡'),
    });
  });
});

test('the report adds up, whatever state people are in', async () => {
  interface Answer {
    rows: Record<string, number>[];
    sums: Record<string, number>;
    check: { ok: boolean; text: string };
  }
  const { sums, check, rows } = await bench.school.call<Answer>(countPage, 'query', { page: 1, size: 100 });
  expect(check.ok).toBe(true);
  const { count } = (
    await bench.database.pool.query(
      `select count(*)::int from person where organization_id = $1 and status <> 'CLOSED'`,
      [units.organization],
    )
  ).rows[0];
  expect(sums.total).toBe(count);
  expect(rows.length).toBeGreaterThan(0);
  for (const key of ['missing', 'pending', 'collected', 'rejected', 'withdrawn', 'deleted'])
    expect(sums[key], key).toBeGreaterThan(0);
  const ok = await bench.school.call<{ total: number }>(userPage, 'query', {
    page: 1,
    size: 20,
    search: { faceStatus: ['OK'] },
  });
  expect(ok.total).toBe(sums.collected);
  // Every row opens its own people: those of the departments below have rows of their own.
  for (const row of rows) {
    const { total } = await bench.school.call<{ total: number }>(userPage, 'query', {
      page: 1,
      size: 20,
      search: { ownDepartmentId: [row.departmentId ?? 0], status: ['PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING'] },
    });
    expect([row.groupName, total]).toEqual([row.groupName, row.total]);
  }
  expect(await bench.school.call(countPage, 'notice')).toMatchObject({
    tone: 'info',
    text: expect.stringContaining(`已存储人脸 ${sums.collected} 人`),
  });
});
