/** What a backup holds, file by file with its sha256: written last, so that only a whole backup has it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const sumsFile = 'SHA256SUMS';

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the list over everything in `folder`. */
export async function writeSums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    lines.push(`${await sumOf(path)}  ./${path.slice(folder.length + 1)}\n`);
  }
  await writeFile(join(folder, sumsFile), lines.sort().join(''), { mode: 0o600 });
}

/** Files that are missing or differ from the list; undefined when the folder has no list and so is no whole backup. */
export async function brokenFiles(folder: string): Promise<string[] | undefined> {
  const list = await readFile(join(folder, sumsFile), 'utf8').catch(() => undefined);
  if (list === undefined) return undefined;
  const broken: string[] = [];
  for (const line of list.split('\n').filter(Boolean)) {
    const path = line.slice(68);
    if ((await sumOf(join(folder, path)).catch(() => '')) !== line.slice(0, 64)) broken.push(path);
  }
  return broken;
}
