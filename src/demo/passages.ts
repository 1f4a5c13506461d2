/** Mornings and evenings at the gates: who comes, who leaves, a card that was lost, a stranger, and an hour that was told late. */
import { heartbeat, postEvents } from '../domains/device/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays, isoAt } from '../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, at, isWeekend, type Life } from './life.ts';
import { photograph } from './media.ts';

/** Days back that gates are lived: a school's two weeks, of a shorter past and elsewhere three. */
const livedDays = ({ plan }: Life, days: number) => (plan.kind === 'SCHOOL' ? Math.max(3, Math.min(14, days)) : 3);
/** How many come and go at a gate, and how many of them are at work by the clock. */
const people = 300;
const onShifts = 40;
/** On days off one in so many comes. */
const restShare = 12;
/** Events in one telling. */
const together = 400;

interface Gate {
  id: number;
  name: string;
  doors: { deviceId: number; direction: string }[];
}

interface Moment {
  when: number;
  direction: 'IN' | 'OUT';
  body: Record<string, unknown>;
}

/** What one day brings at the gates, in the order of time; nothing after `until`. */
function dayAtGate({ people: all, cast, plan }: Life, day: string, until: number): Moment[] {
  const by = chance(plan.seed + Number(day.slice(8)));
  const through = (when: number, direction: 'IN' | 'OUT', personId: number): Moment => ({
    when,
    direction,
    body: { personId, identify: by.happens(0.6) ? 'FACE' : 'CARD', verdict: 'PASS', temp10: 362 + by.between(0, 8) },
  });
  const moments = all
    .slice(0, people)
    .filter((_, i) => !isWeekend(day) || i % restShare === 0)
    .flatMap(({ id }) => [
      through(at(day, 6 * 60 + 50 + by.between(0, 55)), 'IN', id),
      ...(by.happens(0.9) ? [through(at(day, 16 * 60 + 30 + by.between(0, 90)), 'OUT', id)] : []),
    ]);
  const refused = (minute: number, verdict: string, reason: string, more: object): Moment => ({
    when: at(day, minute),
    direction: 'IN',
    body: { identify: 'CARD', verdict, reason, ...more },
  });
  return [
    ...moments,
    refused(7 * 60 + 21, 'REFUSED', '卡已挂失', { cardNo: cast[0]!.cardNo }),
    ...[0, 1, 2].map((n) => refused(7 * 60 + 30 + n, 'STRANGER', '名单中没有此卡', { cardNo: `99000000${10 + n}` })),
  ]
    .filter(({ when }) => when <= until)
    .sort((a, b) => a.when - b.when);
}

/** Who watches the dormitory at night. */
const watchers = ({ cast }: Life) => cast.slice(1, 4);

