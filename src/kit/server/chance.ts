/** Chance that repeats from its seed (mulberry32), so that a simulated lunch or a demo can be played again. */

export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** A whole number in [from, to]. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[];
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    happens: (probability) => next() < probability,
    between,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    shuffled: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = between(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
  };
}
