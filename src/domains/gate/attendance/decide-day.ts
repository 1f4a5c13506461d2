/**
 * What a day of attendance came to, from punches, shift, leave and whether every counted door has told everything. A punch belongs
 * to the shift whose window holds it. Nobody is absent because a gate was cut off: until it has told, the day is open. Pure.
 */
import { addDays } from '../../../kit/server/clock.ts';
import type { Half, Result } from './attendance-words.ts';

export interface Shift {
  /** Beginnings and ends, `HH:mm`; an end not after its beginning is on the next day. */
  pairs: readonly (readonly [string, string])[];
  graceMin: number;
  absentMin: number;
  beforeMin: number;
  afterMin: number;
}

export interface Punch {
  /** Epoch ms. */
  at: number;
  direction: 'IN' | 'OUT';
}

export interface Decided {
  firstIn: number | null;
  lastOut: number | null;
  lateMin: number;
  earlyMin: number;
  result: Exclude<Result, 'REST'>;
}

export interface Span {
  from: number;
  to: number;
}

const minuteMs = 60_000;
const at = (day: string, hm: string) => Date.parse(`${day}T${hm}:00+08:00`);

/** When the pairs of a shift are on a day, epoch ms; each begins after the one before. */
export function hoursOn({ pairs }: Pick<Shift, 'pairs'>, day: string): Span[] {
  const spans: Span[] = [];
  for (const [start, end] of pairs) {
    const before = spans.at(-1)?.to ?? 0;
    const next = at(day, start) < before ? addDays(day, 1) : day;
    const from = at(next, start);
    const to = at(next, end);
    spans.push({ from, to: to > from ? to : at(addDays(next, 1), end) });
  }
  return spans;
}

/** Between these a punch counts for the day's shift. */
export function windowOf(shift: Shift, day: string): Span {
  const spans = hoursOn(shift, day);
  return { from: spans[0]!.from - shift.beforeMin * minuteMs, to: spans.at(-1)!.to + shift.afterMin * minuteMs };
}

/** Undefined while the window is open. `leave`: halves of the day that were granted. */
export function decideDay(
  punches: readonly Punch[],
  shift: Shift,
  day: string,
  { leave, complete, nowMs }: { leave: readonly Half[]; complete: boolean; nowMs: number },
): Decided | undefined {
  const window = windowOf(shift, day);
  if (nowMs < window.to) return undefined;
  const held = punches
    .filter((punch) => punch.at >= window.from && punch.at <= window.to)
    .toSorted((a, b) => a.at - b.at);
  const firstIn = held.find(({ direction }) => direction === 'IN')?.at ?? null;
  const lastOut = held.findLast(({ direction }) => direction === 'OUT')?.at ?? null;
  const spans = hoursOn(shift, day);
  const noon = at(day, '12:00');
  const granted = ({ from }: Span) => leave.includes('ALL') || leave.includes(from < noon ? 'AM' : 'PM');
  const due = spans.filter((span) => !granted(span));
  const of = (result: Decided['result'], lateMin = 0, earlyMin = 0): Decided => ({
    firstIn,
    lastOut,
    lateMin,
    earlyMin,
    result,
  });
  if (due.length === 0) return of('LEAVE');
  let late = 0;
  let early = 0;
  let missed = 0;
  let absent = 0;
  for (const span of due) {
    const i = spans.indexOf(span);
    const since = i === 0 ? window.from : spans[i - 1]!.to;
    const until = i === spans.length - 1 ? window.to : spans[i + 1]!.from;
    // Who came for the pair before and has not left since is here.
    const came = held.find((punch) => punch.direction === 'IN' && punch.at >= since && punch.at < span.to);
    const left = held.findLast((punch) => punch.direction === 'OUT' && punch.at > span.from && punch.at <= until);
    const lateBy = came ? Math.floor((came.at - span.from) / minuteMs) : 0;
    const earlyBy = left ? Math.floor((span.to - left.at) / minuteMs) : 0;
    if (!came && !left) absent += 1;
    else if (!came || !left) missed += 1;
    else if (lateBy > shift.absentMin) absent += 1;
    if (lateBy > shift.graceMin) late += lateBy;
    if (earlyBy > shift.graceMin) early += earlyBy;
  }
  if (absent + missed > 0 && !complete) return of('PENDING', late, early);
  if (absent === due.length) return of('ABSENT', late, early);
  if (absent + missed > 0) return of('MISSED', late, early);
  return of(late > 0 ? 'LATE' : early > 0 ? 'EARLY' : 'NORMAL', late, early);
}
