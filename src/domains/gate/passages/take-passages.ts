/** PASSAGE events: who went through a door, as the door tells it, judged again by the rules of that moment. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { raise } from '../../alerts/public.server.ts';
import { type DeviceEvent, type EventCtx, type MediaOf, mediaOf, unpictured } from '../../device/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { touchDays } from '../attendance/attendance-clock.ts';
import { countUses } from '../codes/count-uses.ts';
import { codesShown, judgeCode, type ShownCode } from '../codes/judge-code.ts';
import { askedWords, type StaffAsk } from '../districts/district-words.ts';
import { passesAt } from '../passes/passes-at.ts';
import '../refusals.ts';
import { judge } from '../rules/judge.ts';
import {
  calendarOf,
  type KnownPerson,
  personsByCard,
  personsById,
  rulesThrough,
  weekdaysAlone,
} from '../rules/rules-of.ts';
import type { PassageTold } from '../services.ts';
import { strangersAt } from './end-strangers.ts';
import { noteTemperatures } from './note-temperatures.ts';
import { identifies, type PassageVerdict, verdicts } from './passage-words.ts';
import { insideAlready, type Passback, passbackWords } from './passback.ts';

interface Door {
  deviceId: number;
  districtId: number;
  district: string;
  family: string;
  restaurantId: number | null;
  direction: 'IN' | 'OUT' | 'BOTH';
  passback: Passback;
  asks: StaffAsk[];
  /** Since when, epoch ms. */
  asksSince: number | null;
}

interface Passage {
  event: DeviceEvent;
  door: Door;
  person: KnownPerson | undefined;
  cardNo: string;
  direction: 'IN' | 'OUT';
  identify: string;
  verdict: PassageVerdict;
  reason: string;
  temp10: number | null;
  listVersion: number | null;
  judged: PassageVerdict;
  judgedWhy: string;
  /** Key of the picture the door took; '' for none. */
  picture: string;
  code: ShownCode | undefined;
  /** In once more without having gone out. */
  passback: boolean;
}

const refusalsInARow = 3;
const rowMs = 5 * 60_000;
const isCount = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 1;
const among = (list: readonly { value: string }[], v: unknown): v is string => list.some(({ value }) => value === v);
const clean = (v: unknown, most: number) => (typeof v === 'string' ? v.replaceAll('\u0000', '').slice(0, most) : '');

