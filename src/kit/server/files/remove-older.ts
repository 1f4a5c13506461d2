/** Files of a folder that nobody writes any more. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the folder's own files whose names begin with `prefix` and that were last written before `beforeMs` (epoch ms). A folder that
 * is not there holds none.
 */
export async function removeOlder(folder: string, beforeMs: number, prefix = ''): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const info = await stat(path).catch(() => undefined);
    if (info?.isFile() && info.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}
