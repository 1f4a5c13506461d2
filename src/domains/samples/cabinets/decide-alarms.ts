/**
 * When a cabinet is out of order, decided on its own time, minute by minute and pure: late readings open the alarms they
 * would have opened. Outside a quarter of an hour warns; an hour, or above twelve degrees for a quarter, is critical; an open
 * door warns after two minutes, is critical after ten. Over once it was inside by half a degree for ten minutes.
 */

export interface Bounds {
  min10: number;
  max10: number;
}

/** A minute of a sensor; `minute` counts from the epoch. */
export interface Minute {
  minute: number;
  temp10: number;
  door: boolean;
}

export type AlarmLevel = 'WARN' | 'CRITICAL';

/** An alarm that is on. Minutes count from the epoch. */
interface Running {
  /** The first minute outside; null while inside. */
  since: number | null;
  /** The first minute above twelve degrees without a break. */
  hotSince: number | null;
  /** The last minute outside. */
  lastOut: number;
  /** The first minute well inside again. */
  calmSince: number | null;
  worst10: number | null;
  level: AlarmLevel | null;
}

export interface AlarmMemory {
  last?: number;
  temp?: Running;
  door?: Running;
}

/** What an alarm came to be, told again whenever it changes. `end` is null while it lasts. */
export interface Decided {
  kind: 'TEMP' | 'DOOR';
  level: AlarmLevel;
  /** Minutes from the epoch. */
  begin: number;
  end: number | null;
  worst10: number | null;
}

export const rules = {
  warnMinutes: 15,
  criticalMinutes: 60,
  hot10: 120,
  hotMinutes: 15,
  calmMinutes: 10,
  hysteresis10: 5,
  doorWarnMinutes: 2,
  doorCriticalMinutes: 10,
  silentMinutes: 10,
} as const;

const quiet = (): Running => ({ since: null, hotSince: null, lastOut: 0, calmSince: null, worst10: null, level: null });

/** Further from its bounds. */
const worse = (was: number | null, now: number, { min10, max10 }: Bounds): number => {
  const far = (value: number) => Math.max(value - max10, min10 - value);
  return was === null || far(now) > far(was) ? now : was;
};

function stepTemp(state: Running, { minute, temp10 }: Minute, bounds: Bounds): Running {
  const out = temp10 > bounds.max10 || temp10 < bounds.min10;
  const calm = temp10 <= bounds.max10 - rules.hysteresis10 && temp10 >= bounds.min10 + rules.hysteresis10;
  const next: Running = { ...state };
  if (out) {
    next.since = state.since ?? minute;
    next.lastOut = minute;
    next.calmSince = null;
    next.worst10 = worse(state.worst10, temp10, bounds);
    next.hotSince = temp10 > rules.hot10 ? (state.hotSince ?? minute) : null;
    const long = minute - next.since + 1;
    const hot = next.hotSince === null ? 0 : minute - next.hotSince + 1;
    if (long >= rules.criticalMinutes || hot >= rules.hotMinutes) next.level = 'CRITICAL';
    else if (long >= rules.warnMinutes) next.level = state.level ?? 'WARN';
    return next;
  }
  next.hotSince = null;
  if (state.since === null) return next;
  // Before it has warned anybody, a minute inside ends it.
  if (state.level === null) return quiet();
  next.calmSince = calm ? (state.calmSince ?? minute) : null;
  return next;
}

function stepDoor(state: Running, { minute, door }: Minute): Running {
  if (!door) return state.since === null ? state : { ...state, calmSince: minute };
  const since = state.since ?? minute;
  const long = minute - since + 1;
  const level = long > rules.doorCriticalMinutes ? 'CRITICAL' : long > rules.doorWarnMinutes ? 'WARN' : state.level;
  return { ...state, since, lastOut: minute, calmSince: null, level };
}

const told = (kind: Decided['kind'], state: Running, end: number | null): Decided => ({
  kind,
  level: state.level!,
  begin: state.since!,
  end,
  worst10: state.worst10,
});

/**
 * Goes on from `memory` over minutes in order; those not after its last are left out (`again` looks at a whole stretch anew
 * with an empty memory). Answers the alarms that began, grew or ended, in their last shape.
 */
export function decideAlarms(
  memory: AlarmMemory,
  minutes: readonly Minute[],
  bounds: Bounds,
): { memory: AlarmMemory; decided: Decided[] } {
  let temp = memory.temp ?? quiet();
  let door = memory.door ?? quiet();
  let last = memory.last;
  const decided = new Map<string, Decided>();
  const note = (one: Decided) => decided.set(`${one.kind}|${one.begin}`, one);
  for (const one of minutes) {
    if (last !== undefined && one.minute <= last) continue;
    last = one.minute;
    temp = stepTemp(temp, one, bounds);
    if (temp.level !== null && temp.since !== null) {
      const over = temp.calmSince !== null && one.minute - temp.calmSince + 1 >= rules.calmMinutes;
      note(told('TEMP', temp, over ? temp.calmSince : null));
      if (over) temp = quiet();
    }
    door = stepDoor(door, one);
    if (door.since !== null) {
      const over = !one.door;
      if (door.level !== null) note(told('DOOR', door, over ? one.minute : null));
      if (over) door = quiet();
    }
  }
  return { memory: { ...(last === undefined ? {} : { last }), temp, door }, decided: [...decided.values()] };
}
