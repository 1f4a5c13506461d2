/** The only door to the time of day. Injected everywhere, so that a test replays a day from its seed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is moved; `at` in milliseconds since the epoch. */
export function manualClock(at: number): Clock & { set(at: number): void; advance(ms: number): void } {
  let current = at;
  return {
    now: () => current,
    set: (next) => {
      current = next;
    },
    advance: (ms) => {
      current += ms;
    },
  };
}

/** `YYYY-MM-DDTHH:mm:ss.sss+08:00` of an instant, at a fixed offset in minutes. */
export function isoAt(epochMs: number, offsetMinutes = 480): string {
  const sign = offsetMinutes < 0 ? '-' : '+';
  const abs = Math.abs(offsetMinutes);
  const shifted = new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 23);
  return `${shifted}${sign}${String(Math.floor(abs / 60)).padStart(2, '0')}:${String(abs % 60).padStart(2, '0')}`;
}

/** Calendar date `YYYY-MM-DD` of an instant, at a fixed offset in minutes. */
export function dateAt(epochMs: number, offsetMinutes = 480): string {
  return isoAt(epochMs, offsetMinutes).slice(0, 10);
}

/** The date `days` later (or earlier, when negative) than `date`; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
