/**
 * Marks of events that arrived long ago go: their numbers stay in `seen`, so a repeat is a duplicate all the same; only a
 * number used for something else after so long is no longer told apart.
 */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';

const keptMs = 90 * 86_400_000;
/** Rows of one statement: terminals go on writing beside it. */
const most = 10_000;

/** Deletes marks received more than 90 days ago, of all units; answers how many. Safe to run at any time. */
export async function forgetMarks({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> {
  for (let gone = 0; ; ) {
    const { rowCount } = await pool.query(
      `delete /* wall: by age alone, whoever's */ from device_event where ctid = any(array(
         select ctid from device_event where received_at < $1 limit ${most}))`,
      [isoAt(clock.now() - keptMs)],
    );
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < most) return gone;
  }
}
