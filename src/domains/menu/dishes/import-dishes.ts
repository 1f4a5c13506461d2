/** 单位菜品导入: dishes with their recipes, one row each; food-stuffs the unit has not are made, from the library where it knows them. */

import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { idsOfNames } from '../library/import-foods.ts';
import type { RecipeLine } from '../nutrition/recipe.ts';
import { lineColumns } from '../recipes/recipe-values.ts';
import { createStuffs, libraryByNames } from '../stuffs/create-stuffs.ts';
import { type ReadLine, readRecipe } from './read-recipe.ts';

const nameOf = (row: ImportRow) => String(row.values.name);
const recipeOf = (row: ImportRow) => (typeof row.values.recipeText === 'string' ? row.values.recipeText : '');

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const known = await ctx.db.selectFrom('dish').select('name').where('name', 'in', rows.map(nameOf)).execute();
  const taken = new Set(known.map((one) => one.name));
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const read = readRecipe(recipeOf(row));
    if (taken.has(nameOf(row))) errors.set(row.rowNo, { name: `「${nameOf(row)}」已存在` });
    else if ('problem' in read) errors.set(row.rowNo, { recipeText: read.problem });
  }
  return errors;
}

/** Food-stuffs of the unit by the names of the sheet; those it has not are made. Foods nobody knows go under 其他. */
export async function stuffsByNames(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const own = await ctx.db
    .selectFrom('food_stuff')
    .select(['id', 'name', 'alias'])
    .where((eb) => eb.or([eb('name', 'in', names), eb('alias', 'is not', null)]))
    .execute();
  const found = new Map<string, number>();
  const wanted = new Set(names);
  for (const one of own)
    for (const alias of (one.alias ?? '').split('、')) if (wanted.has(alias)) found.set(alias, one.id);
  for (const one of own) if (wanted.has(one.name)) found.set(one.name, one.id);
  const missing = [...wanted].filter((name) => !found.has(name));
  if (missing.length === 0) return found;
  const library = await libraryByNames(ctx, missing);
  const { id: other } = await ctx.db
    .selectFrom('food_stuff_type')
    .select('id')
    .where('food_class', '=', 'OTHER')
    // Other types are of that class as well, foods for babies before all of them.
    .orderBy((eb) => eb('name', '<>', '其他'))
    .orderBy('code')
    .executeTakeFirstOrThrow();
  const ids = await createStuffs(
    ctx,
    missing.map((name) => ({ name, libId: library.get(name)?.id ?? null, typeId: library.get(name)?.typeId ?? other })),
  );
  missing.forEach((name, i) => {
    found.set(name, ids[i]!);
  });
  return found;
}

const lineOf = (line: ReadLine, stuffs: ReadonlyMap<string, number>): RecipeLine => ({
  foodStuffId: stuffs.get(line.name)!,
  grams: line.grams,
  basis: 'NET',
  lossRatio: 0,
  main: false,
});

export interface NewDish {
  name: string;
  typeId: number;
  priceFen: number | null;
  method: string;
  lines: readonly RecipeLine[];
  mayContain?: readonly string[];
  image?: string | null;
  spicy?: string;
  cooking?: string | null;
  lib?: { dishId: number; versionNo: number };
}

/** Writes many new dishes as drafts, a statement per table; their ids in that order. */
export async function createDishes(ctx: Ctx, dishes: readonly NewDish[]): Promise<number[]> {
  if (dishes.length === 0) return [];
  const organization_id = ownOrganization(ctx);
  const at = isoAt(ctx.clock.now());
  const ids = await ctx.ids.take(dishes.length);
  const versionIds = await ctx.ids.take(dishes.length);
  const lineIds = await ctx.ids.take(dishes.reduce((n, dish) => n + dish.lines.length, 0));
  await ctx.db
    .insertInto('dish')
    .values(
      dishes.map((dish, i) => ({
        organization_id,
        id: ids[i]!,
        name: dish.name,
        type_id: dish.typeId,
        image: dish.image ?? null,
        price_fen: dish.priceFen,
        price_mode: 'PORTION',
        meal_period_ids: [],
        spicy: dish.spicy ?? '0',
        cooking: dish.cooking ?? null,
        version_id: versionIds[i]!,
        version_no: 1,
        approved_id: null,
        lib_dish_id: dish.lib?.dishId ?? null,
        lib_version_no: dish.lib?.versionNo ?? null,
        shelf: 'ON',
        status: 'DRAFT',
        ...madeBy(ctx.session),
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('dish_version')
    .values(
      dishes.map((dish, i) => ({
        organization_id,
        id: versionIds[i]!,
        dish_id: ids[i]!,
        no: 1,
        method: dish.method,
        allergens: [...(dish.mayContain ?? [])],
        frozen: false,
        made_at: at,
        made_name: ctx.session.name,
      })),
    )
    .execute();
  const lines = dishes.flatMap((dish, i) =>
    lineColumns(dish.lines).map((line) => ({ organization_id, version_id: versionIds[i]!, ...line })),
  );
  if (lines.length > 0)
    await ctx.db
      .insertInto('recipe_line')
      .values(lines.map((line, i) => ({ ...line, id: lineIds[i]! })))
      .execute();
  return ids;
}

export const dishImport: ImportBinding = {
  resolve: (ctx, _field, names) => idsOfNames(ctx, 'food_type', names),
  check,
  commit: async (ctx, rows) => {
    const errors = await check(ctx, rows);
    const good = rows.filter((row) => !errors.has(row.rowNo));
    const recipes = good.map((row) => readRecipe(recipeOf(row)) as ReadLine[]);
    const stuffs = await stuffsByNames(ctx, [...new Set(recipes.flat().map((line) => line.name))]);
    await createDishes(
      ctx,
      good.map(({ values }, i) => ({
        name: String(values.name),
        typeId: values.typeId as number,
        priceFen: (values.priceFen as number | null) ?? null,
        method: typeof values.method === 'string' ? values.method : '',
        cooking: typeof values.cooking === 'string' ? values.cooking : null,
        lines: recipes[i]!.map((line) => lineOf(line, stuffs)),
      })),
    );
    return new Map([...errors].map(([rowNo, said]) => [rowNo, Object.values(said)[0]!]));
  },
};
