/** POST /admit: may somebody pass this door now? Asked by doors that do not decide alone; a door that gets no answer decides. */

import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { codesShown, judgeCode } from '../codes/judge-code.ts';
import type { Family, StaffAsk } from '../districts/district-words.ts';
import { passesAt } from '../passes/passes-at.ts';
import { judge } from '../rules/judge.ts';
import { calendarOf, personsByCard, personsById, rulesOf } from '../rules/rules-of.ts';
import { insideAlready, type Passback, passbackWords } from './passback.ts';

interface Admitted {
  ok: boolean;
  name: string;
  reason: string;
  /** Epoch ms until which the answer holds. */
  until: number;
  /** Whose account pays, for the code of a temporary diner. */
  personId?: number;
}

const holdsMs = 60_000;

export async function admit(
  { db: all, clock, kitchenStaff }: Pick<Services, 'db' | 'clock' | 'kitchenStaff'>,
  { organizationId, deviceId, name: device }: DeviceAt,
  body: unknown,
): Promise<Admitted | Refusal> {
  const { cardNo, personId, code: text, direction } = (body ?? {}) as Record<string, unknown>;
  if (direction !== 'IN' && direction !== 'OUT') return refuse('MALFORMED', { detail: 'direction 应为 IN 或 OUT' });
  if (typeof cardNo !== 'string' && !Number.isSafeInteger(personId) && typeof text !== 'string')
    return refuse('MALFORMED', { detail: 'cardNo、personId 与 code 至少一项' });
  const db = sqlOf(all);
  const { rows } = await db.query<{
    districtId: number;
    family: Family;
    kind: string;
    asks: StaffAsk[];
    open: boolean;
    passback: Passback;
  }>(
    `select o.district_id as "districtId", d.family, d.kind, d.asks, d.passback, d.status = 'NORMAL' as open from door o
     join district d on d.organization_id = o.organization_id and d.id = o.district_id
     where o.organization_id = $1 and o.device_id = $2`,
    [organizationId, deviceId],
  );
  const [door] = rows;
  const now = clock.now();
  const no = (reason: string, name = ''): Admitted => ({ ok: false, name, reason, until: now });
  if (typeof text === 'string') {
    const code = (await codesShown(db, organizationId, [text])).get(text);
    // A till asks for whose account pays for a diner; a door, whether it opens.
    if (!door && !code?.personId) return refuse('NOT_A_DOOR', { device });
    if (!code) return no('入口码不是本单位的，或被改动');
    if (door && (!door.open || door.family === 'KITCHEN'))
      return no(door.open ? '后厨不能凭码进入' : '区域已停用', code.holder);
    const districtId = door?.districtId ?? code.districtIds[0]!;
    // Eating takes none of the entrances.
    const { may, why } = judgeCode(code, { districtId, direction, at: now }, door ? code.used : 0);
    const until = may ? Math.min(now + holdsMs, code.toMs) : now;
    return { ok: may, name: code.holder, reason: why, until, ...(code.personId ? { personId: code.personId } : {}) };
  }
  if (!door) return refuse('NOT_A_DOOR', { device });
  const holder =
    typeof cardNo === 'string' ? (await personsByCard(db, organizationId, [cardNo])).get(cardNo) : undefined;
  const person = holder ?? (await personsById(db, organizationId, [Number(personId) || 0])).get(Number(personId));
  if (!person) return no('不认识');
  if (person.status !== 'NORMAL') return no('账户不是正常状态', person.name);
  if (holder && holder.cardStatus !== 'NORMAL') return no('卡不是正常状态', person.name);
  if (!door.open) return no('区域已停用', person.name);
  const unfitHere = async () => kitchenStaff?.unfitAtDoor(organizationId, person.personId, door);
  if (door.family === 'KITCHEN' && direction === 'IN') {
    const [pass] = await passesAt(db, organizationId, [
      { personId: person.personId, districtId: door.districtId, at: now },
    ]);
    if (!pass) return no('没有有效的通行权限', person.name);
    // The pass was written when the check went well; what has changed since counts more.
    const unfit = await unfitHere();
    return unfit ? no(unfit, person.name) : { ok: true, name: person.name, reason: pass, until: now + holdsMs };
  }
  const rules = (await rulesOf(db, organizationId, [door.districtId])).get(door.districtId) ?? [];
  const { may, why } = judge(rules, { ...person, direction, at: now }, await calendarOf(db, organizationId));
  if (may && direction === 'IN' && door.asks.length > 0) {
    const unfit = await unfitHere();
    if (unfit) return no(unfit, person.name);
  }
  const [again] =
    may && direction === 'IN' && door.passback !== 'OFF'
      ? await insideAlready(db, organizationId, [{ personId: person.personId, districtId: door.districtId, at: now }])
      : [];
  if (again && door.passback === 'FORBID') return no(passbackWords, person.name);
  return { ok: may, name: person.name, reason: again ? passbackWords : why, until: may ? now + holdsMs : now };
}
