/**
 * A command that is overtaken: it has looked at its row and waits for a lock, meanwhile another transaction changes what it
 * looked at. So the refusals behind the buttons are met, which stop only whoever saw the page before it changed.
 */
import type { Pool, PoolClient } from 'pg';

/** Runs `hold` in a transaction, `ask` until it waits for it, then `change` in the same transaction; answers what `ask` answered. */
export async function overtaken<T>(
  pool: Pool,
  hold: string,
  ask: () => Promise<T>,
  change: (tx: PoolClient) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    await tx.query(hold);
    const answer = ask();
    for (let turn = 0; ; turn += 1) {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where not granted and pid in
           (select pid from pg_stat_activity where datname = current_database())`,
      );
      if (rows[0]!.n > 0) break;
      if (turn > 400) throw new Error('nobody waited for the lock');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await change(tx);
    await tx.query('commit');
    return await answer;
  } catch (error) {
    await tx.query('rollback');
    throw error;
  } finally {
    tx.release();
  }
}