/** Lives the gates of the grounds for the last days; sets the clock to each evening, and at the end to `now`. */
export async function livePassages(
  life: Life,
  today: string,
  now: number,
  days: number,
  setNow: (ms: number) => void,
): Promise<void> {
  const { actor, services, places } = life;
  const { rows } = await actor.call<{ rows: Gate[] }>(`${area}/district`, 'query', {});
  const gate = rows.find(({ doors }) => doors?.length > 0)!;
  const numbers = new Map<number, number>();
  const tellSome = async (deviceId: number, moments: readonly Moment[]) => {
    const { known } = places.devices.find((terminal) => terminal.known.at.deviceId === deviceId)!;
    const from = numbers.get(deviceId) ?? 0;
    numbers.set(deviceId, from + moments.length);
    const events = [];
    for (const [i, { when, direction, body }] of moments.entries()) {
      // Whom it did not let in it photographs.
      const media = body.verdict === 'PASS' ? [] : [await photograph(services, known, `${deviceId} ${when}`)];
      events.push({ epoch: known.epoch, no: from + i + 1, kind: 'PASSAGE', at: when, direction, ...body, media });
    }
    const answer = await postEvents(services, known, { events });
    if (isRefusal(answer)) throw new Error(`demo gate: ${refusalMessage(answer)}`);
    const [no] = answer.answers.filter(({ result }) => result !== 'TAKEN');
    if (no) throw new Error(`demo gate: ${JSON.stringify(no)}`);
  };
  const tell = async (deviceId: number, moments: readonly Moment[]) => {
    for (let from = 0; from < moments.length; from += together)
      await tellSome(deviceId, moments.slice(from, from + together));
  };
  const dorm = rows.find(({ name }) => name.includes('宿舍'))?.doors?.[0];
  for (let ago = livedDays(life, days); ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    const moments = dayAtGate(life, day, now);
    for (const { deviceId, direction } of gate.doors) {
      const own = moments.filter((moment) => direction === 'BOTH' || direction === moment.direction);
      // Yesterday evening's last hour was told in the night: the line was down.
      const cut = ago === 1 ? at(day, 17 * 60) : Number.POSITIVE_INFINITY;
      setNow(Math.min(now, at(day, 18 * 60)));
      await tell(
        deviceId,
        own.filter(({ when }) => when < cut),
      );
      setNow(Math.min(now, at(day, 22 * 60)));
      await tell(
        deviceId,
        own.filter(({ when }) => when >= cut),
      );
    }
    const morning = at(addDays(day, 1), 7 * 60);
    if (!dorm || morning > now) continue;
    const night = watchers(life).flatMap(({ id: personId }, i): Moment[] => {
      const body = { personId, identify: 'FACE', verdict: 'PASS' };
      return [
        { when: at(day, 21 * 60 + 18 + i), direction: 'IN', body },
        { when: at(addDays(day, 1), 6 * 60 + 33 + i), direction: 'OUT', body },
      ];
    });
    setNow(morning);
    await tell(
      dorm.deviceId,
      night.sort((a, b) => a.when - b.when),
    );
  }
  setNow(now);
  await actor.call(`${area}/district/rule`, 'create', {
    districtId: gate.id,
    name: '本单位人员全天',
    effect: 'ALLOW',
    direction: 'BOTH',
  });
}

/** Visitors of today: one who has come, one who is expected, one who will not come, and a parcel service of the week. */
export async function letVisitorsIn({ actor, services, people, places }: Life, now: number): Promise<void> {
  const page = `${area}/creaate_entrance_qrcode`;
  const { rows } = await actor.call<{ rows: Gate[] }>(`${area}/district`, 'query', {});
  const gate = rows.find(({ doors }) => doors?.length > 0)!;
  const hour = 3_600_000;
  const issue = async (holderName: string, more: object) => {
    const { id } = await actor.call<{ id: number }>(page, 'create', {
      kind: 'VISITOR',
      holderName,
      hostId: people.at(-1)!.id,
      districtIds: [gate.id],
      fromAt: isoAt(now - hour),
      toAt: isoAt(now + 10 * hour),
      maxUse: 1,
      onlineOnly: false,
      ...more,
    });
    return id;
  };
  const came = await issue('周建国', { phone: '13900001101', reason: '家长来访' });
  await issue('林晓', { phone: '13900001102', reason: '设备检修', maxUse: 2 });
  await issue('顺达配送', { kind: 'GATE', reason: '每天送货', toAt: isoAt(now + 30 * 24 * hour), maxUse: 0 });
  const cancelled = await issue('何敏', { phone: '13900001103', reason: '参观', onlineOnly: true });
  await actor.call(page, 'void', { ids: [cancelled], reason: '改期' });
  const shown = await actor.call<{ receipt: { qr: string } }>(page, 'show', { ids: [came] });
  const into = gate.doors.find(({ direction }) => direction !== 'OUT')!;
  const { known } = places.devices.find((terminal) => terminal.known.at.deviceId === into.deviceId)!;
  const { rows: last } = await services.pool.query<{ no: number }>(
    `select last_seq as no from device_sequence where organization_id = $1 and device_id = $2 and epoch = $3 and stream = 'EVENT'`,
    [known.at.organizationId, into.deviceId, known.epoch],
  );
  const no = (last[0]?.no ?? 0) + 1;
  const passage = { kind: 'PASSAGE', direction: 'IN', identify: 'CODE', verdict: 'PASS', code: shown.receipt.qr };
  const answer = await postEvents(services, known, { events: [{ epoch: known.epoch, no, at: now, ...passage }] });
  if (isRefusal(answer)) throw new Error(`demo visitor: ${refusalMessage(answer)}`);
}

