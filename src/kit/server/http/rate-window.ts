/** So many events per key and window, counted in this process: a brake on what strangers may make the server keep. */
import type { Clock } from '../clock.ts';

export interface RateWindow {
  /** Counts one event of the key; true while it stays within the limit. */
  take(key: string): boolean;
}

/** Keys remembered; past it all counting starts anew, which lets a few more through rather than memory grow. */
const mostKeys = 10_000;

/** `max` events per key within each window of `windowMs`. */
export function rateWindow(clock: Clock, { max, windowMs }: { max: number; windowMs: number }): RateWindow {
  let window = 0;
  let counts = new Map<string, number>();
  const current = () => {
    const now = Math.floor(clock.now() / windowMs);
    if (now !== window || counts.size > mostKeys) {
      window = now;
      counts = new Map();
    }
    return counts;
  };
  return {
    take: (key) => {
      const count = (current().get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= max;
    },
  };
}
