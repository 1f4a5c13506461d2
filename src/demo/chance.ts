/** Repeatable chance for the demo: the same seed makes the same school. */

export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** Whole number in [from, to]. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with the probability given. */
  happens(probability: number): boolean;
}

/** A 32-bit generator (mulberry32). */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    happens: (probability) => next() < probability,
  };
}