async function doorsOf(db: Sql, organizationId: number, deviceIds: readonly number[]): Promise<Map<number, Door>> {
  const { rows } = await db.query<Door>(
    `select o.device_id as "deviceId", o.district_id as "districtId", o.direction, d.name as district, d.family,
       d.restaurant_id as "restaurantId", d.passback, d.asks, (extract(epoch from d.asks_at) * 1000)::bigint as "asksSince"
     from door o join district d on d.organization_id = o.organization_id and d.id = o.district_id
     where o.organization_id = $1 and o.device_id = any($2::bigint[])`,
    [organizationId, deviceIds],
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** What is wrong with a passage as it was sent. */
function faultOf({ body }: DeviceEvent, door: Door): string | undefined {
  const { personId, cardNo, code, identify, verdict, temp10 } = body;
  const direction = body.direction ?? door.direction;
  if (direction !== 'IN' && direction !== 'OUT') return 'direction 应为 IN 或 OUT';
  if (door.direction !== 'BOTH' && direction !== door.direction)
    return `这扇门只${door.direction === 'IN' ? '进' : '出'}`;
  if (!among(identifies, identify)) return 'identify 不在可选范围内';
  if (!among(verdicts, verdict)) return 'verdict 应为 PASS、REFUSED 或 STRANGER';
  if (personId !== undefined && !isCount(personId)) return 'personId 应为正整数';
  if (cardNo !== undefined && (typeof cardNo !== 'string' || !/^[0-9A-Za-z]{1,32}$/.test(cardNo)))
    return 'cardNo 应为 1–32 位数字或字母';
  if (code !== undefined && (typeof code !== 'string' || code.length > 300)) return 'code 应为不超过 300 字的文本';
  if (temp10 !== undefined && (!isCount(temp10) || temp10 < 300 || temp10 > 450)) return 'temp10 应为 300–450 的整数';
  return undefined;
}

const pictureOf = (media: readonly MediaOf[]) => media.find(({ kind }) => kind === 'PICTURE')?.key ?? '';

/** Whose picture the unit does not keep has none: it goes with what is named by nothing. */
async function dropPictures(ctx: EventCtx, organizationId: number, passages: readonly Passage[]): Promise<void> {
  const seen = passages.flatMap(({ person, picture }) => (person && picture !== '' ? [person.personId] : []));
  const without = await unpictured(sqlOf(ctx.db), organizationId, seen, ctx.clock.now());
  for (const passage of passages) if (passage.person && without.has(passage.person.personId)) passage.picture = '';
}

async function write(ctx: EventCtx, organizationId: number, passages: readonly Passage[]): Promise<PassageTold[]> {
  const ids = await ctx.ids.take(passages.length);
  await sqlOf(ctx.db).query(
    `insert into passage (organization_id, id, day, at, device_id, district_id, restaurant_id, person_id, department_id, type_id,
       card_no, direction, identify, verdict, reason, judged, judged_why, temp10, late, doubtful, list_version, epoch, no,
       received_at, picture, code_id, passback)
     select $1, * from unnest($2::bigint[], $3::date[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::text[], $18::int[], $19::boolean[], $20::boolean[], $21::bigint[], $22::bigint[], $23::bigint[], $24::timestamptz[],
       $25::text[], $26::bigint[], $27::boolean[])`,
    [
      organizationId,
      ids,
      passages.map(({ event }) => businessDay(event.placedAt)),
      passages.map(({ event }) => isoAt(event.placedAt)),
      passages.map(({ event }) => event.device.deviceId),
      passages.map(({ door }) => door.districtId),
      passages.map(({ door }) => door.restaurantId),
      passages.map(({ person }) => person?.personId ?? null),
      passages.map(({ person }) => person?.departmentId ?? null),
      passages.map(({ person }) => person?.typeId ?? null),
      passages.map(({ cardNo }) => cardNo),
      passages.map(({ direction }) => direction),
      passages.map(({ identify }) => identify),
      passages.map(({ verdict }) => verdict),
      passages.map(({ reason }) => reason),
      passages.map(({ judged }) => judged),
      passages.map(({ judgedWhy }) => judgedWhy),
      passages.map(({ temp10 }) => temp10),
      passages.map(({ event }) => event.late),
      passages.map(({ event }) => event.doubtful),
      passages.map(({ listVersion }) => listVersion),
      passages.map(({ event }) => event.epoch),
      passages.map(({ event }) => event.no),
      passages.map(({ event }) => isoAt(event.receivedAt)),
      passages.map(({ picture }) => picture),
      passages.map(({ code }) => code?.id ?? null),
      passages.map(({ passback }) => passback),
    ],
  );
  return passages.map(({ event, door, direction, verdict, person }, i) => ({
    id: ids[i]!,
    day: businessDay(event.placedAt),
    family: door.family,
    direction,
    verdict,
    personId: person?.personId ?? null,
  }));
}

/** Three refusals at one door within five minutes call the guard. */
async function watchStrangers(ctx: EventCtx, organizationId: number, passages: readonly Passage[]): Promise<void> {
  const refused = passages.filter(({ verdict, event }) => verdict !== 'PASS' && !event.late && !event.doubtful);
  for (const passage of new Map(refused.map((one) => [one.event.device.deviceId, one])).values()) {
    const { device, placedAt } = passage.event;
    const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
      `select count(*)::int as n from passage where organization_id = $1 and device_id = $2 and verdict <> 'PASS'
         and at > $3 and at <= $4 and day >= $5::date - 1`,
      [organizationId, device.deviceId, isoAt(placedAt - rowMs), isoAt(placedAt), businessDay(placedAt)],
    );
    if (rows[0]!.n < refusalsInARow) continue;
    await raise(ctx, organizationId, {
      kind: 'STRANGER',
      object: strangersAt(device.deviceId, businessDay(placedAt)),
      objectName: device.name,
      restaurantId: passage.door.restaurantId,
      at: placedAt,
      detail: `${passage.door.district}：5 分钟内拒绝 ${rows[0]!.n} 次，最近一次 ${passage.reason || '没有说明原因'}`,
      open: {
        path: '/admin/organization/enter_record',
        search: { deviceId: [device.deviceId], verdict: ['REFUSED', 'STRANGER'] },
      },
    });
  }
}

/** A passage that arrived late may change what a day came to, that of the day before where a shift goes over midnight. */
async function touchLate(ctx: EventCtx, organizationId: number, passages: readonly Passage[]): Promise<void> {
  const late = passages.filter(({ event, person, door }) => event.late && person && door.family === 'SITE');
  if (late.length === 0) return;
  for (const [day, own] of Map.groupBy(late, ({ event }) => dateAt(event.placedAt)))
    await touchDays(
      ctx,
      organizationId,
      [addDays(day, -1), day],
      own.map(({ person }) => person!.personId),
    );
}

/** Who comes in twice without having gone out, where the district minds; of one request, in the order of its times. */
async function judgePassback(db: Sql, organizationId: number, passages: readonly Passage[]): Promise<void> {
  const minded = passages
    .filter(({ door, person }) => person && door.passback !== 'OFF')
    .toSorted((a, b) => a.event.placedAt - b.event.placedAt);
  const before = await insideAlready(
    db,
    organizationId,
    minded.map(({ door, person, event }) => ({
      personId: person!.personId,
      districtId: door.districtId,
      at: event.placedAt,
    })),
  );
  const inside = new Map<string, boolean>();
  for (const [i, one] of minded.entries()) {
    const key = `${one.person!.personId}:${one.door.districtId}:${businessDay(one.event.placedAt)}`;
    const already = inside.get(key) ?? before[i]!;
    if (one.direction === 'IN' && already) {
      one.passback = true;
      if (one.door.passback === 'FORBID' && one.judged === 'PASS')
        Object.assign(one, { judged: 'REFUSED', judgedWhy: passbackWords });
    }
    if (one.verdict === 'PASS') inside.set(key, one.direction === 'IN');
  }
}

/** The handler of PASSAGE. */
export async function takePassages(
  ctx: EventCtx,
  organizationId: number,
  events: readonly DeviceEvent[],
): Promise<(Refusal | undefined)[]> {
  const db = sqlOf(ctx.db);
  const doors = await doorsOf(db, organizationId, [...new Set(events.map(({ device }) => device.deviceId))]);
  const asked = events.map(({ body }) => body);
  const byId = await personsById(db, organizationId, asked.map(({ personId }) => personId).filter(isCount));
  const cardNos = asked.map(({ cardNo }) => cardNo).filter((v) => typeof v === 'string');
  const byCard = await personsByCard(db, organizationId, cardNos);
  const rules = await rulesThrough(
    db,
    organizationId,
    [...new Set([...doors.values()].map(({ districtId }) => districtId))],
    events.filter(({ late }) => late).map(({ placedAt }) => placedAt),
  );
  // The calendar is years of days: read only where a rule asks what kind of day it is.
  const inForce = new Set(events.map(({ placedAt }) => rules(placedAt)));
  const dated = [...inForce].some((one) => [...one.values()].flat().some(({ dayKinds }) => dayKinds.length > 0));
  const kindOf = dated ? await calendarOf(db, organizationId) : weekdaysAlone;
  const codes = await codesShown(
    db,
    organizationId,
    asked.map(({ code }) => code).filter((v) => typeof v === 'string'),
  );
  const asking = [...doors.values()].some(({ family, asks }) => family === 'SITE' && asks.length > 0);
  const staff = new Set(asking ? await ctx.services.kitchenStaff?.everybody(db, organizationId) : []);
  // How often each opened a door, counted on through this request.
  const used = new Map([...codes.values()].map((code) => [code.id, code.used]));
  const media = await mediaOf(ctx, organizationId, events);
  const answers: (Refusal | undefined)[] = [];
  const passages: Passage[] = [];
  for (const [i, event] of events.entries()) {
    const { body } = event;
    const door = doors.get(event.device.deviceId);
    const fault = door ? faultOf(event, door) : undefined;
    const holder = typeof body.cardNo === 'string' ? byCard.get(body.cardNo) : undefined;
    const person = isCount(body.personId) ? byId.get(body.personId) : holder;
    const pictures = media[i]!;
    if (!door) answers[i] = refuse('NOT_A_DOOR', { device: event.device.name });
    else if (fault !== undefined) answers[i] = refuse('BAD_EVENT', { detail: fault });
    else if (isRefusal(pictures)) answers[i] = pictures;
    else if (isCount(body.personId) && !person)
      answers[i] = refuse('BAD_EVENT', { detail: 'personId 不是本单位的人员' });
    else {
      const direction = (body.direction ?? door.direction) as 'IN' | 'OUT';
      const kitchen = person && door.family === 'KITCHEN' && direction === 'IN';
      const asked =
        person && direction === 'IN' && staff.has(person.personId) && event.placedAt >= (door.asksSince ?? 0)
          ? door.family === 'SITE' && door.asks.length > 0
          : false;
      const pass =
        person && (kitchen || asked)
          ? (
              await passesAt(db, organizationId, [
                { personId: person.personId, districtId: door.districtId, at: event.placedAt },
              ])
            )[0]
          : undefined;
      const code = typeof body.code === 'string' ? codes.get(body.code) : undefined;
      const said = kitchen
        ? { may: pass !== null, why: pass ?? '没有有效的通行权限' }
        : asked && !pass
          ? { may: false, why: askedWords(door.asks) }
          : code
            ? judgeCode(code, { districtId: door.districtId, direction, at: event.placedAt }, used.get(code.id))
            : person &&
              judge(
                rules(event.placedAt).get(door.districtId) ?? [],
                { ...person, direction, at: event.placedAt },
                kindOf,
              );
      const usable = !person || (person.status === 'NORMAL' && (!holder || holder.cardStatus === 'NORMAL'));
      passages.push({
        event,
        door,
        person,
        cardNo: clean(body.cardNo, 32),
        direction,
        identify: String(body.identify),
        verdict: body.verdict as PassageVerdict,
        reason: clean(body.reason, 100),
        temp10: (body.temp10 as number | undefined) ?? null,
        listVersion: isCount(body.listVersion) ? body.listVersion : null,
        judged: said ? (said.may && usable ? 'PASS' : 'REFUSED') : 'STRANGER',
        judgedWhy: said
          ? usable
            ? said.why
            : '卡或人员账户不是正常状态'
          : body.code
            ? '入口码不是本单位的，或被改动'
            : '',
        code,
        picture: pictureOf(pictures),
        passback: false,
      });
      if (code && direction === 'IN' && body.verdict === 'PASS') used.set(code.id, (used.get(code.id) ?? 0) + 1);
    }
  }
  if (passages.length > 0) {
    await judgePassback(db, organizationId, passages);
    await dropPictures(ctx, organizationId, passages);
    const told = await write(ctx, organizationId, passages);
    for (const follow of ctx.services.passageFollowers) await follow(ctx, organizationId, told);
    await countUses(ctx, organizationId, passages);
    await noteTemperatures(ctx, organizationId, passages);
    await touchLate(ctx, organizationId, passages);
    await watchStrangers(ctx, organizationId, passages);
  }
  return events.map((_, i) => answers[i]);
}
