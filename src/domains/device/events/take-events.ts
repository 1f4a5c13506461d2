/**
 * Takes events in one transaction: under the lock of each terminal's row of numbers those already seen are dropped, the rest
 * goes to its handlers, and what arrived is written beside the numbers. So each event is taken once, whatever the clock of the
 * terminal did between two sendings of it.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { raise } from '../../alerts/public.server.ts';
import { multirange } from '../records/sequences.ts';
import type { EventCtx } from './handlers.ts';
import type { ReadEvent } from './read-events.ts';

export type EventAnswer =
  | { result: 'TAKEN' | 'DUPLICATE' | 'RETRY' }
  | { result: 'REFUSED'; errorcode?: number; message: string };

interface Row {
  organizationId: number;
  deviceId: number;
  epoch: number;
}

const rowOf = ({ device, epoch }: ReadEvent): Row => ({
  organizationId: device.organizationId,
  deviceId: device.deviceId,
  epoch,
});
const keyOf = ({ deviceId, epoch }: Row) => `${deviceId}:${epoch}`;

/** Locks the rows of numbers, all in one order; answers the highest number each terminal is known to have reached. */
async function lockNumbers(db: Sql, rows: readonly Row[]): Promise<Map<string, number>> {
  const sorted = rows.toSorted((a, b) => a.deviceId - b.deviceId || a.epoch - b.epoch);
  const columns = [sorted.map((r) => r.organizationId), sorted.map((r) => r.deviceId), sorted.map((r) => r.epoch)];
  const from = 'from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as t (o, d, e)';
  const lock = () =>
    db.query<{ deviceId: number; epoch: number; last: number }>(
      `select q.device_id as "deviceId", q.epoch, q.last_seq as last from device_sequence q join (select * ${from}) t
         on q.organization_id = t.o and q.device_id = t.d and q.epoch = t.e
       where q.stream = 'EVENT' order by q.device_id, q.epoch for update of q`,
      columns,
    );
  let locked = await lock();
  // Only what tells for the first time since it was paired has no row yet.
  if (locked.rows.length < rows.length) {
    await db.query(
      `insert into device_sequence (organization_id, device_id, epoch, seen, last_seq, stream)
       select o, d, e, '{}', 0, 'EVENT' ${from} on conflict (organization_id, device_id, epoch, stream) do nothing`,
      columns,
    );
    locked = await lock();
  }
  return new Map(locked.rows.map(({ deviceId, epoch, last }) => [keyOf({ organizationId: 0, deviceId, epoch }), last]));
}

interface Earlier {
  i: number;
  same: boolean | null;
  refused: string | null;
}

/** Which of the events have numbers that arrived before, and whether it was they. */
async function earlierOf(
  db: Sql,
  every: readonly ReadEvent[],
  reached: ReadonlyMap<string, number>,
): Promise<Map<number, Earlier>> {
  // Past the highest number nothing has arrived: as a rule nothing has to be looked up.
  const places = [...every.keys()].filter((i) => every[i]!.no <= (reached.get(keyOf(rowOf(every[i]!))) ?? 0));
  if (places.length === 0) return new Map();
  const events = places.map((i) => every[i]!);
  const { rows } = await db.query<Earlier>(
    `select t.i::int as i, v.mark = t.m as same, v.refused
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) with ordinality as t (o, d, e, n, m, i)
     join device_sequence q on q.organization_id = t.o and q.device_id = t.d and q.epoch = t.e and q.stream = 'EVENT'
       and q.seen @> t.n
     left join device_event v on v.organization_id = t.o and v.device_id = t.d and v.epoch = t.e and v.no = t.n`,
    [
      events.map((v) => v.device.organizationId),
      events.map((v) => v.device.deviceId),
      events.map((v) => v.epoch),
      events.map((v) => v.no),
      events.map((v) => v.mark),
    ],
  );
  return new Map(rows.map((row) => [places[row.i - 1]!, row]));
}

/** Sends the events to their handlers: runs of one kind at a time, so that each terminal's keep their order. */
async function handle(
  ctx: EventCtx,
  events: readonly ReadEvent[],
): Promise<Map<ReadEvent, Refusal | 'RETRY' | undefined>> {
  const verdicts = new Map<ReadEvent, Refusal | 'RETRY' | undefined>();
  const waves: ReadEvent[][] = [];
  for (const own of Map.groupBy(events, (event) => event.device.deviceId).values()) {
    let wave = -1;
    let kind = '';
    for (const event of own) {
      if (event.kind !== kind) wave += 1;
      kind = event.kind;
      const together = waves[wave] ?? [];
      together.push(event);
      waves[wave] = together;
    }
  }
  for (const wave of waves)
    for (const group of Map.groupBy(wave, ({ kind, device }) => `${device.organizationId}:${kind}`).values()) {
      const { kind, device } = group[0]!;
      const handler = ctx.services.deviceEvents.handler(kind);
      const answers = handler ? await handler(ctx, device.organizationId, group) : group.map(() => 'RETRY' as const);
      for (const [i, event] of group.entries()) verdicts.set(event, answers[i]);
    }
  return verdicts;
}

