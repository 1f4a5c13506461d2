/** CHECK events: what a terminal measured of somebody before work. Judged here; its own verdict is kept beside it. */
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type DeviceEvent, type EventCtx, eachWithMedia, type MediaOf } from '../../device/public.server.ts';
import { type Hand, hands, type Symptom, symptoms } from '../words.ts';
import { recordCheck } from './record-check.ts';

const bad = (detail: string) => refuse('BAD_EVENT', { detail });

/** Each of the list is one of the choices, none twice. */
function among<T extends string>(list: unknown, choices: readonly { value: T }[]): list is T[] {
  return (
    Array.isArray(list) &&
    new Set(list).size === list.length &&
    list.every((one) => choices.some(({ value }) => value === one))
  );
}

/** What is wrong with a check as it was sent. */
function faultOf({ body }: DeviceEvent): string | undefined {
  const { personId, temp10, hands: seen = [], symptoms: said = [], dress = true, verdict } = body;
  if (!Number.isSafeInteger(personId)) return 'personId 应为正整数';
  if (temp10 !== undefined && !(Number.isInteger(temp10) && Number(temp10) >= 300 && Number(temp10) <= 450))
    return 'temp10 应为 300–450 的整数';
  if (!among(seen, hands)) return 'hands 有不认识的项';
  if (!among(said, symptoms)) return 'symptoms 有不认识的项';
  if (typeof dress !== 'boolean') return 'dress 应为 true 或 false';
  if (verdict !== undefined && (typeof verdict !== 'string' || verdict.length > 40))
    return 'verdict 应为不超过 40 字的文字';
  return undefined;
}

/** The worker of this unit, of the terminal's kitchen where it stands in one; a stranger to it otherwise. */
async function workerOf(ctx: EventCtx, organizationId: number, event: DeviceEvent): Promise<number | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    `select id from cook_user where organization_id = $1 and person_id = $2 and ($3::bigint = 0 or restaurant_id = $3)
     order by status = 'LEFT', id desc limit 1`,
    [organizationId, event.body.personId, event.device.restaurantId],
  );
  return rows[0]?.id;
}

/** `media`: face, palm and back, in this order. */
async function take(
  ctx: EventCtx,
  organizationId: number,
  event: DeviceEvent,
  media: readonly MediaOf[],
): Promise<Refusal | undefined> {
  const fault = faultOf(event);
  if (fault !== undefined) return bad(fault);
  const workerId = await workerOf(ctx, organizationId, event);
  if (workerId === undefined) return bad('personId 不是这里的后厨人员');
  const { temp10, hands: seen = [], symptoms: said = [], dress = true, verdict } = event.body;
  const nowMs = ctx.clock.now();
  const done = await recordCheck(
    ctx,
    {
      workerId,
      // A terminal's clock may run ahead; nothing was seen later than now.
      at: Math.min(event.placedAt, nowMs),
      temp10: (temp10 as number | undefined) ?? null,
      hands: seen as Hand[],
      symptoms: said as Symptom[],
      dressOk: dress as boolean,
      photos: { face: media[0]?.key ?? null, palm: media[1]?.key ?? null, back: media[2]?.key ?? null },
      source: 'DEVICE',
      deviceId: event.device.deviceId,
      told: (verdict as string | undefined) ?? null,
      reason: '',
    },
    { organizationId, nowMs, by: { id: null, name: event.device.name } },
  );
  return isRefusal(done) ? done : undefined;
}

/** The handler of CHECK. One after the other: the second look at somebody follows the first. */
export const takeChecks = eachWithMedia(take);
