/** How old the newest backup is. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Epoch ms of the newest file in the folder; null without one. */
export async function lastBackup(dir: string): Promise<number | null> {
  const names = await readdir(dir).catch(() => [] as string[]);
  const times = await Promise.all(names.slice(-500).map(async (name) => (await stat(join(dir, name))).mtimeMs));
  return times.length > 0 ? Math.max(...times) : null;
}
