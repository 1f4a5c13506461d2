/** The door of domains whose events bring pictures or clips: an event names them by number, a row keeps their keys. */
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceEvent, EventCtx } from '../events/handlers.ts';
import type { MediaKind } from './media-kinds.ts';

export interface MediaOf {
  id: number;
  kind: MediaKind;
  /** Key of the file, for a column listed under `evidence` in the domain; the file may still be on its way. */
  key: string;
}

const mostPerEvent = 10;

async function read(db: Sql, organizationId: number, ids: readonly number[]) {
  const { rows } = await db.query<MediaOf & { deviceId: number }>(
    `select id, kind, key, device_id as "deviceId" from media where organization_id = $1 and id = any($2::bigint[])`,
    [organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What the events name in `media` (an array of numbers, in any order of arrival), event by event; a refusal of an event that
 * names what its terminal never announced.
 */
export async function mediaOf(
  ctx: Pick<EventCtx, 'db'>,
  organizationId: number,
  events: readonly Pick<DeviceEvent, 'body' | 'device'>[],
): Promise<(readonly MediaOf[] | Refusal)[]> {
  const bad = (detail: string) => refuse('BAD_EVENT', { detail });
  const named = events.map(({ body }) => body.media ?? []);
  const ids = named.flat().filter((id): id is number => Number.isSafeInteger(id));
  const known = ids.length > 0 ? await read(sqlOf(ctx.db), organizationId, ids) : new Map<number, never>();
  return events.map(({ device }, i) => {
    const list: unknown = named[i];
    if (!Array.isArray(list) || list.length > mostPerEvent) return bad(`media 应为不超过 ${mostPerEvent} 项的编号列表`);
    const found = list.map((id) => known.get(id as number)).filter((one) => one?.deviceId === device.deviceId);
    return found.length === list.length
      ? found.map((one) => ({ id: one!.id, kind: one!.kind, key: one!.key }))
      : bad('media 里有本设备没有上传过的编号');
  });
}

type TakeOne = (
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  media: readonly MediaOf[],
) => Promise<Refusal | undefined>;

/** A handler of events with what they name in `media`: one after the other, since a later one may rest on the one before it. */
export const eachWithMedia =
  (take: TakeOne) =>
  async (ctx: EventCtx, organizationId: number, events: readonly DeviceEvent[]): Promise<(Refusal | undefined)[]> => {
    const media = await mediaOf(ctx, organizationId, events);
    const answers: (Refusal | undefined)[] = [];
    for (const [i, event] of events.entries()) {
      const named = media[i]!;
      answers.push(isRefusal(named) ? named : await take(ctx, organizationId, event, named));
    }
    return answers;
  };
