/**
 * A database of a dozen organizations: the measured one's history stands there already, the others are its twins. A twin
 * has the same places and people under ids moved by a fixed step, and a part of the history; only its reading is measured, its books are not balanced.
 */
import type { Client } from 'pg';

/** Ids of the nth twin are the originals' plus n times this; far past every id the server gives. */
export const step = 1_000_000_000_000;

/** In the order their foreign keys ask for. `part`: the id that decides whether a row belongs to a twin's share. */
const tables: readonly { name: string; key?: string; part?: string }[] = [
  { name: 'organization', key: 'id' },
  { name: 'department' },
  { name: 'person_type' },
  { name: 'restaurant' },
  { name: 'deploy_site' },
  { name: 'meal_period' },
  { name: 'device' },
  { name: 'person' },
  { name: 'card' },
  { name: 'wallet' },
  { name: 'posting_row', part: 'id' },
  { name: 'plain_grant', part: 'id' },
  { name: 'trade', part: 'id' },
  { name: 'entry_row', part: 'posting_id' },
];

/** Ids of what all organizations share. */
const shared = new Set(['agent_id', 'region_id', 'contractor_id', 'operator_id', 'type_id@device']);
/** Texts no two organizations may share. */
const named = new Set(['name@organization', 'sn@device']);

async function columnsOf(client: Client, table: string): Promise<{ column: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns where table_name = $1 and table_schema = 'public'
     and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name, type }) => {
    const own = name === 'id' || (name.endsWith('_id') && !shared.has(name) && !shared.has(`${name}@${table}`));
    if (own && type === 'int8')
      return { column: name, value: `case when o.${name} <> 0 then o.${name} + t.n * ${step} else o.${name} end` };
    // Lists of ids; a purse's own counters are a list as well and stay as they are.
    if (type === '_int8' && name !== 'spent')
      return {
        column: name,
        value: `(select coalesce(array_agg(x + t.n * ${step} order by i), '{}') from unnest(o.${name}) with ordinality u (x, i))`,
      };
    if (named.has(`${name}@${table}`)) return { column: name, value: `o.${name} || '·' || t.n` };
    return { column: name, value: `o.${name}` };
  });
}

/** Adds `count` twins of the organization, each with about `percent` of its history. */
export async function addTwins(client: Client, organizationId: number, count: number, percent: number): Promise<void> {
  for (const { name, key, part } of tables) {
    const columns = await columnsOf(client, name);
    await client.query(
      `insert into ${name} (${columns.map((c) => c.column).join(', ')})
       select ${columns.map((c) => c.value).join(', ')}
       from generate_series(1, ${count}) as t (n), ${name} o
       where o.${key ?? 'organization_id'} = ${organizationId} ${part ? `and (hashint8(o.${part}) & 1048575) % 100 < ${percent}` : ''}`,
    );
  }
  for (const rollup of ['place', 'people'] as const) {
    const by = rollup === 'place' ? 'deploy_site_id, device_id' : 'person_type_id, department_id';
    await client.query(
      `insert into rollup_consume_${rollup}
       select organization_id, business_date, meal_period_id, restaurant_id, ${by}, 99, count(*), sum(heads), sum(origin_fen), 0,
         sum(amount_fen), sum(main_fen), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, min(occurred_at), max(occurred_at), sum(restaurant_heads)
       from trade where organization_id > ${step} group by organization_id, business_date, meal_period_id, restaurant_id, ${by}`,
    );
  }
}

/** Does the work while the tables have no index, and builds them afterwards: sorted once instead of grown row by row. */
export async function withoutIndexes(
  client: Client,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ table: string; index: string; def: string; primary: boolean }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index, i.indisprimary as primary,
       case when i.indisprimary then 'alter table ' || i.indrelid::regclass || ' add ' || pg_get_constraintdef(c.oid)
       else pg_get_indexdef(i.indexrelid) end as def
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
     where i.indrelid = any($1::regclass[])`,
    [names],
  );
  for (const { table, index, primary } of rows)
    await client.query(primary ? `alter table ${table} drop constraint ${index}` : `drop index ${index}`);
  await work();
  for (const { def } of rows) await client.query(def.replace(' ON ONLY ', ' ON '));
}
