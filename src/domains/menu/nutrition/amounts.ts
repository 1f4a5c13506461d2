/**
 * How much of each nutrient food holds, and of how much of its weight that is known. What is missing is not zero: it
 * lowers the coverage. All of it is plain sums, so that dishes, meals, days and weeks add up in any order (meals.md §6).
 */
import { type NutrientKey, type Nutrients, nutrientKeys } from './nutrients.ts';
import type { Kept } from './retention.ts';

export interface Amounts {
  /** Net grams whose nutrients are asked for: without salt and water. */
  net: number;
  /** Per nutrient its amount in its unit, and the net grams it is known of. */
  values: { readonly [K in NutrientKey]?: readonly [amount: number, known: number] };
  /** Portions added up, and those of dishes without a recipe among them. */
  portions: number;
  blind: number;
  /** Portions among them of which it is known what cooking takes; menus published before nobody asked have none. */
  cooked?: number;
}

export interface Part {
  /** Net grams eaten. */
  net: number;
  /** Per 100 g. */
  nutrients: Nutrients;
  /** Does its weight ask for what is in it? Salt and water do not; what is known of them counts all the same. */
  weighs: boolean;
  /** Basis points that cooking leaves, per nutrient. */
  kept?: Kept;
}

export const nothing: Amounts = { net: 0, values: {}, portions: 0, blind: 0 };

/** One portion of a dish out of the parts of its recipe; without any nobody knows what is in it. */
export function portionOf(parts: readonly Part[]): Amounts {
  if (parts.length === 0) return { ...nothing, portions: 1, blind: 1 };
  const values: Partial<Record<NutrientKey, readonly [number, number]>> = {};
  for (const key of nutrientKeys) {
    let amount = 0;
    let known = 0;
    let told = false;
    for (const { net, nutrients, weighs, kept } of parts) {
      const per100 = nutrients[key];
      if (per100 === undefined) continue;
      told = true;
      amount += ((net / 100) * per100 * (kept?.[key] ?? 10_000)) / 10_000;
      if (weighs) known += net;
    }
    if (told) values[key] = [amount, known];
  }
  const net = parts.reduce((sum, part) => sum + (part.weighs ? part.net : 0), 0);
  return { net, values, portions: 1, blind: 0 };
}

const cooked = (portions: number) => (portions > 0 ? { cooked: portions } : {});

/** Food eaten one beside the other. */
export function add(a: Amounts, b: Amounts): Amounts {
  const values: Partial<Record<NutrientKey, readonly [number, number]>> = { ...a.values };
  for (const key of nutrientKeys) {
    const more = b.values[key];
    if (!more) continue;
    const [amount, known] = values[key] ?? [0, 0];
    values[key] = [amount + more[0], known + more[1]];
  }
  return {
    net: a.net + b.net,
    values,
    portions: a.portions + b.portions,
    blind: a.blind + b.blind,
    ...cooked((a.cooked ?? 0) + (b.cooked ?? 0)),
  };
}

/** `factor` portions of it, or a share. */
export function scale(a: Amounts, factor: number): Amounts {
  const values = Object.fromEntries(
    Object.entries(a.values).map(([key, [amount, known]]) => [key, [amount * factor, known * factor]]),
  ) as Amounts['values'];
  return {
    net: a.net * factor,
    values,
    portions: a.portions * factor,
    blind: a.blind * factor,
    ...cooked((a.cooked ?? 0) * factor),
  };
}

export const sum = (all: readonly Amounts[]): Amounts => all.reduce(add, nothing);

/** What one portion holds on average: of a meal where people choose, by the portions planned or sold. */
export const average = (of: Amounts): Amounts => (of.portions > 0 ? scale(of, 1 / of.portions) : nothing);

/** Share of the weight a nutrient is known of, 0–1; portions without a recipe are known of nothing. */
export function coverage(of: Amounts, key: NutrientKey): number {
  if (of.portions <= 0) return 0;
  const told = of.net > 0 ? Math.min(1, (of.values[key]?.[1] ?? 0) / of.net) : of.values[key] ? 1 : 0;
  return told * (1 - of.blind / of.portions);
}

/** The amount of a nutrient that is known of; undefined where nothing is. */
export const amountOf = (of: Amounts, key: NutrientKey): number | undefined => of.values[key]?.[0];

/** Of how much of it the losses of cooking are taken off. */
export function cookedText({ portions, cooked = 0 }: Amounts): string {
  const share = portions > 0 ? Math.round((cooked / portions) * 100) : 0;
  if (share === 0) return '未计烹调损失';
  return share >= 100 ? '已计烹调损失' : `${share}% 的份数已计烹调损失，其余未计`;
}

/** Below this coverage nothing is judged: 数据不足. */
export const leastCoverage = 0.8;

/** Grams of salt in a weight of sodium, both of cooking salt and of food. */
export const saltGrams = (sodiumMg: number): number => (sodiumMg * 2.54) / 1000;

/** Shares of energy of fat, carbohydrate and protein, 0–1, by 9, 4 and 4 kcal a gram; undefined without all three. */
export function energyShares(of: Amounts): { fat: number; carbohydrate: number; protein: number } | undefined {
  const [fat, carbohydrate, protein] = [amountOf(of, 'fat'), amountOf(of, 'carbohydrate'), amountOf(of, 'protein')];
  if (fat === undefined || carbohydrate === undefined || protein === undefined) return undefined;
  const whole = fat * 9 + carbohydrate * 4 + protein * 4;
  if (whole <= 0) return undefined;
  return { fat: (fat * 9) / whole, carbohydrate: (carbohydrate * 4) / whole, protein: (protein * 4) / whole };
}
