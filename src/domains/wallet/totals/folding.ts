/** Sees to it that what batches leave waiting is added up soon, beside them. */

import type { Queryable } from '../writer/partitions.ts';
import { foldWaiting } from './fold-waiting.ts';

export interface Folding {
  /** A batch left so many swipes of the organization waiting. */
  note(organizationId: number, swipes: number): void;
  /** Waits for what is under way; starts nothing more. */
  close(): Promise<void>;
}

/** So many swipes are worth a transaction of their own at once; fewer wait for company this long. */
const enough = 2_000;
const restMs = 5_000;

/** Folds over `db`, a pool beside the batches, into a `lane` of its own; `failed` is told what went wrong. */
export function folding(db: Queryable, lane: number, failed: (error: unknown) => void): Folding {
  const waiting = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const run = async (): Promise<void> => {
    for (const organizationId of [...waiting.keys()]) {
      waiting.delete(organizationId);
      // The totals are exact all the same; what failed goes with the next, or at night.
      await foldWaiting(db, organizationId, lane).catch(failed);
    }
  };
  const start = (): void => {
    if (running || closed) return;
    clearTimeout(timer);
    timer = undefined;
    running = run().finally(() => {
      running = undefined;
      if (waiting.size > 0) rest();
    });
  };
  const rest = (): void => {
    if (!closed) timer ??= setTimeout(start, restMs).unref();
  };

  return {
    note: (organizationId, swipes) => {
      const all = (waiting.get(organizationId) ?? 0) + swipes;
      waiting.set(organizationId, all);
      if (all >= enough) start();
      else rest();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
