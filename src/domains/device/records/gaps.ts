/**
 * Sequence numbers that never arrived: the money records and the events a terminal has taken and the server has not seen,
 * without those a clerk has given up.
 */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { answeredNumbers } from '../../wallet/public.server.ts';
import { recordKey } from '../gateway.ts';
import { maxSeq, type Stream } from './sequences.ts';
import '../tables.ts';

export interface Gap {
  deviceId: number;
  epoch: number;
  stream: Stream;
  /** First and last missing number, both included. */
  from: number;
  to: number;
}

/**
 * SQL over a row `q` of device_sequence: the numbers used so far. A terminal that claimed one beyond all reason before
 * claims were bounded has used up to the bound, so that no list fails on its row.
 */
export const usedNumbers = sql`int8multirange(int8range(1, greatest(
  least(greatest(q.last_seq, upper(q.seen) - 1), ${sql.lit(maxSeq)}), 0) + 1))`;

/** A hole is looked up in the ledger number by number up to this size; past it the answer would not change. */
const mostLookups = 2_000;

/** So many numbers are looked up at once, of as many gaps as they make: each statement costs what a thousand numbers do. */
const lookedUpAtOnce = 5_000;

const numbersOf = ({ from, to }: Gap): number[] => {
  const last = Math.min(to, from + mostLookups - 1);
  return Array.from({ length: last - from + 1 }, (_, i) => from + i);
};

/** Parts of the gaps whose numbers are looked up together. */
function* lookups(gaps: readonly Gap[]): Generator<{ gap: Gap; seq: number; key: string }[]> {
  let part: { gap: Gap; seq: number; key: string }[] = [];
  for (const gap of gaps) {
    part.push(...numbersOf(gap).map((seq) => ({ gap, seq, key: recordKey(gap, { epoch: gap.epoch, seq }) })));
    if (part.length < lookedUpAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Numbers of the gaps that the ledger or the suspense list knows after all. */
async function knownAfterAll(db: Db, organizationId: number, gaps: readonly Gap[]): Promise<Map<Gap, number[]>> {
  const found = new Map<Gap, number[]>();
  // Events are written together with their numbers.
  for (const part of lookups(gaps.filter(({ stream }) => stream !== 'EVENT'))) {
    const of = (column: (one: { gap: Gap; seq: number }) => number) => part.map(column);
    const [answered, waiting] = await Promise.all([
      answeredNumbers(
        db,
        organizationId,
        part.map(({ key }) => key),
      ),
      db
        .selectFrom('offline_trade')
        .select(['device_id as deviceId', 'epoch', 'seq'])
        .where('organization_id', '=', organizationId)
        .where(
          sql<boolean>`(device_id, epoch, seq) in (select * from unnest(${of(({ gap }) => gap.deviceId)}::bigint[],
            ${of(({ gap }) => gap.epoch)}::bigint[], ${of(({ seq }) => seq)}::bigint[]))`,
        )
        .execute(),
    ]);
    const suspended = new Set(waiting.map(({ deviceId, epoch, seq }) => recordKey({ deviceId }, { epoch, seq })));
    for (const { gap, seq, key } of part)
      if (suspended.has(key) || answered.has(key)) found.set(gap, [...(found.get(gap) ?? []), seq]);
  }
  return found;
}

async function holes(db: Db, organizationId: number, deviceId?: number): Promise<Gap[]> {
  const found = await sql<Gap>`
    select q.device_id as "deviceId", q.epoch, q.stream, lower(g) as "from", upper(g) - 1 as "to"
    from device_sequence q,
      unnest(${usedNumbers} - q.seen - q.given_up) as g
    where q.organization_id = ${organizationId} ${deviceId === undefined ? sql`` : sql`and q.device_id = ${deviceId}`}
    order by q.device_id, q.epoch, q.stream, lower(g)`.execute(db);
  return found.rows;
}

/**
 * The gaps of an organization's terminals, or of one. Numbers a killed process had taken but not written down are found
 * in the ledger here and written down.
 */
export async function deviceGaps(db: Db, organizationId: number, deviceId?: number): Promise<Gap[]> {
  const gaps = await holes(db, organizationId, deviceId);
  const known = await knownAfterAll(db, organizationId, gaps);
  for (const [gap, seqs] of known)
    await sql`update device_sequence set seen = seen + (
        select range_agg(int8range(s, s + 1)) from unnest(${seqs}::bigint[]) as s)
      where organization_id = ${organizationId} and device_id = ${gap.deviceId} and epoch = ${gap.epoch}
        and stream = ${gap.stream}`.execute(db);
  return known.size > 0 ? holes(db, organizationId, deviceId) : gaps;
}

/** SQL over alias `d`: how many numbers of the device are missing, those still waiting on it not counted. */
export const missingCount = sql<number>`greatest(0, coalesce((
  select sum(upper(g) - lower(g)) from device_sequence q,
    unnest(${usedNumbers} - q.seen - q.given_up) as g
  where q.organization_id = d.organization_id and q.device_id = d.id), 0) - coalesce(b.offline_count, 0))::bigint`;
