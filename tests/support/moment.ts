/**
 * The day tests live in. A demo differs by weekday, by hour (a business day turns at four) and by who happens to have ordered:
 * what passes today must pass tomorrow, so every run begins at one moment. `TEST_NOW` names another (ISO 8601), or `real`.
 */
import { inject } from 'vitest';
import { type Clock, systemClock } from '../../src/kit/server/clock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the run's clock is ahead of the machine's, in milliseconds. */
    clockAheadMs: number;
  }
}

/** A Wednesday's morning in the middle of a month. */
const usual = '2026-12-09T10:30:00+08:00';

/** Milliseconds from the machine's clock to the run's, when it starts now. */
export function clockAhead(wanted = process.env.TEST_NOW ?? usual): number {
  return wanted === 'real' ? 0 : Date.parse(wanted) - systemClock.now();
}

/** Runs like the machine's, from the run's moment on. */
export const testClock: Clock = { now: () => systemClock.now() + inject('clockAheadMs') };
