/** What becomes of money left in lots at their end: cleared, or kept for the next term up to a cap. */
import type { CarryOver } from './rule.ts';

export interface CarryRule {
  carryOver: CarryOver;
  carryMaxFen: number;
}

export interface Shares {
  clearedFen: number;
  carriedFen: number;
}

/**
 * Splits what was taken out of one person's ended lots of one rule, in their order: the cap holds for them together,
 * and the first lots fill it. Each share's parts sum to what the lot held.
 */
export function carryShares(rule: CarryRule | undefined, beforeFen: readonly number[]): Shares[] {
  let room = rule?.carryOver === 'CARRY_MAX' ? rule.carryMaxFen : 0;
  if (rule?.carryOver === 'CARRY') room = Number.MAX_SAFE_INTEGER;
  return beforeFen.map((fen) => {
    const carriedFen = Math.min(fen, room);
    room -= carriedFen;
    return { clearedFen: fen - carriedFen, carriedFen };
  });
}
