/**
 * What is left of a nutrient after cooking: shares by method and class of food, as far as the unit entered them. Where it did
 * not, nothing is taken off, and whoever shows the figures says so (meals.md §6). Both sides read it.
 */
import { labelIn } from '../../../kit/define/states.ts';
import { classLabel } from './food-classes.ts';
import { type NutrientKey, nutrientKeys, nutrients } from './nutrients.ts';

export const cookings = [
  { value: 'STIR_FRY', label: '炒' },
  { value: 'STEW', label: '炖、烧、焖' },
  { value: 'BOIL', label: '煮（连汤）' },
  { value: 'BLANCH', label: '焯水（弃水）' },
  { value: 'STEAM', label: '蒸' },
  { value: 'FRY', label: '煎、炸' },
  { value: 'BAKE', label: '烤、烙' },
  { value: 'RAW', label: '凉拌、生食' },
] as const;

/** Those that take something away. */
export const heated = cookings.filter((one) => one.value !== 'RAW');

/** Basis points left per nutrient; one that is missing is left whole. */
export type Kept = { readonly [K in NutrientKey]?: number };

export interface Cooking {
  kept(foodClass: string): Kept;
  /** Is what cooking takes known: raw food loses nothing, for the others there are figures. */
  counted: boolean;
}

export interface RetentionRow {
  cooking: string;
  foodClass: string | null;
  nutrient: string;
  ratio: number;
}

const whole: Kept = {};
export const notCounted: Cooking = { kept: () => whole, counted: false };
export const raw: Cooking = { kept: () => whole, counted: true };

/** The unit's figures by the way a dish is cooked; those of a class go before those of all. */
export function cookingOf(rows: readonly RetentionRow[]): (cooking: string | null) => Cooking {
  const byMethod = Map.groupBy(rows, (row) => row.cooking);
  return (cooking) => {
    if (cooking === 'RAW') return raw;
    const own = cooking === null ? undefined : byMethod.get(cooking);
    if (!own) return notCounted;
    const forAll = own.filter((row) => row.foodClass === null);
    const kept = (foodClass: string): Kept =>
      Object.fromEntries(
        [...forAll, ...own.filter((row) => row.foodClass === foodClass)].map((row) => [row.nutrient, row.ratio]),
      );
    return { kept, counted: true };
  };
}

/** `维生素C 85%、维生素B1 90%`. */
const keptText = (kept: Kept): string =>
  nutrientKeys
    .flatMap((key) => (kept[key] === undefined ? [] : [`${nutrients[key].label} ${kept[key] / 100}%`]))
    .join('、');

/** How a dish is cooked and what is left after it, of the classes of food in it. */
export function cookingText(cooking: string | null, of: Cooking, foodClasses: readonly string[]): string {
  if (cooking === null) return '没有填烹调方法，未计烹调损失';
  const method = labelIn(cookings, cooking);
  if (cooking === 'RAW') return `${method}，没有烹调损失`;
  const each = [...new Set(foodClasses)].flatMap((foodClass) => {
    const text = keptText(of.kept(foodClass));
    return text === '' ? [] : [`${classLabel(foodClass)}留存${text}`];
  });
  if (each.length > 0) return `${method}：${each.join('；')}`;
  return of.counted ? `${method}，配料中没有登记了保留率的` : `${method}，没有登记保留率，未计烹调损失`;
}
