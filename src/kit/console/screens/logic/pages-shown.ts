/** Which pages stand below a list: all of a few, else the first, the last and five around the one that shows. */

const few = 7;
const around = 2;

/** In their order; where two neighbours are further apart than one, pages are left out between them. */
export function pagesShown(page: number, last: number): number[] {
  if (last <= few) return Array.from({ length: last }, (_, i) => i + 1);
  const from = Math.max(1, Math.min(page - around, last - 2 * around));
  const window = Array.from({ length: 2 * around + 1 }, (_, i) => from + i);
  return [...new Set([1, ...window, last])];
}
