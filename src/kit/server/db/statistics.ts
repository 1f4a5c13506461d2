/**
 * What the planner knows of the tables. The database looks after itself, but late: a bulk load is planned against empty
 * tables for a minute, and a partitioned table is never looked at as a whole. A join over either can take minutes.
 */
import type { Pool } from 'pg';

/** Rows changed since the tables were last looked at before it is worth looking again. */
const freshRows = 1_000;

/** Tables of which a tenth changed since they were last looked at, and the partitioned ones above them. Takes no lock. */
const stale = `with recursive above as (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (current_schemas(false)) and c.relkind = 'r' and c.relpersistence = 'p'
      and pg_stat_get_mod_since_analyze(c.oid) > $1 + 0.1 * greatest(c.reltuples, 0)
    union select i.inhparent from above a join pg_inherits i on i.inhrelid = a.oid)
  select a.oid::regclass::text as name, c.relkind = 'p' as parent
  from above a join pg_class c on c.oid = a.oid order by c.relkind = 'p', name`;

/** Looks at what changed much since the planner last did; names what was looked at. One that another connection looks at is left to it. */
export async function refreshStatistics(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; parent: boolean }>(stale, [freshRows]);
  // A parent's own figures come from a sample over its partitions; those that changed were looked at before it.
  const { rows: version } = await pool.query<{ n: number }>(`select current_setting('server_version_num')::int as n`);
  const only = version[0]!.n >= 180_000 ? 'only ' : '';
  for (const { name, parent } of rows) await pool.query(`analyze (skip_locked) ${parent ? only : ''}${name}`);
  return rows.map((row) => row.name);
}
