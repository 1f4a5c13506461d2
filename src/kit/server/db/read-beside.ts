/**
 * Reading from a standby what need not burden the primary: reports, lists over long times, exports. Whoever reads there sees
 * everything that was committed before he asked, his own last write and all others: the standby must have come to where the
 * primary's log stood at that moment, soon; otherwise the primary is read.
 */
import type { ClientConfig, Pool } from 'pg';
import type { Log } from '../context.ts';
import { createPool } from './pool.ts';
import type { Tell } from './watch-statements.ts';

export interface ReadBeside {
  /** The standby's pool. */
  pool: Pool;
  connection: ClientConfig;
  /** Whether the standby has all that is committed by now. */
  caughtUp(): Promise<boolean>;
  /** How often it was read, and how often the primary instead. */
  counts(): Readonly<{ beside: number; primary: number }>;
  close(): Promise<void>;
}

/** So long a reader waits for the standby: less than a report takes. */
const patienceMs = 300;
const lookMs = 10;
/** A standby that was away is left alone for so long. */
const awayMs = 5_000;

/** What a statement says when the standby had to take it back, or went away: the primary answers it. */
const takenBack = new Set(['40001', '40P01', '57014', '25006']);
export const isTakenBack = (error: unknown): boolean => takenBack.has((error as { code?: string } | null)?.code ?? '');

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** `primary` tells how far the log is, `url` leads to a standby of it, `tell` hears of the statements read there. */
export function readBeside(primary: Pool, url: string, log: Log, tell?: Tell, wait = patienceMs): ReadBeside {
  const connection = { connectionString: url };
  const pool = createPool(
    connection,
    { max: 10, connectTimeoutMs: 2_000, applicationName: 'onecard beside', ...(tell && { tell }) },
    (error) => log.warn('standby', { error: error.message }),
  );
  const counts = { beside: 0, primary: 0 };
  let awayUntil = 0;
  const reached = async (): Promise<boolean> => {
    // Where the log is written to, not where it is on the disk: what commits without waiting for the disk is committed as well.
    const { rows } = await primary.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    for (const until = performance.now() + wait; ; await pause(lookMs)) {
      // One that became primary itself has no place in a log it follows: null, and is not beside anything.
      const { rows: there } = await pool.query<{ has: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
        [rows[0]!.at],
      );
      if (there[0]!.has) return true;
      if (performance.now() > until) return false;
    }
  };
  return {
    pool,
    connection,
    counts: () => counts,
    close: () => pool.end(),
    async caughtUp() {
      if (performance.now() < awayUntil) {
        counts.primary += 1;
        return false;
      }
      const has = await reached().catch((error: Error) => {
        awayUntil = performance.now() + awayMs;
        log.warn('standby is away', { error: error.message });
        return false;
      });
      counts[has ? 'beside' : 'primary'] += 1;
      return has;
    },
  };
}
