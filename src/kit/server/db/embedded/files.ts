/** Small file helpers of the supervisor: every one answers "not there" with undefined instead of throwing. */

import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** The text of a file, or undefined when it does not exist or may not be read. */
export async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** What lies at a path, or undefined. */
export async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

/** Whether something lies at a path. */
export async function exists(path: string): Promise<boolean> {
  return (await statOf(path)) !== undefined;
}
