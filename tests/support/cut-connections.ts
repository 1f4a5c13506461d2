/** Connections cut amid their work: as a node that dies, or a net that tears. */
import type { Pool } from 'pg';
import { isDatabaseAway } from '../../src/kit/server/db/away.ts';

/** Ends every connection of the house that is at work, the own one excepted; the database's own workers are not ours. @returns how many. */
export async function cutConnections(pool: Pool): Promise<number> {
  const asked = await pool
    .query<{ n: number }>(
      `select count(*) filter (where pg_terminate_backend(pid))::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and backend_type = 'client backend' and usename = current_user`,
    )
    .catch((error: unknown) => {
      // The one that was handed out had been cut itself: nothing was cut then.
      if (!isDatabaseAway(error)) throw error;
    });
  return asked?.rows[0]?.n ?? 0;
}
