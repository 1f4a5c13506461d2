/**
 * Which sequence numbers have arrived. Noted in memory by the swipes and written once a second, so that a swipe pays
 * nothing; what a killed process had not written yet is found again in the ledger when gaps are looked at.
 */
import type { Pool } from 'pg';
import type { Log } from '../../../kit/server/context.ts';

/** Money records and events are numbered apart, each from 1 within an epoch. */
export type Stream = 'MONEY' | 'EVENT';

interface Noted {
  organizationId: number;
  deviceId: number;
  epoch: number;
  stream: Stream;
  seqs: Set<number>;
  lastSeq: number;
}

const flushMs = 1_000;

/** Beyond what any terminal takes within an epoch: a record a second for thirty years. */
export const maxSeq = 1_000_000_000;
/** Most numbers a terminal can have used since the last one known; none keeps as many records. */
export const mostJump = 100_000;

/** The highest number of the epoch that is written down, seen or said; 0 for none. */
export async function highestSeq(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  epoch: number,
  stream: Stream,
): Promise<number> {
  const { rows } = await pool.query<{ highest: number }>({
    name: 'device-sequence-highest',
    text: `select least(greatest(last_seq, upper(seen) - 1), ${maxSeq})::bigint as highest
      from device_sequence where organization_id = $1 and device_id = $2 and epoch = $3 and stream = $4`,
    values: [organizationId, deviceId, epoch, stream],
  });
  return rows[0]?.highest ?? 0;
}

/** A PostgreSQL int8multirange literal of numbers: 1, 2, 3, 7 → `{[1,4),[7,8)}`. */
export function multirange(numbers: Iterable<number>): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const ranges: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    const from = sorted[i]!;
    let to = from;
    while (i < sorted.length && sorted[i]! <= to + 1) to = sorted[i++]!;
    ranges.push(`[${from},${to + 1})`);
  }
  return `{${ranges.join(',')}}`;
}

export interface SequenceBook {
  /** A money record with this number was answered for good. */
  note(organizationId: number, deviceId: number, epoch: number, seq: number): void;
  /** The terminal says that it has used numbers up to this. */
  used(organizationId: number, deviceId: number, epoch: number, lastSeq: number, stream?: Stream): void;
  /** Writes what is noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function sequenceBook(pool: Pool, log: Log): SequenceBook {
  let noted = new Map<string, Noted>();
  const at = (organizationId: number, deviceId: number, epoch: number, stream: Stream): Noted => {
    const key = `${deviceId}:${epoch}:${stream}`;
    let found = noted.get(key);
    if (!found) {
      found = { organizationId, deviceId, epoch, stream, seqs: new Set(), lastSeq: 0 };
      noted.set(key, found);
    }
    return found;
  };

  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    // One order on every node, so that two flushes never wait for each other in a circle.
    const rows = [...noted.values()].sort(
      (a, b) => a.deviceId - b.deviceId || a.epoch - b.epoch || (a.stream < b.stream ? -1 : 1),
    );
    noted = new Map();
    try {
      await pool.query({
        name: 'device-sequence-flush',
        text: `insert into device_sequence (organization_id, device_id, epoch, seen, last_seq, stream)
          select o, d, e, s::int8multirange, l, m
          from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[]) as t (o, d, e, s, l, m)
          on conflict (organization_id, device_id, epoch, stream) do update
            set seen = device_sequence.seen + excluded.seen,
              last_seq = greatest(device_sequence.last_seq, excluded.last_seq)`,
        values: [
          rows.map((r) => r.organizationId),
          rows.map((r) => r.deviceId),
          rows.map((r) => r.epoch),
          rows.map((r) => multirange(r.seqs)),
          rows.map((r) => Math.max(r.lastSeq, ...r.seqs)),
          rows.map((r) => r.stream),
        ],
      });
    } catch (error) {
      // Kept for the next round.
      for (const row of rows) {
        const back = at(row.organizationId, row.deviceId, row.epoch, row.stream);
        for (const seq of row.seqs) back.seqs.add(seq);
        back.lastSeq = Math.max(back.lastSeq, row.lastSeq);
      }
      log.warn('sequence numbers could not be written', { error: (error as Error).message });
    }
  }

  // One after the other: whoever flushes finds also what another flush has taken and not yet written.
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    note: (organizationId, deviceId, epoch, seq) => void at(organizationId, deviceId, epoch, 'MONEY').seqs.add(seq),
    used: (organizationId, deviceId, epoch, lastSeq, stream = 'MONEY') => {
      const found = at(organizationId, deviceId, epoch, stream);
      found.lastSeq = Math.max(found.lastSeq, lastSeq);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
