/** Which version of the card list each terminal has, and which cards out of use it does not know of yet. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';

/** A terminal silent for longer than this is offline. */
const onlineSeconds = 90;

/** Terminals in use with their last heartbeat (`d`, `b`) and the newest version there is (`v`). */
export const listedDevices = (db: Db) =>
  db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .leftJoin('card_list_version as v', 'v.organization_id', 'd.organization_id')
    .where('d.status', 'in', ['ACTIVE', 'REPAIR']);

const changed = sql`c.person_id is not null and c.list_version > coalesce(b.list_version, 0)`;

/** Changes a terminal has not got, and those among them that take a card out of use. */
export const behind = sql<number>`(select count(*)::int from card c
  where c.organization_id = d.organization_id and ${changed})`;
export const unsafe = sql<number>`(select count(*)::int from card c
  where c.organization_id = d.organization_id and ${changed} and c.status <> 'NORMAL')`;

/** How many pushes of a terminal meet a condition over `q`. */
export const pushes = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from device_push q
    where q.organization_id = d.organization_id and q.device_id = d.id and ${condition})`;

export const isOnline = (ctx: Ctx) =>
  sql<boolean>`coalesce(b.last_beat_at > ${isoAt(ctx.clock.now())}::timestamptz - make_interval(secs => ${onlineSeconds}), false)`;

/** Cards out of use that terminals would still take: a row per terminal and card. */
export const unknownCards = (db: Db) =>
  listedDevices(db)
    .innerJoin('card as c', (on) =>
      on
        .onRef('c.organization_id', '=', 'd.organization_id')
        .on('c.person_id', 'is not', null)
        .on('c.status', '<>', 'NORMAL')
        .on(sql<boolean>`c.list_version > coalesce(b.list_version, 0)`),
    )
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
    );

/** The state of all terminals in one line. */
export async function listsAtAGlance(
  ctx: Ctx,
): Promise<{ devices: number; current: number; behind: number; unsafe: number }> {
  return sql<{ devices: number; current: number; behind: number; unsafe: number }>`
    select count(*)::int as devices, coalesce(max(x.current), 0) as current,
           count(*) filter (where x.behind > 0)::int as behind, count(*) filter (where x.unsafe > 0)::int as unsafe
      from (${listedDevices(ctx.db).select(['v.version as current', behind.as('behind'), unsafe.as('unsafe')])}) x`
    .execute(ctx.db)
    .then(({ rows }) => rows[0]!);
}
