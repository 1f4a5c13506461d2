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

/** Numbers of the range that the ledger or the suspense list knows after all. */
async function knownAfterAll(db: Db, organizationId: number, gap: Gap): Promise<number[]> {
  // Events are written together with their numbers.
  if (gap.stream === 'EVENT') return [];
  const to = Math.min(gap.to, gap.from + mostLookups - 1);
  const numbers = Array.from({ length: to - gap.from + 1 }, (_, i) => gap.from + i);
  const [answered, waiting] = await Promise.all([
    answeredNumbers(
      db,
      organizationId,
      numbers.map((seq) => recordKey(gap, { epoch: gap.epoch, seq })),
    ),
    db
      .selectFrom('offline_trade')
      .select('seq')
      .where('organization_id', '=', organizationId)
      .where('device_id', '=', gap.deviceId)
      .where('epoch', '=', gap.epoch)
      .where('seq', '>=', gap.from)
      .where('seq', '<=', to)
      .execute(),
  ]);
  const suspended = new Set(waiting.map((row) => row.seq));
  return numbers.filter((seq) => suspended.has(seq) || answered.has(recordKey(gap, { epoch: gap.epoch, seq })));
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
  let healed = false;
  const gaps = await holes(db, organizationId, deviceId);
  for (const gap of gaps) {
    const seqs = await knownAfterAll(db, organizationId, gap);
    if (seqs.length === 0) continue;
    healed = true;
    await sql`update device_sequence set seen = seen + (
        select range_agg(int8range(s, s + 1)) from unnest(${seqs}::bigint[]) as s)
      where organization_id = ${organizationId} and device_id = ${gap.deviceId} and epoch = ${gap.epoch}
        and stream = ${gap.stream}`.execute(db);
  }
  return healed ? holes(db, organizationId, deviceId) : gaps;
}

/** SQL over alias `d`: how many numbers of the device are missing, those still waiting on it not counted. */
export const missingCount = sql<number>`greatest(0, coalesce((
  select sum(upper(g) - lower(g)) from device_sequence q,
    unnest(${usedNumbers} - q.seen - q.given_up) as g
  where q.organization_id = d.organization_id and q.device_id = d.id), 0) - coalesce(b.offline_count, 0))::bigint`;
