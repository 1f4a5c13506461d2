/** WEIGH, PUT and TAKE: what scales and cabinets report of samples, done by the same commands as at the desk. */
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  askCapture,
  type DeviceEvent,
  type EventCtx,
  eachWithMedia,
  type MediaOf,
} from '../../device/public.server.ts';
import { putSample } from '../desk/keep.ts';
import { discardSamples } from '../desk/remove.ts';
import type { Hand } from '../desk/sample-store.ts';
import { weighSamples } from '../desk/weigh.ts';
import type { SnapshotEvent } from '../snapshots/snapshot-words.ts';
import { writeSnapshots } from '../snapshots/write-snapshots.ts';
import { unitCtx } from './unit-ctx.ts';

const bad = (detail: string) => refuse('BAD_EVENT', { detail });
const isId = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 1;
const isGrams = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= 20_000;
const textOf = (v: unknown) => (typeof v === 'string' ? v.replaceAll('\u0000', '').trim().slice(0, 200) : '');

interface Found {
  id: number;
  restaurantId: number;
  cabinetId: number | null;
}

/**
 * The sample meant: by its number, or at a scale by the dish of a meal of the day that waits. It has to belong to a restaurant
 * this terminal is linked to; anything else is as if it were not there.
 */
async function sampleOf(ctx: EventCtx, organizationId: number, event: DeviceEvent): Promise<Found | undefined> {
  const { sampleId = null, name = null, meal = null } = event.body;
  const { rows } = await sqlOf(ctx.db).query<Found>(
    `select s.id, s.restaurant_id as "restaurantId", s.device_id as "cabinetId" from sample s
     where s.organization_id = $1
       and (s.id = $3 or ($3::bigint is null and s.dish_name = $4 and s.status in ('TO_SAMPLE', 'MISSED')
         and s.dining_date = ($6::timestamptz at time zone 'Asia/Shanghai' - interval '4 hours')::date
         and ($5::bigint is null or s.meal_period_id = $5)))
       and exists (select 1 from sample_link l where l.organization_id = s.organization_id and l.restaurant_id = s.restaurant_id
         and l.status = 'NORMAL' and (l.cabinet_id = $2 or l.scale_id = $2))
     order by s.window_from, s.id limit 1`,
    [organizationId, event.device.deviceId, sampleId, name, meal, isoAt(event.placedAt)],
  );
  return rows[0];
}

/** People of the unit, in the order they are named. */
async function handsOf(ctx: EventCtx, organizationId: number, ids: readonly unknown[]): Promise<Hand[] | undefined> {
  if (!ids.every(isId)) return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string }>(
    'select id, name from person where organization_id = $1 and id = any($2::bigint[])',
    [organizationId, ids],
  );
  const found = ids.map((id) => rows.find((row) => row.id === id));
  return found.every((one) => one !== undefined) ? found.map(({ name }) => ({ id: null, name })) : undefined;
}

function weigh(ctx: EventCtx, organizationId: number, event: DeviceEvent, sample: Found, hand: Hand, personId: number) {
  const { grams, tare = 0, reason } = event.body;
  if (!isGrams(grams) || !isGrams(tare) || grams - tare < 1) return bad('grams 与 tare 应为克，净重至少 1 克');
  return weighSamples(
    unitCtx(ctx, organizationId, event.device.name),
    [{ id: sample.id, grams: grams - tare, weighReason: textOf(reason) }],
    { by: hand, personId, atMs: event.placedAt, source: 'SCALE' },
  );
}

function put(ctx: EventCtx, organizationId: number, event: DeviceEvent, sample: Found, hand: Hand) {
  const { cell } = event.body;
  if (typeof cell !== 'string' || !/^[A-Za-z]\d{1,2}$/.test(cell)) return bad('cell 应为格口，如 B3');
  const how = { by: hand, atMs: event.placedAt };
  return putSample(unitCtx(ctx, organizationId, event.device.name), sample.id, cell, 'put', how);
}

/** Two people, each known by card or face within the minute: the cabinet names both. */
function remove(
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  sample: Found,
  hands: readonly Hand[],
  ids: readonly unknown[],
) {
  const [first, second] = hands;
  if (!first || !second || ids[0] === ids[1]) return refuse('TAKE_BY_TWO');
  if (sample.cabinetId !== event.device.deviceId) return refuse('SAMPLE_ELSEWHERE');
  return discardSamples(unitCtx(ctx, organizationId, event.device.name, second.name), [sample.id], {
    by: first,
    atMs: event.placedAt,
  });
}

const seenAs: Readonly<Record<string, SnapshotEvent>> = { WEIGH: 'WEIGH', PUT: 'PUT', TAKE: 'TAKE' };

async function take(
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  media: readonly MediaOf[],
): Promise<Refusal | undefined> {
  const { kind, body } = event;
  const ids = Array.isArray(body.personIds) ? body.personIds : [body.personId];
  if (body.sampleId !== undefined && !isId(body.sampleId)) return bad('sampleId 应为正整数');
  if (kind !== 'WEIGH' && !isId(body.sampleId)) return bad('sampleId 不能为空');
  const hands = await handsOf(ctx, organizationId, ids);
  if (!hands || hands.length === 0) return bad('人员不是本单位的');
  const sample = await sampleOf(ctx, organizationId, event);
  if (!sample) return refuse('SAMPLE_ELSEWHERE');
  const [hand] = hands as [Hand];
  const no = await (kind === 'WEIGH'
    ? weigh(ctx, organizationId, event, sample, hand, ids[0] as number)
    : kind === 'PUT'
      ? put(ctx, organizationId, event, sample, hand)
      : remove(ctx, organizationId, event, sample, hands, ids));
  if (no) return no;
  // A scale that sends no picture of the box: whatever camera stands beside it does.
  if (kind === 'WEIGH' && media.length === 0 && !event.late)
    await askCapture(ctx, organizationId, event.device.deviceId, {
      event: 'WEIGH',
      eventNo: event.no,
      sampleId: sample.id,
    });
  await writeSnapshots(ctx, organizationId, event, media, {
    event: seenAs[kind] ?? 'OTHER',
    eventNo: event.no,
    personId: ids[0] as number,
    sampleId: sample.id,
    restaurantId: sample.restaurantId,
  });
  return undefined;
}

/** The handler of all three, one after the other: a box is weighed before it is put. */
export const takeSamples = eachWithMedia(take);
