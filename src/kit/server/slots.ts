/** A bound on heavy work of one process: so many at a time, so many waiting, the rest told at once. */

export interface Slots {
  /** Runs `work` when a slot is free; undefined, without having run it, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
}

/** `atOnce` run, up to `waiting` more wait in order. */
export function slots({ atOnce, waiting }: { atOnce: number; waiting: number }): Slots {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running < atOnce) running++;
      else if (queue.length >= waiting) return undefined;
      else await new Promise<void>((go) => queue.push(go));
      try {
        return await work();
      } finally {
        // The slot goes from hand to hand, so that nobody slips in between.
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
