/** Files in a folder: 256 subfolders by the key's hash, written beside and renamed, so that no half file is ever seen. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Random } from '../ids.ts';
import { removeOlder } from './remove-older.ts';
import { checkedKey, type FileStore } from './store.ts';

const absent = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
};

/** Reaches the disk before the name appears: a file that is there is whole, after a crash too. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** A store under `root` (created when missing). */
export function createDiskStore(root: string, random: Random): FileStore {
  const place = (key: string): string =>
    join(root, createHash('sha256').update(checkedKey(key)).digest('hex').slice(0, 2), ...key.split('/'));
  const incoming = join(root, 'incoming');
  const temporary = async (): Promise<string> => {
    await mkdir(incoming, { recursive: true });
    return join(incoming, random.token(16));
  };
  const settle = async (from: string, to: string): Promise<void> => {
    await syncFile(from);
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  };

  return {
    async put(key, content) {
      const to = place(key);
      const from = await temporary();
      const hash = createHash('sha256');
      let size = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        await pipeline(source, count, createWriteStream(from));
        await settle(from, to);
      } catch (error) {
        await rm(from, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    async take(key, path) {
      const to = place(key);
      const { size } = await stat(path);
      try {
        await settle(path, to);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        const from = await temporary();
        await copyFile(path, from);
        await settle(from, to);
        await rm(path, { force: true });
      }
      return { size };
    },
    async get(key, range) {
      try {
        const file = await open(place(key), 'r');
        const info = await file.stat();
        if (!info.isFile()) {
          await file.close();
          return undefined;
        }
        return range
          ? { size: range.end - range.start + 1, stream: file.createReadStream(range) }
          : { size: info.size, stream: file.createReadStream() };
      } catch (error) {
        if (absent(error)) return undefined;
        throw error;
      }
    },
    async stat(key) {
      try {
        const info = await stat(place(key));
        return info.isFile() ? { size: info.size } : undefined;
      } catch (error) {
        if (absent(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(place(key), { force: true }),
    sweepBroken: (beforeMs) => removeOlder(incoming, beforeMs),
  };
}
