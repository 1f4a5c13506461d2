/** Goods that the caterer makes of others, taken apart to what is bought: exact fractions of a part in one base unit. */

export interface OwnRecipe {
  goodsId: number;
  fromDate: string;
  /** Thousandths of base units that the parts give; without parts it is bought again. */
  madeMilli: number;
  parts: readonly { goodsId: number; qtyMilli: number }[];
  /** It lies in stock once it is made: whatever has it in it takes it as it is. */
  kept?: boolean;
}

export interface FlatPart {
  goodsId: number;
  kept: boolean;
  since: string;
  until: string;
  partId: number;
  num: bigint;
  den: bigint;
}

/** Half-finished goods stand in half-finished goods at most so often. */
export const deepest = 3;

/** Goods of a chain that goes round or too deep, from the first made to where it breaks. */
export interface BadChain {
  why: 'ROUND' | 'DEEP';
  chain: readonly number[];
}

type Fraction = readonly [num: bigint, den: bigint];
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const least = ([num, den]: Fraction): Fraction => {
  const by = gcd(num, den);
  return [num / by, den / by];
};
const plus = (a: Fraction, b: Fraction): Fraction => least([a[0] * b[1] + b[0] * a[1], a[1] * b[1]]);

/** What one base unit of a goods takes of what is bought or lies in stock made, by the recipes of a day. */
function partsOf(
  goodsId: number,
  recipes: ReadonlyMap<number, OwnRecipe>,
  chain: readonly number[],
): Map<number, Fraction> | BadChain {
  const recipe = recipes.get(goodsId);
  if (!recipe || recipe.parts.length === 0) return new Map([[goodsId, [1n, 1n]]]);
  if (chain.includes(goodsId)) return { why: 'ROUND', chain: [...chain, goodsId] };
  if (chain.length === deepest) return { why: 'DEEP', chain: [...chain, goodsId] };
  const sum = new Map<number, Fraction>();
  for (const part of recipe.parts) {
    const below = partsOf(part.goodsId, recipes, [...chain, goodsId]);
    if (!(below instanceof Map)) return below;
    // Looked through for rounds, taken as it is.
    const taken = recipes.get(part.goodsId)?.kept ? new Map<number, Fraction>([[part.goodsId, [1n, 1n]]]) : below;
    for (const [leaf, [num, den]] of taken) {
      const share = least([num * BigInt(part.qtyMilli), den * BigInt(recipe.madeMilli)]);
      sum.set(leaf, plus(sum.get(leaf) ?? [0n, 1n], share));
    }
  }
  return sum;
}

const same = (a: ReadonlyMap<number, Fraction>, b: ReadonlyMap<number, Fraction>) =>
  a.size === b.size && [...a].every(([id, [num, den]]) => b.get(id)?.[0] === num && b.get(id)?.[1] === den);

/** All made goods over all days on which a recipe begins, or the first chain that cannot be. */
export function flatten(all: readonly OwnRecipe[]): FlatPart[] | BadChain {
  const days = [...new Set(all.map(({ fromDate }) => fromDate))].sort();
  const made = [...new Set(all.map(({ goodsId }) => goodsId))];
  const open = new Map<number, { since: string; kept: boolean; parts: ReadonlyMap<number, Fraction> }>();
  const flat: FlatPart[] = [];
  const close = (goodsId: number, until: string) => {
    const one = open.get(goodsId);
    open.delete(goodsId);
    for (const [partId, [num, den]] of one?.parts ?? [])
      flat.push({ goodsId, kept: one!.kept, since: one!.since, until, partId, num, den });
  };
  for (const day of days) {
    const begun = all.filter(({ fromDate }) => fromDate <= day).sort((a, b) => (a.fromDate < b.fromDate ? -1 : 1));
    const recipes = new Map(begun.map((one) => [one.goodsId, one]));
    for (const goodsId of made) {
      const parts = partsOf(goodsId, recipes, []);
      if (!(parts instanceof Map)) return parts;
      const recipe = recipes.get(goodsId);
      const bought = !recipe?.parts.length;
      const kept = recipe?.kept === true;
      const before = open.get(goodsId);
      if (before && !bought && before.kept === kept && same(before.parts, parts)) continue;
      close(goodsId, day);
      if (!bought) open.set(goodsId, { since: day, kept, parts });
    }
  }
  for (const goodsId of [...open.keys()]) close(goodsId, 'infinity');
  return flat;
}
