/** The log of a database that has been at work for some weeks: its files are there, and written again. */
import { Client, type ClientConfig } from 'pg';

/**
 * Writes through so many files of the log and leaves them to be written again: each new one holds every commit up for tens
 * of milliseconds, which a young database meets once in some ten thousand swipes and an old one never. Ends in a checkpoint.
 */
export async function fillLog(superuser: ClientConfig, files: number): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    for (let n = 0; n < files; n += 1) {
      await client.query(`select pg_logical_emit_message(false, 'bench', '')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
