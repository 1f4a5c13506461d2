/**
 * Who is still missing: every terminal a document was published to, the version it should have and the one it has. The base
 * of all pages that tell what reached the terminals; each narrows it to its kinds.
 */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import { onlineSeconds } from '../register/device-states.ts';

/** Documents `w` with their terminal `d`, its beat `b` and what it acknowledged `k`; `o.online` beside them. */
export function docsFrom(db: Db, ctx: Pick<Ctx, 'clock'>) {
  return db
    .selectFrom('device_doc as w')
    .innerJoin('device as d', (on) =>
      on.onRef('d.organization_id', '=', 'w.organization_id').onRef('d.id', '=', 'w.device_id'),
    )
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .leftJoin('device_doc_ack as k', (on) =>
      on
        .onRef('k.organization_id', '=', 'w.organization_id')
        .onRef('k.device_id', '=', 'w.device_id')
        .onRef('k.kind', '=', 'w.kind'),
    )
    .innerJoin(
      sql<{ since: string }>`(select ${isoAt(ctx.clock.now() - onlineSeconds * 1000)}::timestamptz as since)`.as('o'),
      (on) => on.onTrue(),
    );
}

/** The columns of such a list. */
export const docColumns = {
  deviceId: 'w.device_id',
  kind: 'w.kind',
  state: sql<string>`case when coalesce(k.has, 0) >= w.version then 'DONE' when k.error <> '' then 'FAILED' else 'WAITING' end`,
  wanted: 'w.version',
  has: sql<number>`coalesce(k.has, 0)`,
  publishedAt: 'w.published_at',
  behindSince: 'w.behind_since',
  ackedAt: sql<string | null>`case when coalesce(k.has, 0) >= w.version then k.at end`,
  error: sql<string>`coalesce(k.error, '')`,
  online: sql<boolean>`coalesce(b.last_beat_at > o.since, false)`,
};

/** A number per document; a terminal has one of a kind at most. */
export const docId = sql<number>`w.device_id * 8 + array_position(array['DOOR', 'PASSES', 'SCREEN', 'ROSTER', 'TODO', 'APP'], w.kind)`;
