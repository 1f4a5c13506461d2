/** What there is of goods, shared over orders: by largest remainder, so that all of it is given and nobody gets more than asked. Pure. */
import { splitByRatio } from '../../../kit/define/fen.ts';

export interface Asked {
  lineId: number;
  /** Base units. */
  qty: number;
  /** Base units of the smallest part that can be given: 1 of what is weighed, a unit of what is sold by it. */
  step: number;
}

/** Base units for every line; `there` may be more than is asked, then everybody has his own. */
export function shareOut(there: number, asked: readonly Asked[]): Map<number, number> {
  const whole = asked.reduce((sum, one) => sum + one.qty, 0);
  if (there >= whole) return new Map(asked.map(({ lineId, qty }) => [lineId, qty]));
  const step = Math.max(...asked.map((one) => one.step));
  const weights = asked.map(({ qty }) => Math.floor(qty / step));
  if (weights.every((weight) => weight === 0)) return new Map(asked.map(({ lineId }) => [lineId, 0]));
  const parts = splitByRatio(
    Math.min(
      Math.floor(there / step),
      weights.reduce((a, b) => a + b, 0),
    ),
    weights,
  );
  return new Map(asked.map(({ lineId }, i) => [lineId, parts[i]! * step]));
}
