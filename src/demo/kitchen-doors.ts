/** The doors of a kitchen and the terminal that looks at people before work: what both told in the last days. */
import { postEvents } from '../domains/device/public.server.ts';
import { admit } from '../domains/gate/public.server.ts';
import { finishPushes, takePushes } from '../domains/people/public.server.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Worker } from './crew.ts';
import type { Happening } from './happenings.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import type { DemoTerminal } from './terminal.ts';
import { dayNumber } from './walk-ins.ts';

/** Days back from which the terminal stands at the entrance and the doors tell. */
export const terminalDays = 3;
/** The one who goes in unchecked. */
const carelessAt = 5;

/** Where each post works, by the name of the zone; the only one of a small kitchen otherwise. */
const zoneOf: Readonly<Record<string, string>> = {
  CHEF: '烹饪间',
  COOK: '烹饪间',
  PREP: '切配间',
  COLD_DISH: '冷食专间',
  WASH: '洗消间',
  STORE: '粗加工间',
  SERVE: '烹饪间',
};

/** Numbers of events, by terminal. */
const numbers = new WeakMap<DemoTerminal, number>();

async function tell(life: Life, terminal: DemoTerminal, events: readonly Record<string, unknown>[]): Promise<void> {
  const { known } = terminal;
  const from = numbers.get(terminal) ?? 0;
  numbers.set(terminal, from + events.length);
  const numbered = events.map((event, i) => ({ epoch: known.epoch, no: from + i + 1, ...event }));
  const answer = await postEvents(life.services, known, { events: numbered });
  if (isRefusal(answer)) throw new Error(`demo kitchen: ${refusalMessage(answer)}`);
  const [no] = answer.answers.filter(({ result }) => result !== 'TAKEN');
  if (no) throw new Error(`demo kitchen: ${JSON.stringify(no)}`);
}

/** The terminal looks at somebody now. */
export const lookAt = (
  life: Life,
  { personId }: Worker,
  seen: { temperature: number; hands: readonly string[]; symptoms: readonly string[]; dressOk: boolean },
): Promise<void> =>
  tell(life, life.places.devices.find(({ mode }) => mode === 'CHECK')!, [
    {
      kind: 'CHECK',
      at: life.services.clock.now(),
      personId,
      temp10: Math.round(seen.temperature * 10),
      hands: seen.hands,
      symptoms: seen.symptoms,
      dress: seen.dressOk,
      verdict: seen.temperature > 37.3 || seen.hands.length > 0 ? '不通过' : '通过',
    },
  ]);

function doorOf({ places }: Life, { post }: Worker): DemoTerminal | undefined {
  const doors = places.devices.filter(({ mode }) => mode === 'DOOR');
  const named = (zone: string) =>
    doors.find(({ known }) => known.at.name.startsWith(zone) && !known.at.name.endsWith('出门机'));
  return named(zoneOf[post] ?? '') ?? named('热厨');
}

/** A quarter of an hour after each shift was looked at, minutes of the day; out again by two, the late shift at eight. */
const comesAt: Readonly<Record<string, number>> = { 面点: 3 * 60 + 55, 早班: 5 * 60 + 55, 晚班: 11 * 60 + 55 };
const leavesAt: Readonly<Record<string, number>> = { 面点: 10 * 60, 早班: 14 * 60 + 5, 晚班: 20 * 60 + 5 };

/** A day at the doors: each comes, the door asks and does what it is told; yesterday one was cut off and let in by grace. */
export function entrySteps(life: Life, workers: readonly Worker[], day: string, { to }: Span): Step[] {
  const ago = dayNumber(to) - dayNumber(day);
  if (ago > terminalDays) return [];
  return workers.flatMap((worker, i) => {
    const door = doorOf(life, worker);
    // Who has the day off, and the fever that stays at home.
    if (!door || (dayNumber(day) + i) % 7 === 0 || (i === 9 && ago === 0)) return [];
    const { personId, shift } = worker;
    const passage = (when: number, direction: string, verdict: string, reason = '') => ({
      kind: 'PASSAGE',
      at: when,
      direction,
      identify: 'FACE',
      personId,
      verdict,
      reason,
    });
    const when = at(day, comesAt[shift]! + i * 1.5);
    const cutOff = i === carelessAt && ago === 1;
    const back = at(day, leavesAt[shift]! + i * 1.5);
    let inside = false;
    const come = async () => {
      const answer = await admit(life.services, door.known.at, { personId, direction: 'IN' });
      if (isRefusal(answer)) throw new Error(`demo kitchen: ${refusalMessage(answer)}`);
      inside = answer.ok || cutOff;
      await tell(life, door, [passage(when, 'IN', inside ? 'PASS' : 'REFUSED', inside ? '' : answer.reason)]);
    };
    const both = door.known.at.name.endsWith('门禁机');
    const leave = async () => (inside && both ? tell(life, door, [passage(back, 'OUT', 'PASS')]) : undefined);
    return [
      // The line came back forty minutes later.
      { when: cutOff ? when + 40 * 60_000 : when, play: come },
      { when: back, play: leave },
    ];
  });
}

/** The kitchen's terminals are told its people; the last door has not fetched them yet. */
export const kitchenHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async ({ actor, services, organizationId, places }) => {
      await actor.call(`${area}/cook_user/push`, 'push', { target: 'PERSON', workerIds: null, deviceIds: null });
      const now = services.clock.now();
      const doors = places.devices.filter(({ mode }) => mode === 'DOOR');
      const ready = [...doors.slice(0, -1), ...places.devices.filter(({ mode }) => mode === 'CHECK')];
      for (const { known } of ready) {
        const taken = await takePushes(services.pool, organizationId, known.at.deviceId, now, 200);
        const results = taken.map(({ id }) => ({ id, ok: true, code: '', message: '' }));
        await finishPushes(services.pool, organizationId, known.at.deviceId, results, now);
      }
    },
  },
];
