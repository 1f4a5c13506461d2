/** Pictures and clips of terminals: announced, sent in parts, looked at before they are believed, and named by events. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutOffStore } from '../../../../tests/support/cut-off-store.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { createDiskStore } from '../../../kit/server/files/disk-store.ts';
import { sweepFiles } from '../../../kit/server/files/sweep-files.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import type { KnownDevice } from '../directory.ts';
import { device } from '../domain.ts';
import { announceMedia } from './announce-media.ts';
import { clipFacts } from './clip-facts.ts';
import { forgetMedia } from './forget-media.ts';
import { mediaOf } from './media-of.ts';
import { sampleClip, samplePicture } from './sample-media.ts';
import { takeMediaPart } from './take-media-part.ts';

const mib = 1024 * 1024;
let bench: UnitBench;
let root: string;
const known = (deviceId: number, kind = 'GATE') =>
  ({ at: { deviceId, organizationId: units.organization, name: `门${deviceId}` }, epoch: 9, kind }) as KnownDevice;
const gate = known(1);

beforeAll(async () => {
  bench = await unitBench([tenancy, device], []);
  root = await mkdtemp(join(tmpdir(), 'media-'));
  Object.assign(bench.services, {
    files: createDiskStore(root, bench.services.random),
    disk: { refuses: async () => undefined, freeBytes: async () => undefined },
    config: { ...bench.services.config, uploadQuota: { accountMib: 1, unitMib: 64 } },
  });
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await device.stop?.(bench.services);
  await bench.database.drop();
});
beforeEach(() => bench.database.pool.query('truncate media, stored_file'));

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const announce = (content: Buffer, more: object = {}, from = gate) =>
  announceMedia(bench.services, from, {
    kind: 'PICTURE',
    sha256: sha256(content),
    bytes: content.length,
    ...more,
  }) as Promise<{ id: number; received: number; done: boolean; code?: string; params?: { detail?: string } }>;
const put = (id: number | string, offset: number | string | undefined, content: Buffer, from = gate) =>
  takeMediaPart(bench.services, from, {
    id: String(id),
    offset: offset === undefined ? undefined : String(offset),
    content,
  }) as Promise<{ received: number; done: boolean; code?: string; params?: { detail?: string } }>;
const stored = async () =>
  (
    await bench.database.pool.query<{ key: string; type: string; size: number; unitId: number }>(
      'select key, type, size, unit_id as "unitId" from stored_file order by id',
    )
  ).rows;

describe('a picture', () => {
  const picture = samplePicture('东门 07:20');

  it('sent whole is a stored file of its unit; announced again it has the same number', async () => {
    const { id, done } = await announce(picture, { eventNo: 7 });
    expect(done).toBe(false);
    expect(await put(id, 0, picture)).toMatchObject({ received: picture.length, done: true });
    expect(await stored()).toEqual([
      {
        key: expect.stringMatching(/^evidence\/\d{6}\/f.+\.jpg$/),
        type: 'image/jpeg',
        size: picture.length,
        unitId: units.organization,
      },
    ]);
    expect(await announce(picture)).toMatchObject({ id, done: true });
    expect(await put(id, 0, picture)).toMatchObject({ done: true });
    expect(await stored()).toHaveLength(1);
    const { stream } = (await bench.services.files.get((await stored())[0]!.key))!;
    expect((await buffer(stream)).equals(picture)).toBe(true);
  });

  it('is another one of another terminal, and nobody else may send its parts', async () => {
    const { id } = await announce(picture);
    expect((await announce(picture, {}, known(2))).id).not.toBe(id);
    expect(await put(id, 0, picture, known(2))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await put('../1', 0, picture)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a clip in parts', () => {
  const clip = sampleClip(12, 'avc1', 2.5 * mib);
  const part = (from: number) => clip.subarray(from, from + mib);

  it('goes on where it stopped; a part twice or out of turn changes nothing', async () => {
    const { id } = await announce(clip, { kind: 'CLIP' });
    expect(await put(id, 0, part(0))).toMatchObject({ received: mib, done: false });
    expect(await put(id, 0, part(0))).toMatchObject({ received: mib, done: false });
    expect(await put(id, 2 * mib, part(2 * mib))).toMatchObject({ received: mib, done: false });
    expect(await announce(clip, { kind: 'CLIP' })).toMatchObject({ id, received: mib });
    await Promise.all([put(id, mib, part(mib)), put(id, mib, part(mib))]);
    expect(await put(id, 2 * mib, part(2 * mib))).toMatchObject({ done: true });
    expect(await stored()).toMatchObject([{ type: 'video/mp4', size: clip.length }]);
  });

  it('killed while the whole was stored takes its last part again', async () => {
    const { id } = await announce(clip, { kind: 'CLIP' });
    await put(id, 0, part(0));
    await put(id, mib, part(mib));
    const { files } = bench.services;
    const dying = {
      ...files,
      put: (key: string, content: Parameters<typeof files.put>[1]) =>
        key.startsWith('evidence/') ? Promise.reject(new Error('killed')) : files.put(key, content),
    };
    Object.assign(bench.services, {
      files: { ...dying, get: files.get.bind(files), remove: files.remove.bind(files) },
    });
    await expect(put(id, 2 * mib, part(2 * mib))).rejects.toThrow('killed');
    Object.assign(bench.services, { files });
    expect(await announce(clip, { kind: 'CLIP' })).toMatchObject({ id, received: 2 * mib, done: false });
    const twice = await Promise.all([put(id, 2 * mib, part(2 * mib)), put(id, 2 * mib, part(2 * mib))]);
    expect(twice.some(({ done }) => done)).toBe(true);
    expect(await announce(clip, { kind: 'CLIP' })).toMatchObject({ id, done: true });
    expect(await stored()).toMatchObject([{ type: 'video/mp4', size: clip.length }]);
  });

  it('with wrong bytes is forgotten and can be sent again', async () => {
    const { id } = await announce(clip, { kind: 'CLIP' });
    await put(id, 0, Buffer.alloc(mib, 1));
    await put(id, mib, part(mib));
    expect(await put(id, 2 * mib, part(2 * mib))).toMatchObject({ code: 'MEDIA_WRONG' });
    expect(await announce(clip, { kind: 'CLIP' })).toMatchObject({ id, received: 0, done: false });
    expect(await stored()).toEqual([]);
  });

  it('says how long it plays and how it is coded', () => {
    expect(clipFacts(clip)).toEqual({ seconds: 12, codec: 'avc1' });
    expect(clipFacts(samplePicture('x'))).toBeUndefined();
    expect(clipFacts(clip.subarray(0, 60))).toBeUndefined();
  });
});

describe('what is not taken', () => {
  const whole = async (content: Buffer, more: object) => put((await announce(content, more)).id, 0, content);

  it('what is no picture, no clip, too long or coded otherwise', async () => {
    expect(await whole(Buffer.from('PK\x03\x04 a zip'), {})).toMatchObject({ code: 'MEDIA_WRONG' });
    expect(await whole(samplePicture('x'), { kind: 'CLIP' })).toMatchObject({ code: 'MEDIA_WRONG' });
    expect((await whole(sampleClip(40), { kind: 'CLIP' })).params?.detail).toBe('视频长 40 秒，最多 15 秒');
    expect((await whole(sampleClip(9, 'hvc1'), { kind: 'CLIP' })).params?.detail).toBe('视频须为 H.264 编码');
    expect(await stored()).toEqual([]);
  });

  it('false sizes and places', async () => {
    const picture = samplePicture('x');
    expect(await announce(picture, { bytes: 513 * 1024 })).toMatchObject({ code: 'MEDIA_LARGE' });
    expect(await announce(picture, { bytes: 0 })).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await announce(picture, { sha256: 'x' })).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await announce(picture, { kind: 'ZIP' })).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await announce(picture, { epoch: 10, eventNo: 1 })).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await announce(picture, {}, known(1, 'POS'))).toMatchObject({ code: 'BAD_MEDIA' });
    const { id } = await announce(picture, { bytes: picture.length + 1 });
    for (const offset of [picture.length + 1, -1, '1.5', undefined])
      expect(await put(id, offset, picture)).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await put(id, 0, Buffer.alloc(0))).toMatchObject({ code: 'BAD_MEDIA' });
    expect(await put(id, 0, Buffer.alloc(picture.length + 2))).toMatchObject({ code: 'BAD_MEDIA' });
    // One byte is missing to what was announced.
    expect(await put(id, 0, picture)).toMatchObject({ received: picture.length, done: false });
    expect(await put(id, picture.length, Buffer.alloc(1))).toMatchObject({ code: 'MEDIA_WRONG' });
  });

  it('more than a terminal may send in a day; clips past the quota of the unit, pictures not', async () => {
    const at = isoAt(bench.clock.now());
    const fill = (kind: string, bytes: number, deviceId: number) =>
      bench.database.pool.query(
        `insert into media (organization_id, id, device_id, kind, sha256, bytes, epoch, key, created_at)
         values ($1, $2, $3, $4, repeat('0', 64), $5, 1, 'evidence/1/x', $6)`,
        [units.organization, bytes + deviceId, deviceId, kind, bytes, at],
      );
    await fill('PICTURE', 2 * 1024 * mib, 3);
    expect(await announce(samplePicture('x'), {}, known(3))).toMatchObject({ code: 'MEDIA_DAY_FULL' });
    await fill('CLIP', bench.services.config.uploadQuota.unitMib * mib, 4);
    expect(await announce(sampleClip(3), { kind: 'CLIP' })).toMatchObject({ code: 'MEDIA_CLIPS_FULL' });
    expect(await announce(samplePicture('y'))).toMatchObject({ done: false });
  });
});

it('an event names what its own terminal announced, and nothing else', async () => {
  const picture = samplePicture('x');
  const { id } = await announce(picture);
  const foreign = await announce(picture, {}, known(2));
  const of = (media: unknown) => ({ device: gate.at, body: { media } });
  const found = await mediaOf(bench.services, units.organization, [
    of([id]),
    of(undefined),
    of([foreign.id]),
    of([999]),
    of('1'),
    of([1.5]),
  ]);
  expect(found.map((one) => ('code' in one ? one.code : one.length))).toEqual([
    1,
    0,
    'BAD_EVENT',
    'BAD_EVENT',
    'BAD_EVENT',
    'BAD_EVENT',
  ]);
});

it('what was never finished goes after four days, and what is named by nothing any more', async () => {
  const { id } = await announce(samplePicture('kept'));
  await put(id, 0, samplePicture('kept'));
  await announce(samplePicture('left'));
  const clip = sampleClip(3, 'avc1', 2 * mib);
  const half = await announce(clip, { kind: 'CLIP' });
  await put(half.id, 0, clip.subarray(0, mib));
  bench.clock.advance(5 * 86_400_000);
  expect(await forgetMedia(bench.services)).toBe(2);
  await bench.database.pool.query('truncate stored_file');
  expect(await forgetMedia(bench.services)).toBe(1);
});

it('a clip whose process ended when a part lay there and was not counted is forgotten with that part', async () => {
  const clip = sampleClip(3, 'avc1', 2 * mib);
  const { id } = await announce(clip, { kind: 'CLIP' });
  const { files } = bench.services;
  const cut = cutOffStore(files);
  Object.assign(bench.services, { files: cut.store });
  void put(id, 0, clip.subarray(0, mib));
  const key = await cut.key;
  Object.assign(bench.services, { files });
  bench.clock.advance(5 * 86_400_000);
  await forgetMedia(bench.services);
  expect(await files.stat(key)).toBeUndefined();
});

it('a picture whose process ended when it lay there is swept when its terminal never comes again', async () => {
  const picture = samplePicture('西门 07:21');
  const { id } = await announce(picture);
  const { files } = bench.services;
  const cut = cutOffStore(files);
  Object.assign(bench.services, { files: cut.store });
  void put(id, 0, picture);
  const key = await cut.key;
  Object.assign(bench.services, { files });
  bench.clock.advance(5 * 86_400_000);
  await forgetMedia(bench.services);
  await sweepFiles({ pool: bench.database.pool, store: files, clock: bench.clock }, ['app_version.file_key']);
  expect(await files.stat(key)).toBeUndefined();
});
