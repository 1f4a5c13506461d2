/** What goes on beside everything else until it is told to stop. */
import { setTimeout as pause } from 'node:timers/promises';

/** Does it again and again; the answer stops it and waits for the last. @throws there what went wrong on the way. */
export function again(work: () => Promise<void>, betweenMs: number): () => Promise<void> {
  let going = true;
  const loop = (async () => {
    while (going) {
      await work();
      await pause(betweenMs);
    }
  })();
  // Heard of by whoever stops it.
  loop.catch(() => undefined);
  return () => {
    going = false;
    return loop;
  };
}
