/** Adds what waits in rollup_waiting to the day totals, many batches at a time. */
import type { Queryable } from '../writer/partitions.ts';
import { addTotals, consumeSums, consumeTables } from './write-rollups.ts';

/** Batches in one transaction: some thousands of swipes, a few dozen milliseconds. */
const mostBatches = 64;

const sums = consumeSums.map(([column]) => `sum(${column})`).join(', ');

/** In key order, as every writer of a lane takes its rows. */
function add(table: keyof typeof consumeTables): string {
  const key = ['business_date', ...consumeTables[table]].join(', ');
  return addTotals(table, `${key}, ${sums}, min(first_at), max(last_at) from swipe group by ${key} order by ${key}`);
}

/** What waits of a day ($3). What another server is adding up is left to it. */
const foldText = `with batch as (
    select id from rollup_waiting where organization_id = $1 and business_date = $3::date limit ${mostBatches} for update skip locked),
  taken as (
    delete from rollup_waiting w using batch b where w.organization_id = $1 and w.business_date = $3::date and w.id = b.id
    returning w.trades),
  swipe as materialized (
    select s.* from plain_swipe_totals s where s.organization_id = $1 and s.business_date = $3::date
      and s.id = any((select array_agg(n.id) from taken cross join lateral unnest(trades) as n (id))::bigint[])),
  place as (${add('rollup_consume_place')}),
  people as (${add('rollup_consume_people')})
  select count(*)::int as n from taken`;

/** Adds up all that waits of an organization. `lane` must be nobody else's at this time. */
export async function foldWaiting(db: Queryable, organizationId: number, lane: number): Promise<void> {
  const { rows: days } = await db.query<{ day: string }>(
    'select distinct business_date::text as day from rollup_waiting where organization_id = $1 order by 1',
    [organizationId],
  );
  for (const { day } of days)
    for (let more = true; more; ) {
      const { rows } = await db.query<{ n: number }>(foldText, [organizationId, lane, day]);
      more = rows[0]?.n === mostBatches;
    }
}

/** Adds up all that waits: what a server that ended left behind. */
export async function foldAllWaiting(db: Queryable, lane: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'select distinct organization_id as id from rollup_waiting /* wall: totals of every organization */',
  );
  for (const { id } of rows) await foldWaiting(db, id, lane);
}
