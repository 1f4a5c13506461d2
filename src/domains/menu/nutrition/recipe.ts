/** A recipe's grams and cost: net, as bought, by the share that is eaten and what is lost in preparing (meals.md §5, §6). */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Amounts, type Part, portionOf } from './amounts.ts';
import { weighs } from './food-classes.ts';
import type { Nutrients } from './nutrients.ts';
import { type Cooking, notCounted } from './retention.ts';

export interface RecipeLine {
  foodStuffId: number;
  grams: number;
  /** Weighed ready to cook, or as it is bought. */
  basis: 'NET' | 'GROSS';
  /** Lost in preparing, basis points. */
  lossRatio: number;
  main: boolean;
}

/** A food-stuff as recipes read it: the unit's own words over the library's. */
export interface Stuff {
  id: number;
  name: string;
  foodClass: string;
  mark: string | null;
  risk: string | null;
  /** Share that is eaten, basis points. */
  edibleRatio: number;
  allergens: readonly string[];
  nutrients: Nutrients;
  /** Per kilogram on the day asked for; undefined without a price. */
  priceFen: number | undefined;
}

const whole = 10_000;

/** Grams that are eaten. */
export const netGrams = (line: RecipeLine, { edibleRatio }: Pick<Stuff, 'edibleRatio'>): number =>
  line.basis === 'NET' ? line.grams : (line.grams * edibleRatio) / whole;

/** Grams to buy: the net ones with peel and bones, and what is lost beside. */
export const boughtGrams = (line: RecipeLine, stuff: Pick<Stuff, 'edibleRatio'>): number =>
  ((netGrams(line, stuff) * whole) / stuff.edibleRatio) * (1 + line.lossRatio / whole);

export interface Cost {
  /** Fen a portion, rounded once; of the lines that have a price. */
  fen: number;
  /** Lines without one: the cost is at least this. */
  unpriced: number;
}

/** Cost of one portion; water costs nothing. */
export function costOf(lines: readonly RecipeLine[], stuffs: ReadonlyMap<number, Stuff>): Cost {
  let thousandths = 0;
  let unpriced = 0;
  for (const line of lines) {
    const stuff = stuffs.get(line.foodStuffId);
    if (stuff?.foodClass === 'WATER') continue;
    if (stuff?.priceFen === undefined) unpriced += 1;
    else thousandths += boughtGrams(line, stuff) * stuff.priceFen;
  }
  return { fen: Math.round(thousandths / 1000), unpriced };
}

/** One portion's nutrients, less what cooking takes as far as that is known. */
export function portionAmounts(
  lines: readonly RecipeLine[],
  stuffs: ReadonlyMap<number, Pick<Stuff, 'edibleRatio' | 'nutrients' | 'foodClass'>>,
  cooking: Cooking = notCounted,
): Amounts {
  const parts = lines.map((line): Part => {
    const stuff = stuffs.get(line.foodStuffId);
    if (!stuff) return { net: line.grams, nutrients: {}, weighs: true };
    const { nutrients, foodClass } = stuff;
    return { net: netGrams(line, stuff), nutrients, weighs: weighs(foodClass), kept: cooking.kept(foodClass) };
  });
  const amounts = portionOf(parts);
  return cooking.counted && parts.length > 0 ? { ...amounts, cooked: 1 } : amounts;
}

/** Allergens of a dish: all its recipe brings, and those that hand adds; null without a recipe, which is never «none». */
export function allergensOf(
  lines: readonly Pick<RecipeLine, 'foodStuffId'>[],
  stuffs: ReadonlyMap<number, Pick<Stuff, 'allergens'>>,
  byHand: readonly string[],
): string[] | null {
  if (lines.length === 0) return byHand.length > 0 ? [...byHand].sort() : null;
  const found = new Set(byHand);
  for (const { foodStuffId } of lines) for (const one of stuffs.get(foodStuffId)?.allergens ?? []) found.add(one);
  return [...found].sort();
}

/** 3.20 元, or ≥ 3.20 元，1 项无价. */
export const costText = ({ fen, unpriced }: Cost): string => {
  const yuan = `${formatFenGrouped(fen)} 元`;
  return unpriced > 0 ? `≥ ${yuan}，${unpriced} 项无价` : yuan;
};
