/**
 * Idle logout (product spec §9) as a pure machine: checked every 10 s; 30 minutes without a mouse click ask whether
 * to stay; 30 s later the session ends unless the question is cancelled. Only clicks count.
 */

export const checkEveryMs = 10_000;
export const idleLimitMs = 30 * 60_000;
export const graceMs = 30_000;

export interface IdleState {
  /** Last mouse click in any browser tab, epoch ms. */
  lastClick: number;
  /** When the question was put; undefined while there is none. */
  askedAt: number | undefined;
}

export type IdleStep = 'wait' | 'ask' | 'withdraw' | 'logout';

/**
 * What to do at `now`. `ask` puts the question, `withdraw` takes it back because another browser tab was clicked or
 * answered, `logout` ends the session.
 */
export function idleStep(state: IdleState, now: number): IdleStep {
  const idle = now - state.lastClick >= idleLimitMs;
  if (state.askedAt === undefined) return idle ? 'ask' : 'wait';
  if (!idle) return 'withdraw';
  return now - state.askedAt >= graceMs ? 'logout' : 'wait';
}

/**
 * The last click to start from. A stored one so old that the session would already have ended belongs to an earlier
 * sitting: opening the console counts as a click then.
 */
export function startingClick(stored: number | undefined, now: number): number {
  if (stored === undefined || !Number.isFinite(stored) || stored > now) return now;
  return now - stored >= idleLimitMs + graceMs ? now : stored;
}
