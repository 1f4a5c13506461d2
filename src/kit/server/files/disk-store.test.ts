import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { type FileStore, isFileKey } from './store.ts';

let root: string;
let store: FileStore;
let tokens = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-'));
  store = createDiskStore(join(root, 'files'), { token: () => `t${tokens++}`, fraction: () => 0 });
});
afterAll(() => rm(root, { recursive: true }));

async function files(): Promise<string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('the disk store', () => {
  it('keeps, gives, replaces and removes', async () => {
    const put = await store.put('image/202604/a1.png', Buffer.from('hello'));
    expect(put).toEqual({ size: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' });
    await store.put('image/202604/a1.png', Readable.from([Buffer.from('hel'), Buffer.from('lo!')]));
    const got = await store.get('image/202604/a1.png');
    expect(got?.size).toBe(6);
    expect((await buffer(got!.stream)).toString()).toBe('hello!');
    expect(await store.stat('image/202604/a1.png')).toEqual({ size: 6 });
    await store.remove('image/202604/a1.png');
    await store.remove('image/202604/a1.png');
    expect(await store.get('image/202604/a1.png')).toBeUndefined();
    expect(await store.stat('image/202604')).toBeUndefined();
  });

  it('takes a finished file over', async () => {
    const path = join(root, 'made.xlsx');
    await writeFile(path, 'xlsx');
    expect(await store.take('export/20260401/1-a.xlsx', path)).toEqual({ size: 4 });
    expect(await files()).toEqual(['1-a.xlsx']);
    await store.remove('export/20260401/1-a.xlsx');
  });

  it('leaves nothing of a broken upload', async () => {
    const broken = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('connection lost'));
      },
    });
    await expect(store.put('image/202604/b.png', broken)).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
  });

  it('takes away what a killed process left of its writing, and nothing that is still written', async () => {
    await store.put('image/202604/kept.png', Buffer.from('kept'));
    await writeFile(join(root, 'files', 'incoming', 'broken'), 'half');
    await writeFile(join(root, 'files', 'incoming', 'going'), 'half');
    const longAgo = new Date('2026-04-01');
    await utimes(join(root, 'files', 'incoming', 'broken'), longAgo, longAgo);
    await store.sweepBroken(Date.parse('2026-04-03'));
    expect((await files()).sort()).toEqual(['going', 'kept.png']);
    await rm(join(root, 'files', 'incoming', 'going'));
    await store.remove('image/202604/kept.png');
  });

  it('knows no way out of its folder', async () => {
    for (const key of [
      '../x',
      'a/../b',
      '/etc/passwd',
      'a//b',
      'a/.b',
      'a',
      'a/b/',
      'a\\b/c',
      'a/b\0',
      `a/${'b'.repeat(300)}`,
    ]) {
      expect(isFileKey(key)).toBe(false);
      await expect(store.get(key).then(() => undefined)).rejects.toThrow('malformed');
    }
  });
});