async function writeDown(db: Sql, events: readonly ReadEvent[], refused: (event: ReadEvent) => string): Promise<void> {
  if (events.length === 0) return;
  await db.query(
    `insert into device_event (organization_id, device_id, epoch, no, kind, mark, at, received_at, doubtful, refused)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[],
       $7::timestamptz[], $8::timestamptz[], $9::boolean[], $10::text[])`,
    [
      events.map((v) => v.device.organizationId),
      events.map((v) => v.device.deviceId),
      events.map((v) => v.epoch),
      events.map((v) => v.no),
      events.map((v) => String(v.kind ?? '').slice(0, 20)),
      events.map((v) => v.mark),
      events.map((v) => isoAt(v.at)),
      events.map((v) => isoAt(v.receivedAt)),
      events.map((v) => v.doubtful),
      events.map(refused),
    ],
  );
  const rows = [...Map.groupBy(events, (event) => keyOf(rowOf(event))).values()];
  await db.query(
    `update device_sequence q set seen = q.seen + t.s::int8multirange, last_seq = greatest(q.last_seq, t.l)
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) as t (o, d, e, s, l)
     where q.organization_id = t.o and q.device_id = t.d and q.epoch = t.e and q.stream = 'EVENT'`,
    [
      rows.map(([v]) => v!.device.organizationId),
      rows.map(([v]) => v!.device.deviceId),
      rows.map(([v]) => v!.epoch),
      rows.map((own) => multirange(own.map(({ no }) => no))),
      rows.map((own) => Math.max(...own.map(({ no }) => no))),
    ],
  );
}

const said = (refusal: Refusal): EventAnswer => ({ result: 'REFUSED', message: refusalMessage(refusal) });

/** The same number with other content: the terminal has lost its count, and somebody has to look. */
async function reused(ctx: EventCtx, event: ReadEvent): Promise<EventAnswer> {
  const { organizationId, deviceId, name, restaurantId } = event.device;
  await raise(ctx, organizationId, {
    kind: 'NUMBER_REUSED',
    object: `device:${deviceId}`,
    objectName: name,
    restaurantId: restaurantId || null,
    detail: `流水号 ${event.no}（批次 ${event.epoch}）已用于另一内容，这次的 ${event.kind} 没有收下`,
    open: { path: '/admin/organization/offline_consume/gap', search: { keyword: event.device.sn } },
  });
  return said(refuse('EVENT_NUMBER', { no: event.no }));
}

/** Answers in the order of the events; all in one transaction. */
export async function takeEvents(services: Services, events: readonly ReadEvent[]): Promise<EventAnswer[]> {
  return services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const ctx: EventCtx = { db: trx, ids: services.ids, clock: services.clock, services };
    const rows = new Map(events.map((event) => [keyOf(rowOf(event)), rowOf(event)]));
    const earlier = await earlierOf(db, events, await lockNumbers(db, [...rows.values()]));
    const answers: EventAnswer[] = [];
    const fresh = new Map<string, ReadEvent>();
    for (const [i, event] of events.entries()) {
      const before = earlier.get(i);
      const key = `${keyOf(rowOf(event))}:${event.no}`;
      const twin = fresh.get(key);
      if (before?.same === false || (twin && !twin.mark.equals(event.mark))) answers[i] = await reused(ctx, event);
      else if (before)
        answers[i] = before.refused ? { result: 'REFUSED', message: before.refused } : { result: 'DUPLICATE' };
      else if (twin) answers[i] = { result: 'DUPLICATE' };
      else fresh.set(key, event);
    }
    const first = [...fresh.values()];
    const verdicts = await handle(
      ctx,
      first.filter((event) => !event.refused),
    );
    const no = (event: ReadEvent) => event.refused ?? verdicts.get(event);
    await writeDown(
      db,
      first.filter((event) => no(event) !== 'RETRY'),
      (event) => {
        const verdict = no(event);
        return verdict === undefined || verdict === 'RETRY' ? '' : refusalMessage(verdict);
      },
    );
    for (const [i, event] of events.entries()) {
      if (answers[i]) continue;
      const verdict = no(event);
      answers[i] =
        verdict === undefined ? { result: 'TAKEN' } : verdict === 'RETRY' ? { result: 'RETRY' } : said(verdict);
    }
    return answers;
  });
}
