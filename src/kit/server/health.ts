/** What `/health` answers: whether this node answers, whether anything can be booked, and how much room is left. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from './clock.ts';
import type { DiskRoom } from './files/disk-room.ts';

export interface Health extends Record<string, unknown> {
  /** The node may be sent requests: the database is there and takes writes. */
  ok: boolean;
  /** Money and meals can be booked; false when the database is away, read only or its disk is full. */
  booking: boolean;
  /** Free bytes of the data disk; null where the system does not tell. */
  diskFreeBytes: number | null;
}

/** Balancers ask often; one write answers all that ask within this time. */
const trueForMs = 3_000;

/** Proves by writing that the database writes. */
export function healthOf(deps: { pool: Pool; clock: Clock; disk: DiskRoom; node: number }): () => Promise<Health> {
  let last: { at: number; booking: Promise<boolean> } | undefined;
  const writes = () =>
    deps.pool
      .query('insert into health_beat (node, at) values ($1, $2) on conflict (node) do update set at = excluded.at', [
        deps.node,
        isoAt(deps.clock.now()),
      ])
      .then(
        () => true,
        () => false,
      );
  return async () => {
    const now = deps.clock.now();
    if (!last || Math.abs(now - last.at) > trueForMs) last = { at: now, booking: writes() };
    const booking = await last.booking;
    // What failed is asked anew at once: a database that is back should be seen to be.
    if (!booking) last = undefined;
    return { ok: booking, booking, diskFreeBytes: (await deps.disk.freeBytes()) ?? null };
  };
}
