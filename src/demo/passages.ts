/** Mornings and evenings at the gates: who comes, who leaves, a card that was lost, a stranger, and an hour that was told late. */
import { heartbeat, postEvents } from '../domains/device/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays } from '../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, at, type Life } from './life.ts';
import { photograph } from './media.ts';

const days = 3;
const people = 40;

interface Gate {
  id: number;
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

/** Lives the gates of the grounds for the last days; sets the clock to each evening, and at the end to `now`. */
export async function livePassages(
  life: Life,
  today: string,
  now: number,
  setNow: (ms: number) => void,
): Promise<void> {
  const { actor, services, places } = life;
  const { rows } = await actor.call<{ rows: Gate[] }>(`${area}/district`, 'query', {});
  const gate = rows.find(({ doors }) => doors?.length > 0)!;
  const numbers = new Map<number, number>();
  const tell = async (deviceId: number, moments: readonly Moment[]) => {
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
  for (let ago = days; ago >= 0; ago -= 1) {
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
  }
  setNow(now);
  await actor.call(`${area}/district/rule`, 'create', {
    districtId: gate.id,
    name: '本单位人员全天',
    effect: 'ALLOW',
    direction: 'BOTH',
  });
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
