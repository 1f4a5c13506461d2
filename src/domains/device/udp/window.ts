/** Which counters of a peer have come: the highest and the 63 below it, so that what the network reorders is taken, and once. */
const width = 64n;

export interface Window {
  highest: bigint;
  /** Bit n: `highest - n` has come. */
  seen: bigint;
}

/** Begins at a counter that has come. */
export const windowFrom = (counter: bigint): Window => ({ highest: counter, seen: 1n });

/** Takes a counter in; false when it has come before, or is too old to tell. */
export function takeCounter(window: Window, counter: bigint): boolean {
  if (counter > window.highest) {
    const by = counter - window.highest;
    window.seen = by >= width ? 1n : BigInt.asUintN(Number(width), window.seen << by) | 1n;
    window.highest = counter;
    return true;
  }
  const back = window.highest - counter;
  if (back >= width || (window.seen >> back) & 1n) return false;
  window.seen |= 1n << back;
  return true;
}
