/**
 * What `/health` and `/health/ready` answer. A node is ready while it reaches the database: a balancer sends it requests then, for a
 * node that says clearly what cannot be done just now serves better than none. It is in health while something can be booked too.
 */
import type { Pool } from 'pg';
import { type Clock, isoAt } from './clock.ts';
import type { DiskRoom } from './files/disk-room.ts';

export interface Health extends Record<string, unknown> {
  /** As `booking`. */
  ok: boolean;
  /** Money and meals can be booked; false when the database is away, read only or its disk is full. */
  booking: boolean;
  /** Free bytes of the fullest disk of data and files; null where the system does not tell. */
  diskFreeBytes: number | null;
}

export interface HealthDesk {
  health(): Promise<Health>;
  /** Whether anything can be booked. */
  booking(): Promise<boolean>;
  /** Whether this node reaches the database. */
  ready(): Promise<boolean>;
}

/** Balancers ask often; one look answers all that ask within this time. */
const trueForMs = 3_000;
/** Rows of a probe that spill about a mebibyte: more than any table grows by at once. */
const roomRows = 40_000;

/** One look for all who ask within its time; what failed is asked anew at once: what is back should be seen to be. */
function looked(clock: Clock, look: () => Promise<unknown>): () => Promise<boolean> {
  let last: { at: number; well: Promise<boolean> } | undefined;
  return async () => {
    const now = clock.now();
    if (!last || Math.abs(now - last.at) > trueForMs) {
      const well = look().then(
        () => true,
        () => false,
      );
      last = { at: now, well };
    }
    const well = await last.well;
    if (!well) last = undefined;
    return well;
  };
}

/**
 * Proves by writing that the database writes. Its row is there and changes in its place, which a full disk allows: what is booked
 * makes tables grow, so room is taken too, as a temporary file that is gone with the statement and stands in no log.
 */
const writes = (node: number, at: string): string => `
  insert into health_beat (node, at) values (${node}, '${at}') on conflict (node) do update set at = excluded.at;
  set local work_mem = '64kB';
  select count(*) from generate_series(1, ${roomRows}) as room`;

export function healthOf(deps: { pool: Pool; clock: Clock; disk: DiskRoom; node: number }): HealthDesk {
  const booking = looked(deps.clock, () => deps.pool.query(writes(deps.node, isoAt(deps.clock.now()))));
  return {
    booking,
    ready: looked(deps.clock, () => deps.pool.query('select 1')),
    health: async () => {
      const may = await booking();
      return { ok: may, booking: may, diskFreeBytes: (await deps.disk.freeBytes()) ?? null };
    },
  };
}
