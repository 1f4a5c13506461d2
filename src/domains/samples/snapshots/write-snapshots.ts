/** Pictures and clips of what went on at a cabinet: of an event that brings them, or of a SNAP or CLIP of their own. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  captureOf,
  type DeviceEvent,
  type EventCtx,
  eachWithMedia,
  type MediaOf,
  retentionOf,
} from '../../device/public.server.ts';
import { type SnapshotEvent, snapshotEvents } from './snapshot-words.ts';
import '../tables.ts';

export interface Seen {
  event: SnapshotEvent;
  eventNo: number | null;
  personId: number | null;
  sampleId: number | null;
  restaurantId: number | null;
}

/** Writes a row per file; a file told twice stays one. */
export async function writeSnapshots(
  ctx: EventCtx,
  organizationId: number,
  { device, placedAt }: Pick<DeviceEvent, 'device' | 'placedAt'>,
  media: readonly MediaOf[],
  seen: Seen,
): Promise<void> {
  if (media.length === 0) return;
  const ids = await ctx.ids.take(media.length);
  const { pictureDays, clipDays } = await retentionOf(sqlOf(ctx.db), organizationId);
  await sqlOf(ctx.db).query(
    `insert into snapshot (organization_id, id, device_id, kind, at, event, event_no, person_id, sample_id, restaurant_id, file,
       bytes, keep_until, created_at)
     select $1, t.id, $2, m.kind, $3, $4, $5, $6, $7, $8, m.key, m.bytes, t.until, $9
     from unnest($10::bigint[], $11::bigint[], $12::date[]) as t (id, media, until)
       join media m on m.organization_id = $1 and m.id = t.media
     on conflict (organization_id, device_id, file) where file <> '' do nothing`,
    [
      organizationId,
      device.deviceId,
      isoAt(placedAt),
      seen.event,
      seen.eventNo,
      seen.personId,
      seen.sampleId,
      seen.restaurantId,
      isoAt(ctx.clock.now()),
      ids,
      media.map((one) => one.id),
      media.map((one) => addDays(dateAt(placedAt), one.kind === 'CLIP' ? clipDays : pictureDays)),
    ],
  );
}

const isId = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 1;

async function take(
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  media: readonly MediaOf[],
): Promise<Refusal | undefined> {
  const bad = (detail: string) => refuse('BAD_EVENT', { detail });
  const { kind, body } = event;
  const wanted = kind === 'SNAP' ? 'PICTURE' : 'CLIP';
  if (media.length === 0 || media.some((one) => one.kind !== wanted))
    return bad(`media 应为已上传的${kind === 'SNAP' ? '照片' : '视频'}`);
  if (body.commandId !== undefined && !isId(body.commandId)) return bad('commandId 应为正整数');
  // What was asked for is what it shows; a camera's own word counts where nobody asked.
  const asked = isId(body.commandId)
    ? await captureOf(ctx, organizationId, event.device.deviceId, body.commandId)
    : undefined;
  if (body.commandId !== undefined && !asked) return bad('commandId 不是给本设备的拍照命令，或已过期');
  const said: Readonly<Record<string, unknown>> = asked ? { ...body, ...asked } : body;
  const what = said.event ?? 'OTHER';
  const known = snapshotEvents.find(({ value }) => value === what);
  if (!known) return bad('event 不在可选范围内');
  for (const key of ['eventNo', 'personId', 'sampleId'] as const)
    if (said[key] !== undefined && said[key] !== null && !isId(said[key])) return bad(`${key} 应为正整数`);
  const { rows } = await sqlOf(ctx.db).query<{ person: boolean; sample: boolean; restaurantId: number | null }>(
    `select ($2::bigint is null or exists (select 1 from person where organization_id = $1 and id = $2)) as person,
       ($3::bigint is null or exists (select 1 from sample where organization_id = $1 and id = $3)) as sample,
       (select restaurant_id from sample where organization_id = $1 and id = $3) as "restaurantId"`,
    [organizationId, said.personId ?? null, said.sampleId ?? null],
  );
  const [found] = rows;
  if (!found?.person) return bad('personId 不是本单位的人员');
  if (!found.sample) return bad('sampleId 不是本单位的样品');
  await writeSnapshots(ctx, organizationId, event, media, {
    event: known.value,
    eventNo: (said.eventNo as number | null | undefined) ?? null,
    personId: (said.personId as number | null | undefined) ?? null,
    sampleId: (said.sampleId as number | null | undefined) ?? null,
    restaurantId: found.restaurantId,
  });
  return undefined;
}

/** The handler of SNAP and CLIP. */
export const takeSnapshots = eachWithMedia(take);
