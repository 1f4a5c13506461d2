/** Copies a folder that others go on writing in: what vanishes meanwhile is left out, what grows is taken as it stands. */
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { RunAs } from '../db/embedded/process.ts';

export interface TreeCopy {
  from: string;
  to: string;
  /** Paths below `from`, with `/`, that are not copied; a folder's content, never the folder itself. */
  skip?: (path: string, isFolder: boolean) => boolean;
  /** `gzip` adds `.gz` to every file, `gunzip` takes it off again. */
  pack?: 'gzip' | 'gunzip';
  /** Whom files and folders are to belong to. */
  owner?: RunAs | undefined;
}

const gone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Readable by their owner alone: they hold people and money. */
const folderMode = 0o700;
const fileMode = 0o600;

async function copyFile(from: string, to: string, pack: TreeCopy['pack']): Promise<void> {
  const source = createReadStream(from);
  const target = createWriteStream(to, { mode: fileMode });
  if (pack === 'gzip') await pipeline(source, createGzip({ level: 1 }), target);
  else if (pack === 'gunzip') await pipeline(source, createGunzip(), target);
  else await pipeline(source, target);
}

/** Number of files copied. */
export async function copyTree(copy: TreeCopy, below = ''): Promise<number> {
  const { from, to, skip, pack, owner } = copy;
  await mkdir(join(to, below), { recursive: true, mode: folderMode });
  if (owner) await chown(join(to, below), owner.uid, owner.gid);
  let copied = 0;
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch((error) => {
    if (gone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (skip?.(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) copied += await copyTree(copy, path);
    if (!entry.isFile()) continue;
    const target = join(to, pack === 'gzip' ? `${path}.gz` : pack === 'gunzip' ? path.replace(/\.gz$/, '') : path);
    try {
      await copyFile(join(from, path), target, pack);
      if (owner) await chown(target, owner.uid, owner.gid);
      copied += 1;
    } catch (error) {
      if (!gone(error)) throw error;
    }
  }
  return copied;
}
