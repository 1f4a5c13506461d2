/** OPEN and CLOSE of cabinets: a pair is an opening, with who, which way and how long; one nobody answers for is told at once. */
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { raise } from '../../alerts/public.server.ts';
import {
  askCapture,
  type DeviceEvent,
  type EventCtx,
  eachWithMedia,
  type MediaOf,
} from '../../device/public.server.ts';
import { writeSnapshots } from '../snapshots/write-snapshots.ts';
import type { CabinetOpenRow } from '../tables.ts';

const ways = new Set<unknown>(['FACE', 'CARD', 'CODE', 'KEY', 'REMOTE', 'UNKNOWN']);
/** A door open longer is an alarm of its opening. */
const longSeconds = 120;

/** The name of somebody of the unit; undefined for anybody else. */
async function nameOf(ctx: EventCtx, organizationId: number, personId: number): Promise<string | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ name: string }>(
    'select name from person where organization_id = $1 and id = $2',
    [organizationId, personId],
  );
  return rows[0]?.name;
}

async function opened(
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  media: readonly MediaOf[],
): Promise<Refusal | undefined> {
  const { device, at, body } = event;
  const { way = 'UNKNOWN', personId, reason } = body;
  if (!ways.has(way)) return refuse('BAD_RECORD', { detail: 'way 不在可选范围内' });
  if (personId !== undefined && !Number.isSafeInteger(personId))
    return refuse('BAD_RECORD', { detail: 'personId 应为整数' });
  const name = personId === undefined ? '' : await nameOf(ctx, organizationId, personId as number);
  if (name === undefined) return refuse('BAD_RECORD', { detail: 'personId 不是本单位的人员' });
  // A key or an unknown way without a person: nobody was allowed to.
  const illegal = personId === undefined && way !== 'REMOTE';
  await sqlOf(ctx.db).query(
    `insert into cabinet_open (organization_id, id, device_id, opened_at, way, person_id, person_name, reason, illegal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (organization_id, device_id, opened_at) do nothing`,
    [
      organizationId,
      await ctx.ids.next(),
      device.deviceId,
      isoAt(at),
      way as CabinetOpenRow['way'],
      personId ?? null,
      name,
      typeof reason === 'string' ? reason.slice(0, 200) : '',
      illegal,
    ],
  );
  if (illegal)
    await raise(ctx, organizationId, {
      kind: 'ILLEGAL_OPEN',
      object: `cabinet:${device.deviceId}`,
      objectName: device.name,
      at,
      detail: `${device.name} 在 ${isoAt(at).slice(5, 16).replace('T', ' ')} 被打开，没有授权的人`,
      open: { path: '/admin/organization/sample_open_log' },
    });
  if (illegal && media.length === 0 && !event.late)
    await askCapture(ctx, organizationId, device.deviceId, { event: 'STRANGER', eventNo: event.no, sampleId: null });
  await writeSnapshots(ctx, organizationId, event, media, {
    event: illegal ? 'STRANGER' : 'OPEN',
    eventNo: event.no,
    personId: (personId as number | undefined) ?? null,
    sampleId: null,
    restaurantId: null,
  });
  return undefined;
}

async function closed(ctx: EventCtx, organizationId: number, { device, at }: DeviceEvent): Promise<undefined> {
  await sqlOf(ctx.db).query(
    `update cabinet_open o set closed_at = $3, alarm = extract(epoch from $3::timestamptz - o.opened_at) > $4
     where o.organization_id = $1 and o.id = (select id from cabinet_open
       where organization_id = $1 and device_id = $2 and closed_at is null and opened_at <= $3 order by opened_at desc limit 1)`,
    [organizationId, device.deviceId, isoAt(at), longSeconds],
  );
}

export const takeOpenings = eachWithMedia((ctx, organizationId, event, media) =>
  event.kind === 'OPEN' ? opened(ctx, organizationId, event, media) : closed(ctx, organizationId, event),
);
