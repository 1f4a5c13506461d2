/**
 * How many devices came with a code, each once a day. Kept in memory and written once a minute in one statement, so that a code
 * asked for a thousand times a second costs one update a minute. Nothing of a device is stored.
 */
import type { Pool } from 'pg';
import { type Clock, dateAt, isoAt } from '../clock.ts';
import type { Log } from '../context.ts';

const flushMs = 60_000;
/** Devices remembered a day; beyond them none is counted, so that made-up ones neither fill the memory nor the count. */
const mostSeen = 50_000;

export interface ScanBook {
  /** `device`: whatever tells one from another. */
  note(code: string, device: string): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function scanBook({ pool, clock, log }: { pool: Pick<Pool, 'query'>; clock: Clock; log: Log }): ScanBook {
  let day = '';
  let seen = new Set<string>();
  let counts = new Map<string, number>();
  let flushedAt = 0;

  async function flush(): Promise<void> {
    flushedAt = clock.now();
    if (counts.size === 0) return;
    const rows = [...counts];
    counts = new Map();
    try {
      await pool.query(
        `update open_code c set readings = c.readings + n.times, read_at = $3
         from unnest($1::text[], $2::int[]) as n (code, times) where c.code = n.code`,
        [rows.map(([code]) => code), rows.map(([, times]) => times), isoAt(flushedAt)],
      );
    } catch (error) {
      log.warn('scans of codes could not be written', { count: rows.length, error: (error as Error).message });
    }
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    note: (code, device) => {
      const today = dateAt(clock.now());
      if (today !== day) [day, seen] = [today, new Set()];
      const key = `${code} ${device}`;
      if (seen.has(key) || seen.size >= mostSeen) return;
      seen.add(key);
      counts.set(code, (counts.get(code) ?? 0) + 1);
      if (clock.now() - flushedAt >= flushMs) void flush();
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
