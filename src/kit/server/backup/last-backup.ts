/** Backups tell the database that they are whole: how old the newest is stands on the server's page and in its metrics. */
import { Client, type ClientConfig } from 'pg';
import { isoAt } from '../clock.ts';
import type { Sql } from '../db/sql-of.ts';

/** Older than a day and what a backup may take is late. */
export const lateBackupMs = 26 * 3_600_000;

/** Epoch ms of the newest whole backup; null without one. */
export async function lastBackup(db: Sql): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>(
    'select (extract(epoch from max(at)) * 1000)::bigint as ms from backup_run',
  );
  return rows[0]?.ms ?? null;
}

/** Tells the database at `connection` of a backup that lies whole at `place`. */
export async function tellBackup(connection: ClientConfig, at: number, place: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`insert into backup_run (at, kind, place) values ($1, 'COPY', $2) on conflict do nothing`, [
      isoAt(at),
      place.slice(-300),
    ]);
  } finally {
    await client.end();
  }
}
