/** Takes a morning check: judged here, kept for good, doors follow in the same transaction. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { raise } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type CrewMember, holds, readCrew } from '../crew.ts';
import { settlePasses } from '../passes/settle-passes.ts';
import { kitchenRefusals } from '../refusals.ts';
import { kitchenSetting } from '../setting.ts';
import type { Hand, Result, Symptom } from '../words.ts';
import { certifiedUntil } from './fitness.ts';
import { judgeCheck, type Verdict } from './judge-check.ts';

/** By hand a check is written down so many days back at most; what a terminal saw comes whenever its line is back. */
export const backDays = 3;

export interface TakenCheck {
  workerId: number;
  /** Epoch ms. */
  at: number;
  /** ℃ in tenths. */
  temp10: number | null;
  hands: readonly Hand[];
  symptoms: readonly Symptom[];
  dressOk: boolean;
  photos: { face: string | null; palm: string | null; back: string | null };
  source: 'DEVICE' | 'MANUAL';
  deviceId: number | null;
  /** What the terminal said of it. */
  told: string | null;
  /** Why it was entered by hand. */
  reason: string;
}

/** A page's context, or a transaction of its own with the clock and the ids of the services. */
export type CheckHost = Pick<Ctx, 'db' | 'ids' | 'clock'>;

export interface CheckBy {
  organizationId: number;
  nowMs: number;
  by: { id: number | null; name: string };
}

export interface CheckDone extends Verdict {
  id: number;
  person: string;
  /** What it would be with a certificate. */
  otherwise: Result;
  recheck: boolean;
}

/** The 整改 it looks at again: the first of the shift that nobody has looked at since. */
function fixOf(member: CrewMember, atMs: number): number | null {
  const shift = member.shifts.find((one) => holds(one, atMs));
  const { stands } = shift ?? {};
  return stands?.standing === 'FIX' ? (stands.check?.id ?? null) : null;
}

/**
 * Refuses what cannot be: somebody who left, a time to come or too long ago, somebody sent home whom nobody let back. Runs in
 * the caller's transaction. Temperatures are bounded by whoever reads them.
 */
export async function recordCheck(host: CheckHost, check: TakenCheck, of: CheckBy): Promise<CheckDone | Refusal> {
  const { organizationId, nowMs, by } = of;
  const { ids } = host;
  const db = sqlOf(host.db);
  const { workerId, at } = check;
  if (at > nowMs) return refuse(kitchenRefusals.CHECK_FUTURE, {}, { checkAt: '不能晚于现在' });
  if (check.source === 'MANUAL' && at < nowMs - backDays * 86_400_000)
    return refuse(kitchenRefusals.CHECK_TOO_OLD, { days: backDays }, { checkAt: `最多补登 ${backDays} 天` });
  const day = dateAt(at);
  // Two checks of one worker wait for one another.
  await db.query('select 1 from cook_user where organization_id = $1 and id = $2 for update', [
    organizationId,
    workerId,
  ]);
  const [member] = await readCrew(db, {
    organizationId,
    workerIds: [workerId],
    from: addDays(day, -1),
    to: addDays(day, 1),
    nowMs: at,
  });
  if (!member) return refuse('NOT_FOUND');
  if (member.status === 'LEFT') return refuse(kitchenRefusals.WORKER_LEFT, { person: member.name, action: '晨检' });
  if (member.sentHome && check.source === 'MANUAL')
    return refuse(kitchenRefusals.OFF_DUTY, { person: member.name, why: member.sentHome });
  const bounds = await kitchenSetting(db, organizationId);
  const { temp10, hands, symptoms, dressOk } = check;
  const certOk = certifiedUntil(member.certificates, day) !== null;
  const seen = { temp10, hands, symptoms, dressOk, certOk };
  const verdict = judgeCheck(seen, bounds);
  const otherwise = judgeCheck({ ...seen, certOk: true }, bounds).result;
  const shift = member.shifts.find((one) => holds(one, at));
  const recheckOf = fixOf(member, at);
  const id = await ids.next();
  await db.query(
    `insert into morning_check (organization_id, id, cook_user_id, person_id, restaurant_id, roster_id, check_date, check_at,
       source, device_id, temp10, hands, symptoms, dress_ok, cert_ok, face_photo, palm_photo, back_photo, result, otherwise, why,
       told, recheck_of, reason, made_at, made_by, made_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
       $26, $27)`,
    [
      organizationId,
      id,
      workerId,
      member.personId,
      member.restaurantId,
      shift?.id ?? null,
      shift?.day ?? businessDay(at),
      isoAt(at),
      check.source,
      check.deviceId,
      temp10,
      hands,
      symptoms,
      dressOk,
      certOk,
      check.photos.face,
      check.photos.palm,
      check.photos.back,
      verdict.result,
      otherwise,
      verdict.why,
      check.told,
      recheckOf,
      check.reason,
      isoAt(nowMs),
      by.id,
      by.name,
    ],
  );
  await settlePasses(db, ids, { organizationId, workerIds: [workerId], nowMs, why: verdict.why.join('、') || '晨检' });
  if (verdict.result === 'FAIL')
    await raise(host, organizationId, {
      kind: 'MORNING_CHECK_FAIL',
      object: `check:${id}`,
      objectName: `${member.name} 晨检`,
      restaurantId: member.restaurantId,
      at,
      detail: `${member.name}（${member.restaurant}）晨检不合格：${verdict.why.join('、')}；已停岗，门禁权限已收回`,
      open: { path: '/admin/organization/morning_check', search: { result: 'FAIL' } },
    });
  return { id, person: member.name, ...verdict, otherwise, recheck: recheckOf !== null };
}
