/** What lists and records say of a dish by its recipe: lines with names, nutrients of a portion with their coverage, cost. */
import { type RawBuilder, sql } from 'kysely';
import { amountOf, coverage, leastCoverage } from '../nutrition/amounts.ts';
import { type NutrientKey, nutrientKeys, nutrients } from '../nutrition/nutrients.ts';
import { costOf, costText, portionAmounts, type RecipeLine, type Stuff } from '../nutrition/recipe.ts';
import { type Cooking, cookingText, type Kept, notCounted, raw } from '../nutrition/retention.ts';

/** A line as `libLines` and `unitLines` read it. */
interface FactLine extends RecipeLine {
  foodStuffName: string;
  /** `kept`: what the way the dish is cooked leaves of it. */
  stuff: Omit<Stuff, 'id' | 'name' | 'priceFen'> & { priceFen: number | null; kept?: Kept | null };
}

const lineJson = (line: string, stuff: RawBuilder<unknown>, name: RawBuilder<unknown>) => {
  const l = sql.ref(line);
  return sql`json_agg(json_build_object('foodStuffId', ${l}.food_stuff_id, 'grams', ${l}.grams, 'basis', ${l}.basis,
    'lossRatio', ${l}.loss_ratio, 'main', ${l}.main, 'foodStuffName', ${name}, 'stuff', ${stuff}) order by ${l}.no)`;
};

/** Lines of a library version with their food-stuffs, as json. */
export const libLines = (versionId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${lineJson(
  'l',
  sql`json_build_object('foodClass', t.food_class, 'mark', s.mark, 'risk', s.risk, 'edibleRatio', s.edible_ratio,
    'allergens', s.allergens, 'nutrients', s.nutrients, 'priceFen', null)`,
  sql`s.name`,
)} from lib_recipe_line l join lib_food_stuff s on s.id = l.food_stuff_id join food_stuff_type t on t.id = s.type_id
  where l.version_id = ${versionId})`;

/** Allergens of a library version: its own words and what its recipe brings. */
export const libAllergens = (versionId: RawBuilder<unknown>, own: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(select unnest(${own}) as a union select unnest(s.allergens) from lib_recipe_line l
    join lib_food_stuff s on s.id = l.food_stuff_id where l.version_id = ${versionId} order by a)`;

