/** What there is of goods, shared over orders: by largest remainder, so that all of it is given and nobody gets more than asked; or to some first. Pure. */
import { splitByRatio } from '../../../kit/define/fen.ts';

export interface Asked {
  lineId: number;
  /** Base units. */
  qty: number;
  /** Base units of the smallest part that can be given: 1 of what is weighed, a unit of what is sold by it. */
  step: number;
  organizationId: number;
}

/** What is shared out to whom first: these units one after another have all they asked, the others share the rest. */
export function shareInOrder(there: number, asked: readonly Asked[], first: readonly number[]): Map<number, number> {
  const others = asked.filter(({ organizationId }) => !first.includes(organizationId));
  const shares = new Map<number, number>();
  let left = there;
  for (const group of [...first.map((id) => asked.filter((one) => one.organizationId === id)), others]) {
    for (const [lineId, qty] of shareOut(left, group)) shares.set(lineId, qty);
    left = Math.max(0, left - group.reduce((sum, { qty }) => sum + qty, 0));
  }
  return shares;
}

/** Base units for every line; `there` may be more than is asked, then everybody has his own. */
export function shareOut(there: number, asked: readonly Asked[]): Map<number, number> {
  const whole = asked.reduce((sum, one) => sum + one.qty, 0);
  if (there >= whole) return new Map(asked.map(({ lineId, qty }) => [lineId, qty]));
  const [{ step } = { step: 1 }] = asked;
  if (asked.some((one) => one.step !== step)) return shareMixed(there, whole, asked);
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

/** Everybody's part in his own whole units; what is left goes unit by unit to whom most of his part is missing, while one fits. */
function shareMixed(there: number, whole: number, asked: readonly Asked[]): Map<number, number> {
  const given = new Map(
    asked.map(({ lineId, qty, step }) => [lineId, Math.floor((there * qty) / (whole * step)) * step]),
  );
  const missing = ({ lineId, qty }: Asked) => (there * qty) / whole - given.get(lineId)!;
  let left = there - [...given.values()].reduce((sum, one) => sum + one, 0);
  for (;;) {
    const [next] = asked
      .filter(({ lineId, qty, step }) => step <= left && given.get(lineId)! + step <= qty)
      .sort((a, b) => missing(b) - missing(a));
    if (!next) return given;
    given.set(next.lineId, given.get(next.lineId)! + next.step);
    left -= next.step;
  }
}
