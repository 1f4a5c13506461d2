/** Hours and days of readings: pure. An hour has sixty slots; a day counts 1,440 = in bounds + out + nothing known. */
import type { Bounds, Minute } from './decide-alarms.ts';

export interface Hour {
  temp: (number | null)[];
  humidity: number | null;
  /** Sixty signs, 1 where the door was open. */
  door: string;
}

export const emptyHour = (): Hour => ({ temp: new Array(60).fill(null), humidity: null, door: '0'.repeat(60) });

/** Puts minutes into their slots; the first value of a slot stays. Answers what was new, and how many said otherwise. */
export function putMinutes(
  hour: Hour,
  minutes: readonly (Minute & { humidity: number | null })[],
): { hour: Hour; taken: Minute[]; differing: number } {
  const temp = [...hour.temp];
  const door = [...hour.door];
  let { humidity } = hour;
  const taken: Minute[] = [];
  let differing = 0;
  for (const one of minutes) {
    const slot = one.minute % 60;
    if (temp[slot] !== null) {
      if (temp[slot] !== one.temp10 || (door[slot] === '1') !== one.door) differing += 1;
      continue;
    }
    temp[slot] = one.temp10;
    door[slot] = one.door ? '1' : '0';
    humidity = one.humidity ?? humidity;
    taken.push({ minute: one.minute, temp10: one.temp10, door: one.door });
  }
  return { hour: { temp, humidity, door: door.join('') }, taken, differing };
}

export interface Counted {
  n: number;
  min10: number;
  max10: number;
  sum10: number;
  outMinutes: number;
  doorMinutes: number;
  longestOut: number;
}

const isOut = (temp10: number, { min10, max10 }: Bounds) => temp10 > max10 || temp10 < min10;

/** Over any run of slots; a slot without a value ends a stretch outside. */
export function countSlots(temps: readonly (number | null)[], doors: string, bounds: Bounds): Counted {
  const counted = { n: 0, min10: 0, max10: 0, sum10: 0, outMinutes: 0, doorMinutes: 0, longestOut: 0 };
  let run = 0;
  for (const [i, temp] of temps.entries()) {
    if (doors[i] === '1') counted.doorMinutes += 1;
    if (temp === null) {
      run = 0;
      continue;
    }
    counted.min10 = counted.n === 0 ? temp : Math.min(counted.min10, temp);
    counted.max10 = counted.n === 0 ? temp : Math.max(counted.max10, temp);
    counted.n += 1;
    counted.sum10 += temp;
    run = isOut(temp, bounds) ? run + 1 : 0;
    if (run > 0) counted.outMinutes += 1;
    counted.longestOut = Math.max(counted.longestOut, run);
  }
  return counted;
}

/** Minutes of readings in order, out of hours by their first minute. */
export function minutesOf(
  hours: readonly { startMinute: number; temp: readonly (number | null)[]; door: string }[],
): Minute[] {
  return hours
    .toSorted((a, b) => a.startMinute - b.startMinute)
    .flatMap(({ startMinute, temp, door }) =>
      temp.flatMap((temp10, i) =>
        temp10 === null ? [] : [{ minute: startMinute + i, temp10, door: door[i] === '1' }],
      ),
    );
}
