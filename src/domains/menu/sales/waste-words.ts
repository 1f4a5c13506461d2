/** What was made and not eaten, summed and in words: what is not known is named beside, never counted as nothing. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

export interface WasteFigures {
  /** Null: of no dish known. */
  grams: number | null;
  fen: number | null;
  /** Dishes of which one of them is not known. */
  unknown: number;
  /** Dishes of which only the least is known. */
  atLeast: number;
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);

/** Several meals as one. */
export const wasteSum = (meals: readonly WasteFigures[]): WasteFigures =>
  meals.reduce(
    (sum, one) => ({
      grams: plus(sum.grams, one.grams),
      fen: plus(sum.fen, one.fen),
      unknown: sum.unknown + one.unknown,
      atLeast: sum.atLeast + one.atLeast,
    }),
    { grams: null, fen: null, unknown: 0, atLeast: 0 } as WasteFigures,
  );

function known({ grams, fen, atLeast }: WasteFigures): string {
  const words = [
    grams === null ? '' : `${(grams / 1000).toFixed(1)} 千克`,
    fen === null ? '' : `${formatFenGrouped(fen)} 元`,
  ]
    .filter((one) => one !== '')
    .join('、');
  return words !== '' && atLeast > 0 ? `至少 ${words}` : words;
}

/** 3.2 千克、12.00 元，另有 2 道次未知，不在其中. */
export const knownWaste = (waste: WasteFigures): string =>
  `${known(waste)}${waste.unknown > 0 ? `，另有 ${waste.unknown} 道次未知，不在其中` : ''}`;

/** The same where space is short; empty where there is nothing to say. */
export function shortWaste(waste: WasteFigures): string {
  const words = known(waste);
  if (words === '') return waste.unknown > 0 ? '未知' : '';
  return waste.unknown > 0 ? `${words}（另 ${waste.unknown} 道未知）` : words;
}
