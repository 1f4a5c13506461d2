/**
 * Rows as they stood at an instant. A table with a trigger of `keep_past()` keeps what its rows were before every change;
 * changes planned (`row_version`) for a day that has come count as made, whether or not they are in the rows yet. What
 * happened then is judged by these rows.
 */
import { isoAt } from '../clock.ts';
import { prepared } from '../db/prepared.ts';
import type { Sql } from '../db/sql-of.ts';

/**
 * SQL of the rows of `table` in the organization `$1` as they stood at an instant, or now; `asOfValues` gives `$2` and `$3`.
 * Rows made later are absent, rows removed later are there. The table has id, organization_id, created_at and updated_at.
 */
export const asOf = (table: string): string => `(
  select f.* from ${table} r
  cross join lateral jsonb_populate_record(r, coalesce(
    (select p.content from past_row p where p.organization_id = r.organization_id and p.table_name = '${table}'
       and p.row_id = r.id and p.until > $2::timestamptz order by p.until limit 1),
    (select jsonb_object_agg(c.key, c.value order by n.valid_from) from row_version n, jsonb_each(n.content) c
     where n.organization_id = r.organization_id and n.table_name = '${table}' and n.row_id = r.id
       and n.state = 'PLANNED' and n.valid_from <= $3::timestamptz),
    '{}')) f
  where r.organization_id = $1 and r.created_at <= $2::timestamptz
  union all
  select f.* from (
    select distinct on (p.row_id) p.content from past_row p
    where p.organization_id = $1 and p.table_name = '${table}' and p.until > $2::timestamptz
      and not exists (select from ${table} r where r.organization_id = $1 and r.id = p.row_id)
    order by p.row_id, p.until) gone
  cross join lateral jsonb_populate_record(null::${table}, gone.content) f
  where f.created_at <= $2::timestamptz)`;

/**
 * SQL of which version of a row `r` of `asOf(table)` it was, from 1, and since when it held: `no`, `since`. Lateral, by the same
 * values. What keeps no word of the change, such as its number and time, is no version.
 */
export const versionThen = (table: string): string => `(
  select 1 + count(h.at)::int as no, coalesce(max(h.at), r.created_at) as since
  from (
    select p.until as at from past_row p where p.organization_id = r.organization_id and p.table_name = '${table}'
      and p.row_id = r.id and p.until <= $2::timestamptz
    union all
    select n.valid_from from row_version n where n.organization_id = r.organization_id and n.table_name = '${table}'
      and n.row_id = r.id and n.state = 'PLANNED' and n.valid_from <= $3::timestamptz) h)`;

/** For the rows at `thenMs`; left out, for those of now. */
export const asOfValues = (nowMs: number, thenMs?: number): [then: string, planned: string] =>
  thenMs === undefined ? ['infinity', isoAt(nowMs)] : [isoAt(thenMs), isoAt(thenMs)];

/** The next instant after `nowMs` for which a change of the tables is planned; Infinity when there is none. */
export async function nextPlanned(
  pool: Sql,
  organizationId: number,
  tables: readonly string[],
  nowMs: number,
): Promise<number> {
  const { rows } = await prepared<{ at: string | null }>(
    pool,
    'next-planned',
    `select min(valid_from) as at from row_version
     where organization_id = $1 and table_name = any($2::text[]) and state = 'PLANNED' and valid_from > $3`,
    [organizationId, tables, isoAt(nowMs)],
  );
  return rows[0]?.at ? Date.parse(rows[0].at) : Number.POSITIVE_INFINITY;
}

/**
 * Instants (epoch ms, ascending) since `fromMs` at which rows of the tables changed, came or are planned to change. Between
 * two of them nothing differs.
 */
export async function changesSince(
  db: Sql,
  organizationId: number,
  tables: readonly string[],
  fromMs: number,
): Promise<number[]> {
  const made = tables.map(
    (table) =>
      `select created_at from ${table} where organization_id = $1 and created_at > to_timestamp($3 / 1000.0::float8)`,
  );
  const { rows } = await db.query<{ at: number }>(
    `select distinct (extract(epoch from at) * 1000)::bigint as at from (
        select until as at from past_row
        where organization_id = $1 and table_name = any($2::text[]) and until > to_timestamp($3 / 1000.0::float8)
        union all
        select valid_from from row_version
        where organization_id = $1 and table_name = any($2::text[]) and state = 'PLANNED'
        union all ${made.join(' union all ')}) t (at)
      order by 1`,
    [organizationId, tables, fromMs],
  );
  return rows.map((row) => row.at);
}
