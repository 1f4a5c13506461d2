/**
 * A page's code that cannot be fetched (a deploy replaced it, or the connection broke): tried again once, then one
 * automatic full reload, at most once a minute (product spec §8).
 */
import { clock } from '../clock.ts';

const reloadedKey = 'onecard.chunkReload';
const retryDelayMs = 400;
export const reloadEveryMs = 60_000;

/** May the console reload itself at `now`, when it last did at `last` (epoch ms)? */
export function mayReload(last: number | undefined, now: number): boolean {
  return last === undefined || !Number.isFinite(last) || now - last >= reloadEveryMs || last > now;
}

/** Is this the failure of a lazy import? */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /dynamically imported module|Importing a module script failed|ChunkLoad|Unable to preload|error loading dynamically/i.test(
    text,
  );
}

/** Reloads the console unless it did so within the last minute. Returns whether it does. */
export function reloadOnce(): boolean {
  const stored = sessionStorage.getItem(reloadedKey);
  const now = clock.now();
  if (!mayReload(stored === null ? undefined : Number(stored), now)) return false;
  sessionStorage.setItem(reloadedKey, String(now));
  window.location.reload();
  return true;
}

/** Loads code: one retry, then the reload rule; throws when that is used up too. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (first) {
    if (!isChunkError(first)) throw first;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    try {
      return await load();
    } catch (error) {
      // While the reload is under way nothing must show an error page.
      if (isChunkError(error) && reloadOnce()) return new Promise<T>(() => undefined);
      throw error;
    }
  }
}
