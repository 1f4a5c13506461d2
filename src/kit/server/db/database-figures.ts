/** What the database says of itself: for the page of the server and for `/metrics`. */
import type { Pool } from 'pg';

export interface DatabaseFigures {
  version: string;
  sizeBytes: number;
  connections: number;
  active: number;
  maxConnections: number;
  standby: boolean;
  replicas: number;
  cacheHitPercent: number;
  /** Null while nothing is at work. */
  longestTransactionSeconds: number | null;
  /** Number of the newest migration. */
  migration: number;
  startedAt: string;
}

export async function databaseFigures(pool: Pool): Promise<DatabaseFigures> {
  const { rows } = await pool.query<DatabaseFigures>(
    `select version() as version, pg_database_size(current_database())::bigint as "sizeBytes",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::int from pg_stat_activity where datname = current_database() and state = 'active') as active,
      current_setting('max_connections')::int as "maxConnections",
      pg_is_in_recovery() as standby,
      (select count(*)::int from pg_stat_replication) as replicas,
      (select coalesce(round(100.0 * sum(blks_hit) / nullif(sum(blks_hit) + sum(blks_read), 0), 1), 100)::float8
        from pg_stat_database where datname = current_database()) as "cacheHitPercent",
      (select extract(epoch from max(now() - xact_start))::float8 from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()) as "longestTransactionSeconds",
      (select max(number)::bigint from schema_migration) as migration,
      pg_postmaster_start_time() as "startedAt"`,
  );
  return rows[0]!;
}
