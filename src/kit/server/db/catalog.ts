/** Reads tables, columns and keys from PostgreSQL's own catalog; partitions are left to their parent, an extension's to itself. */
import type { Pool } from 'pg';

export interface CatalogColumn {
  table: string;
  column: string;
  /** Name of the type, of the element for arrays, e.g. `int8`, `text`. */
  type: string;
  array: boolean;
  notNull: boolean;
  /** Whether the table is a view, whose columns never say that they are not null. */
  view: boolean;
  /** A column filled by identity or a sequence. */
  generated: boolean;
  /** The type is a native enum. */
  enumerated: boolean;
}

export interface CatalogKey {
  table: string;
  name: string;
  kind: 'primary' | 'unique' | 'foreign';
  /** In key order; null for an expression. */
  columns: (string | null)[];
  /** Of a foreign key: the table and columns pointed at. */
  target: string | null;
  targetColumns: string[] | null;
}

/** A table in partitions. */
export interface CatalogParent {
  table: string;
  /** Whether its partitions have partitions of their own. */
  nested: boolean;
}

export interface CatalogExclusion {
  table: string;
  name: string;
  /** The columns it compares as they are, by `=`. */
  equal: string[];
}

export interface Catalog {
  columns: CatalogColumn[];
  keys: CatalogKey[];
  parents: CatalogParent[];
  exclusions: CatalogExclusion[];
  /** Table name → its comment. */
  comments: Map<string, string>;
}

const relations = `
  select c.oid, c.relname, c.relkind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const columnsSql = `
with rel as (${relations})
select r.relname as "table", a.attname as "column", coalesce(e.typname, t.typname) as "type",
  e.oid is not null as "array", a.attnotnull as "notNull", r.relkind in ('v', 'm') as "view",
  a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as "generated",
  coalesce(e.typtype, t.typtype) = 'e' as "enumerated"
from rel r
join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
order by 1, a.attnum`;

const keysSql = `
with rel as (${relations})
select r.relname as "table", i.relname as "name",
  case when x.indisprimary then 'primary' else 'unique' end as "kind",
  (select array_agg(a.attname::text order by k.place)
   from unnest(x.indkey::int2[]) with ordinality k (attnum, place)
   left join pg_attribute a on a.attrelid = r.oid and a.attnum = k.attnum and k.attnum > 0
   where k.place <= x.indnkeyatts) as "columns",
  null as "target", null as "targetColumns"
from rel r
join pg_index x on x.indrelid = r.oid and x.indisunique
join pg_class i on i.oid = x.indexrelid
union all
select r.relname, c.conname, 'foreign',
  (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality k (attnum, place)
   join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum),
  c.confrelid::regclass::text,
  (select array_agg(a.attname::text order by k.place) from unnest(c.confkey) with ordinality k (attnum, place)
   join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum)
from rel r
join pg_constraint c on c.conrelid = r.oid and c.contype = 'f'
order by 1, 2`;

const parentsSql = `
with rel as (${relations})
select r.relname as "table", exists (
  select from pg_inherits i join pg_class child on child.oid = i.inhrelid
  where i.inhparent = r.oid and child.relkind = 'p') as "nested"
from rel r where r.relkind = 'p' order by 1`;

const exclusionsSql = `
with rel as (${relations})
select r.relname as "table", c.conname as "name",
  (select coalesce(array_agg(a.attname::text order by k.place), '{}')
   from unnest(c.conkey, c.conexclop) with ordinality k (attnum, operator, place)
   join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
   join pg_operator o on o.oid = k.operator and o.oprname = '=') as "equal"
from rel r join pg_constraint c on c.conrelid = r.oid and c.contype = 'x' order by 1, 2`;

const commentsSql = `
with rel as (${relations})
select r.relname as "table", d.description as "comment"
from rel r join pg_description d on d.objoid = r.oid and d.objsubid = 0 and d.classoid = 'pg_class'::regclass`;

/** The catalog of schema `public`. */
export async function readCatalog(pool: Pool): Promise<Catalog> {
  const columns = await pool.query<CatalogColumn>(columnsSql);
  const keys = await pool.query<CatalogKey>(keysSql);
  const parents = await pool.query<CatalogParent>(parentsSql);
  const exclusions = await pool.query<CatalogExclusion>(exclusionsSql);
  const comments = await pool.query<{ table: string; comment: string }>(commentsSql);
  return {
    columns: columns.rows,
    keys: keys.rows,
    parents: parents.rows,
    exclusions: exclusions.rows,
    comments: new Map(comments.rows.map((row) => [row.table, row.comment])),
  };
}
