/** Where a worker stands at a shift, out of the checks taken for it. Pure. */
import { type Result, recheckMinutes, type Standing } from '../words.ts';

export interface CheckTold {
  id: number;
  /** Epoch ms. */
  at: number;
  result: Result;
  /** What it would have been with a certificate. */
  otherwise: Result;
  why: readonly string[];
}

export interface Stands {
  standing: Standing;
  /** The check that says so; absent without one. */
  check?: CheckTold;
  why: readonly string[];
}

/** Is 整改 of this check overdue? It then counts as failed. */
export const overdue = (check: CheckTold, nowMs: number): boolean =>
  check.result === 'FIX' && nowMs > check.at + recheckMinutes * 60_000;

interface Around {
  leave?: boolean;
  /** A certificate holds by now: who failed for want of one alone is judged without it. */
  certified: boolean;
  /** When an officer let who had failed come back (epoch ms): only what was checked later counts. */
  returned?: number | null;
  nowMs: number;
}

/** `checks` are those of one shift, in any order. */
export function standingAt(
  checks: readonly CheckTold[],
  { leave = false, certified, returned = null, nowMs }: Around,
): Stands {
  const seen = checks
    .filter((one) => returned === null || one.at > returned)
    .map((one) => (certified ? { ...one, result: one.otherwise } : one))
    .toSorted((a, b) => a.at - b.at);
  let fix: CheckTold | undefined;
  let last: Stands = { standing: leave ? 'LEAVE' : 'NOT_CHECKED', why: [] };
  for (const check of seen) {
    const { why } = check;
    // A failure, or 整改 nobody came back from in time, stands until an officer lets them return.
    if (fix && overdue(fix, check.at)) return { standing: 'OFF_DUTY', check: fix, why: [...fix.why, '整改超时'] };
    if (check.result === 'FAIL') return { standing: 'OFF_DUTY', check, why };
    if (check.result === 'FIX') {
      fix = fix ?? check;
      last = { standing: 'FIX', check, why };
    } else if (check.result === 'RESTRICTED') last = { standing: 'RESTRICTED', check, why };
    else last = { standing: fix ? 'RECHECK_PASS' : 'PASS', check, why };
    if (check.result !== 'FIX') fix = undefined;
  }
  if (fix && overdue(fix, nowMs)) return { standing: 'OFF_DUTY', check: fix, why: [...fix.why, '整改超时'] };
  return last;
}
