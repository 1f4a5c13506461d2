/** Dishes as menus need them, with the recipe that is served: the approved one, else the newest. Four statements for any number. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { readCooking } from '../nutrition/read-retention.ts';
import { allergensOf, costOf, netGrams, portionAmounts, type RecipeLine, type Stuff } from '../nutrition/recipe.ts';
import type { Cooking } from '../nutrition/retention.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { readStuffs } from '../stuffs/read-stuffs.ts';
import type { KeptLine } from '../tables.ts';
import type { DishFacts } from './judge.ts';

export interface ServedDish extends DishFacts {
  versionId: number;
  image: string | null;
  lines: readonly RecipeLine[];
  /** The recipe as a published item keeps it. */
  kept: readonly KeptLine[];
  mayContain: readonly string[];
}

/** Rows of dishes with their recipes, no prices looked at yet. */
interface Base {
  row: {
    id: number;
    name: string;
    type_id: number;
    typeName: string;
    classRisk: string | null;
    status: string;
    shelf: string;
    price_fen: number | null;
    price_mode: string;
    meal_period_ids: number[];
    image: string | null;
    cooking: string | null;
    served: number;
  };
  lines: readonly RecipeLine[];
  mayContain: readonly string[];
}

async function baseOf(db: Db, ids: readonly number[] | null): Promise<Base[]> {
  let query = db
    .selectFrom('dish as d')
    .innerJoin('food_type as t', 't.id', 'd.type_id')
    .select([
      'd.id',
      'd.name',
      'd.type_id',
      't.name as typeName',
      't.risk as classRisk',
      'd.status',
      'd.shelf',
      'd.price_fen',
      'd.price_mode',
      'd.meal_period_ids',
      'd.image',
      'd.cooking',
      sql<number>`coalesce(d.approved_id, d.version_id)`.as('served'),
    ]);
  query = ids ? query.where('d.id', 'in', [0, ...new Set(ids)]) : query.where('d.shelf', '=', 'ON').limit(mostDishes);
  const rows = await query.orderBy('d.name').execute();
  const versions = await unitRecipes.read(
    db,
    rows.map((row) => row.served),
  );
  return rows.map((row) => {
    const { lines, mayContain } = versions.get(row.served)!;
    return { row, lines, mayContain };
  });
}

/** Most dishes offered beside a week. */
const mostDishes = 3000;

/** The recipe as a published item keeps it: net grams of one portion by food-stuff. */
const keptLines = (lines: readonly RecipeLine[], stuffs: ReadonlyMap<number, Stuff>): KeptLine[] =>
  lines.map((line) => {
    const stuff = stuffs.get(line.foodStuffId)!;
    return {
      foodStuffId: line.foodStuffId,
      name: stuff.name,
      net: Math.round(netGrams(line, stuff) * 100) / 100,
      foodClass: stuff.foodClass,
      mark: stuff.mark,
    };
  });

const factsOf = (
  { row, lines, mayContain }: Base,
  stuffs: ReadonlyMap<number, Stuff>,
  cookingOf: (cooking: string | null) => Cooking,
): ServedDish => {
  const cost = costOf(lines, stuffs);
  return {
    id: row.id,
    name: row.name,
    typeId: row.type_id,
    typeName: row.typeName,
    classRisk: row.classRisk,
    status: row.status,
    shelf: row.shelf,
    priceFen: row.price_fen,
    priceMode: row.price_mode,
    mealPeriodIds: row.meal_period_ids,
    image: row.image,
    versionId: row.served,
    allergens: allergensOf(lines, stuffs, mayContain),
    costFen: lines.length > 0 ? cost.fen : null,
    unpriced: cost.unpriced,
    lineCount: lines.length,
    stuffs: lines.map(({ foodStuffId }) => {
      const stuff = stuffs.get(foodStuffId);
      return { name: stuff?.name ?? '', risk: stuff?.risk ?? null };
    }),
    amounts: portionAmounts(lines, stuffs, cookingOf(row.cooking)),
    lines,
    kept: keptLines(lines, stuffs),
    mayContain,
  };
};

/** Dishes by id, or all on the shelf, as they are on each of the days: prices of food-stuffs change. */
export async function readServed(
  db: Db,
  ids: readonly number[] | null,
  days: readonly string[],
): Promise<Map<string, Map<number, ServedDish>>> {
  const base = await baseOf(db, ids);
  const cookingOf = await readCooking(db);
  const stuffIds = base.flatMap((one) => one.lines.map((line) => line.foodStuffId));
  const found = new Map<string, Map<number, ServedDish>>();
  for (const day of new Set(days)) {
    const stuffs = await readStuffs(db, stuffIds, day);
    found.set(day, new Map(base.map((one) => [one.row.id, factsOf(one, stuffs, cookingOf)])));
  }
  return found;
}