/** Shifts and who works them, the night's too, leave asked for and granted, a punch that was forgotten. */
export async function openAttendance(life: Life, today: string, days: number): Promise<void> {
  const { actor, checker, people } = life;
  const page = `${area}/access_control_attendance`;
  const { id: shiftId } = await actor.call<{ id: number }>(`${page}/shift`, 'create', {
    name: '日班',
    in1: '07:30',
    out1: '17:00',
    graceMin: 5,
    absentMin: 120,
    beforeMin: 90,
    afterMin: 120,
    status: 'NORMAL',
  });
  const crew = people.slice(0, onShifts).map(({ id }) => id);
  const from = addDays(today, -livedDays(life, days));
  const plan = { shiftId, dayKinds: [], fromDate: from, status: 'NORMAL' };
  await actor.call(`${page}/plan`, 'create', { ...plan, name: '走读一组', personIds: crew, dayKinds: ['WORKDAY'] });
  const { rows: gates } = await actor.call<{ rows: Gate[] }>(`${area}/district`, 'query', {});
  const dorm = gates.find(({ name }) => name.includes('宿舍'));
  if (dorm) {
    const night = await actor.call<{ id: number }>(`${page}/shift`, 'create', {
      name: '夜班',
      in1: '21:30',
      out1: '06:30',
      graceMin: 5,
      absentMin: 120,
      beforeMin: 60,
      afterMin: 60,
      districtIds: [dorm.id],
      status: 'NORMAL',
    });
    const personIds = watchers(life).map(({ id }) => id);
    await actor.call(`${page}/plan`, 'create', { ...plan, name: '宿管夜班', shiftId: night.id, personIds });
  }
  const twice = await actor.call<{ id: number }>(`${page}/shift`, 'create', {
    name: '两头班',
    in1: '06:00',
    out1: '09:00',
    in2: '16:00',
    out2: '19:30',
    graceMin: 10,
    absentMin: 60,
    beforeMin: 60,
    afterMin: 60,
    districtIds: [gates.find(({ doors }) => doors?.length > 0)!.id],
    status: 'NORMAL',
  });
  const [department] = await actor.call<{ id: number }[]>(`${area}/department`, 'options', {});
  const next = { name: '下月两头班', shiftId: twice.id, departmentIds: [department!.id], dayKinds: ['WORKDAY'] };
  const span = { fromDate: addDays(today, 7), toDate: addDays(today, 37) };
  await actor.call(`${page}/plan`, 'create', { ...plan, ...next, ...span });
  const asks = async (personId: number, more: object) =>
    (await actor.call<{ id: number }>(`${page}/leave`, 'create', { personId, half: 'ALL', ...more })).id;
  const yesterday = addDays(today, -1);
  const sick = await asks(crew.at(-1)!, { kind: 'SICK', fromDate: yesterday, toDate: today, reason: '发烧' });
  const forgot = await asks(crew[3]!, {
    kind: 'PUNCH_OUT',
    punchAt: `${yesterday}T17:10:00+08:00`,
    reason: '忘记刷卡',
  });
  await asks(crew[5]!, {
    kind: 'PERSONAL',
    fromDate: today,
    toDate: addDays(today, 1),
    half: 'AM',
    reason: '家中有事',
  });
  for (const id of [sick, forgot]) await checker.call(`${page}/leave`, 'approve', { ids: [id] });
}

/** What the doors say last: the rules they have, and the numbers they have used; one of them is still to fetch the newest. */
export async function tellDoors({ services, organizationId, places }: Life): Promise<void> {
  const listVersion = await cardListVersion(services.pool, organizationId);
  const doors = places.devices.filter(({ mode }) => mode === 'DOOR');
  for (const { known, firmware } of doors.slice(0, -1)) {
    const beat = { clock: services.clock.now(), offlineCount: 0, listVersion, lastSeq: 0, firmware };
    const wanted = await heartbeat(services, known, beat, '127.0.0.1');
    if (isRefusal(wanted)) throw new Error(`demo door: ${refusalMessage(wanted)}`);
    await heartbeat(services, known, { ...beat, docs: wanted.docs }, '127.0.0.1');
  }
}
