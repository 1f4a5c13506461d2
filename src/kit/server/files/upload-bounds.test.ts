/** What bounds uploads: room on the disk, quotas, and the sweep of what no record names. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '../../../../tests/support/bucket.ts';
import { cutOffStore } from '../../../../tests/support/cut-off-store.ts';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { manualClock } from '../clock.ts';
import { isRefusal, refusalMessage } from '../refusal.ts';
import { diskRoom } from './disk-room.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';
import { keptWithin, saveUpload, type UploadGate } from './save-upload.ts';
import type { FileStore } from './store.ts';
import { sweepFiles } from './sweep-files.ts';
import { quotaRoom } from './upload-quota.ts';

const day = 86_400_000;
const clock = manualClock(Date.parse('2026-04-01T08:30:00+08:00'));
const random = { token: () => `f${tokens++}`, fraction: () => 0 };
const credentials = { key: 'k', secret: 's', region: 'r' };
const png = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes - 8, 7)]);
let database: TestDatabase;
let root: string;
let store: FileStore;
let bucket: Bucket;
let nextId = 1;
let tokens = 0;

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(join(tmpdir(), 'upload-bounds-'));
  store = createDiskStore(root, random);
  bucket = await openBucket(credentials);
});
afterAll(async () => {
  bucket.close();
  await database.drop();
  await rm(root, { recursive: true });
});

const owner = { accountId: 5, unitType: 'ORGANIZATION', unitId: 3 } as const;
const ids = { next: async () => nextId++, take: async () => [] };
const saveInto = (into: FileStore, bytes: number, gate?: UploadGate) =>
  saveUpload(
    { store: into, sql: database.pool, ids, clock, random },
    owner,
    { name: 'a.png', stream: Readable.from([png(bytes)]), purpose: 'image' },
    gate,
  );
async function save(bytes: number, gate?: UploadGate): Promise<string> {
  const saved = await saveInto(store, bytes, gate);
  return isRefusal(saved) ? refusalMessage(saved) : saved.key;
}

describe('uploads', () => {
  it('wait while the disk is nearly full, and go on when there is room again', async () => {
    let free: number | undefined = 100;
    const disk = diskRoom(clock, {
      folders: ['data', 'files'],
      lowBytes: 1_000,
      free: async (folder) => (folder === 'files' ? free : 9_000),
    });
    const gate: UploadGate = {
      refuses: () => disk.refuses('上传'),
      room: () => quotaRoom(database.pool, owner, { accountMib: 9, unitMib: 9 }),
    };
    expect(await save(20, gate)).toBe('服务器磁盘空间不足，暂停上传，请联系运维人员清理或扩容');
    free = 5_000;
    clock.set(clock.now() + 60_000);
    expect(await save(20, gate)).toMatch(/^image\//);
    free = undefined;
    clock.set(clock.now() + 60_000);
    expect(await disk.refuses('上传')).toBeUndefined();
    expect(await disk.freeBytes()).toBe(9_000);
  });

  it('end where the account, or its unit, has used its space up', async () => {
    const mib = 1024 * 1024;
    const gate = (accountMib: number, unitMib: number): UploadGate => ({
      refuses: async () => undefined,
      room: () => quotaRoom(database.pool, owner, { accountMib, unitMib }),
    });
    expect(await save(mib - 1_000, gate(1, 2))).toMatch(/^image\//);
    expect(await save(2_000, gate(1, 2))).toBe('本账号的上传空间（1 MiB）已用完，请删除不再需要的图片或附件后再试');
    expect(await save(2_000, gate(5, 1))).toContain('本单位的上传空间（1 MiB）已用完');
    expect(await save(500, gate(5, 5))).toMatch(/^image\//);
  });

  it('that come at once do not share what room is left', async () => {
    const mib = 1024 * 1024;
    const other = { ...owner, accountId: 6, unitId: 4 };
    const room = () => quotaRoom(database.pool, other, { accountMib: 1, unitMib: 1 });
    const empty = await room();
    // Each of them finds an empty place.
    const before: UploadGate = { refuses: async () => undefined, room: async () => empty };
    const after: UploadGate = { ...before, room };
    const ids = { next: async () => nextId++, take: async () => [] };
    const deps = { store, sql: database.pool, ids, clock, random: { token: () => `f${tokens++}`, fraction: () => 0 } };
    const saved = await Promise.all(
      Array.from({ length: 4 }, () =>
        saveUpload(deps, other, { name: 'a.png', stream: Readable.from([png(0.4 * mib)]), purpose: 'image' }, before),
      ),
    );
    expect(saved.map((one) => isRefusal(one))).toEqual([false, false, false, false]);
    const kept: unknown[] = [];
    for (const one of saved) if (!isRefusal(one)) kept.push(await keptWithin(deps, one, after));
    expect(kept.map((one) => (isRefusal(one) ? refusalMessage(one) : 'kept'))).toEqual([
      expect.stringContaining('已用完'),
      expect.stringContaining('已用完'),
      'kept',
      'kept',
    ]);
    expect((await room()).bytes).toBeGreaterThan(0);
    const stored = await Promise.all(saved.map((one) => (isRefusal(one) ? undefined : store.stat(one.key))));
    expect(stored.filter(Boolean)).toHaveLength(2);
  });

  it('that no record names are swept after some days, the others stay', async () => {
    await database.pool.query('create table swept_example (photo text, sheet text)');
    const [named, addressed, lost, fresh] = [await save(20), await save(20), await save(20), await save(20)];
    await database.pool.query('insert into swept_example values ($1, null), (null, $2)', [
      named,
      `https://img.example.cn/files/${addressed}`,
    ]);
    clock.set(clock.now() + 5 * day);
    await database.pool.query('update stored_file set created_at = $1 where key = $2', [new Date(clock.now()), fresh]);
    await sweepFiles({ pool: database.pool, store, clock }, ['swept_example.photo', 'swept_example.sheet']);
    const there = async (key: string) => (await store.stat(key)) !== undefined;
    expect([await there(named), await there(addressed), await there(lost), await there(fresh)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const { rows } = await database.pool.query('select 1 from stored_file where key = $1', [lost]);
    expect(rows).toEqual([]);
  });

  const known = async (key: string) =>
    (await database.pool.query<{ size: number }>('select size from stored_file where key = $1', [key])).rows;
  const stores: Record<string, () => FileStore> = {
    disk: () => store,
    bucket: () =>
      createS3Store({
        endpoint: bucket.endpoint,
        bucket: 'b',
        tempDir: join(root, 'temp'),
        clock,
        random,
        ...credentials,
      }),
  };

  it.each(['disk', 'bucket'])('whose process ended with the file on the %s are swept too', async (name) => {
    const under = stores[name]!();
    const cut = cutOffStore(under);
    void saveInto(cut.store, 20);
    const key = await cut.key;
    expect(await under.stat(key)).toEqual({ size: 20 });
    const sweep = () => sweepFiles({ pool: database.pool, store: under, clock }, ['swept_example.photo']);
    await sweep();
    expect(await under.stat(key)).toEqual({ size: 20 });
    clock.set(clock.now() + 5 * day);
    await sweep();
    expect(await under.stat(key)).toBeUndefined();
    expect(await known(key)).toEqual([]);
  });

  it('that the store does not take leave nothing behind, in it or written down', async () => {
    const keys: string[] = [];
    const full: FileStore = {
      ...store,
      put: async (key, content) => {
        keys.push(key);
        await store.put(key, content);
        throw new Error('the answer was lost');
      },
    };
    await expect(saveInto(full, 20)).rejects.toThrow('the answer was lost');
    expect(await store.stat(keys[0]!)).toBeUndefined();
    expect(await known(keys[0]!)).toEqual([]);
    expect(await known(await save(20))).toEqual([{ size: 20 }]);
  });
});