/** Has the version one of these allergens? What a list is searched by: putting together all of each dish would take it seconds. */
export const libHasAllergen =
  (versionId: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
  (value: unknown): RawBuilder<unknown> =>
    sql`(${own} && ${[value].flat()}::text[] or exists (select from lib_recipe_line l join lib_food_stuff s on s.id = l.food_stuff_id
      where l.version_id = ${versionId} and s.allergens && ${[value].flat()}::text[]))`;

/** Lines of a unit's version with its food-stuffs, their prices of a day and what `cooking` leaves of them, as json. */
export const unitLines = (
  versionId: RawBuilder<unknown>,
  organization: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  cooking: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select ${lineJson(
    'l',
    sql`json_build_object('foodClass', t.food_class, 'mark', b.mark, 'risk', b.risk,
      'edibleRatio', coalesce(s.edible_ratio, b.edible_ratio, 10000), 'allergens', s.allergens || coalesce(b.allergens, '{}'),
      'nutrients', coalesce(b.nutrients, '{}') || s.nutrients,
      'priceFen', (select p.price_fen from food_stuff_price p where p.organization_id = s.organization_id
        and p.food_stuff_id = s.id and p.from_date <= ${day} order by p.from_date desc limit 1),
      'kept', (select jsonb_object_agg(k.nutrient, k.ratio order by k.food_class nulls first) from cooking_retention k
        where k.organization_id = s.organization_id and k.cooking = ${cooking}
          and (k.food_class is null or k.food_class = t.food_class)))`,
    sql`s.name`,
  )} from recipe_line l join food_stuff s on s.organization_id = l.organization_id and s.id = l.food_stuff_id
    join food_stuff_type t on t.id = s.type_id left join lib_food_stuff b on b.id = s.lib_id
    where l.organization_id = ${organization} and l.version_id = ${versionId})`;

/** Allergens of a unit's version: by hand, of its food-stuffs, and of the library's they are. */
export const unitAllergens = (
  versionId: RawBuilder<unknown>,
  organization: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`array(select unnest(${own}) as a union select unnest(s.allergens || coalesce(b.allergens, '{}')) from recipe_line l
    join food_stuff s on s.organization_id = l.organization_id and s.id = l.food_stuff_id
    left join lib_food_stuff b on b.id = s.lib_id
    where l.organization_id = ${organization} and l.version_id = ${versionId} order by a)`;

/** Has the unit's version one of these allergens? */
export const unitHasAllergen =
  (versionId: RawBuilder<unknown>, organization: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
  (value: unknown): RawBuilder<unknown> =>
    sql`(${own} && ${[value].flat()}::text[] or exists (select from recipe_line l
      join food_stuff s on s.organization_id = l.organization_id and s.id = l.food_stuff_id
      left join lib_food_stuff b on b.id = s.lib_id
      where l.organization_id = ${organization} and l.version_id = ${versionId}
        and (s.allergens && ${[value].flat()}::text[] or b.allergens && ${[value].flat()}::text[])))`;

export interface Facts {
  recipe: (RecipeLine & { foodStuffName: string })[];
  lineCount: number;
  nutrients: { [K in NutrientKey]?: number };
  /** Nutrients known of less of the weight than is judged by, in words; empty when all are. */
  doubtful: string;
  costFen: number | null;
  costText: string;
  cookingText: string;
}

const shownAlways: readonly NutrientKey[] = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium', 'calcium', 'iron'];

/** Has a row been given its facts already? A record passes the list's `derive` twice. */
export const hasFacts = (selected: unknown): boolean =>
  Array.isArray(selected) && selected.length > 0 && !('stuff' in (selected[0] as object));

/** What the lines themselves say of how they are cooked. */
function cookingIn(cooking: string | null, lines: readonly FactLine[]): Cooking {
  if (cooking === 'RAW') return raw;
  const kept = new Map(lines.flatMap(({ stuff }) => (stuff.kept ? [[stuff.foodClass, stuff.kept] as const] : [])));
  return kept.size === 0 ? notCounted : { kept: (foodClass) => kept.get(foodClass) ?? {}, counted: true };
}

/** The facts of the lines a list selected, of a dish cooked in this way. */
export function factsOf(selected: unknown, cooking: string | null = null): Facts {
  const lines = (selected ?? []) as readonly FactLine[];
  const stuffs = new Map(
    lines.map(({ foodStuffId, foodStuffName, stuff }) => [
      foodStuffId,
      { ...stuff, id: foodStuffId, name: foodStuffName, priceFen: stuff.priceFen ?? undefined },
    ]),
  );
  const cooked = cookingIn(cooking, lines);
  const amounts = portionAmounts(lines, stuffs, cooked);
  const cost = costOf(lines, stuffs);
  const values: { [K in NutrientKey]?: number } = {};
  for (const key of nutrientKeys) {
    const amount = amountOf(amounts, key);
    if (amount !== undefined) values[key] = Number(amount.toFixed(2));
  }
  const doubtful = shownAlways.filter((key) => coverage(amounts, key) < leastCoverage);
  return {
    recipe: lines.map(({ stuff: _, ...line }) => line),
    lineCount: lines.length,
    nutrients: values,
    doubtful:
      lines.length === 0
        ? '没有配料，营养未知'
        : doubtful.map((key) => `${nutrients[key].label}覆盖 ${Math.round(coverage(amounts, key) * 100)}%`).join('、'),
    costFen: lines.length === 0 ? null : cost.fen,
    costText: lines.length === 0 ? '' : costText(cost),
    cookingText: cookingText(
      cooking,
      cooked,
      lines.map(({ stuff }) => stuff.foodClass),
    ),
  };
}
