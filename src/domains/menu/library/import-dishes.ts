/** 平台菜品导入: dishes with their recipes, one row each, over the food-stuffs the library has. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { type ReadLine, readRecipe } from '../dishes/read-recipe.ts';
import { libRecipes } from '../recipes/recipe-store.ts';
import { libraryByNames } from '../stuffs/create-stuffs.ts';
import { idsOfNames } from './import-foods.ts';

const recipeOf = ({ values }: ImportRow) => readRecipe(typeof values.recipeText === 'string' ? values.recipeText : '');
const linesOf = (row: ImportRow): ReadLine[] => {
  const read = recipeOf(row);
  return 'problem' in read ? [] : read;
};
/** Food-stuffs of the library by the names the recipes of the sheet use. */
const stuffsOf = (ctx: Ctx, rows: readonly ImportRow[]) =>
  libraryByNames(ctx, [...new Set(rows.flatMap(linesOf).map((line) => line.name))]);

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const names = rows.map((row) => String(row.values.name));
  const known = await ctx.db.selectFrom('lib_dish').select('name').where('name', 'in', names).execute();
  const taken = new Set(known.map((row) => row.name));
  const stuffs = await stuffsOf(ctx, rows);
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const { rowNo, values } = row;
    const read = recipeOf(row);
    const unknown = linesOf(row).find((line) => !stuffs.has(line.name));
    if (taken.has(String(values.name))) errors.set(rowNo, { name: `「${values.name}」已在库中` });
    else if ('problem' in read) errors.set(rowNo, { recipeText: read.problem });
    else if (unknown) errors.set(rowNo, { recipeText: `平台食材库没有「${unknown.name}」` });
  }
  return errors;
}

export const dishImport: ImportBinding = {
  resolve: (ctx, _field, names) => idsOfNames(ctx, 'food_type', names),
  check,
  commit: async (ctx, rows) => {
    const errors = await check(ctx, rows);
    const at = isoAt(ctx.clock.now());
    const good = rows.filter((row) => !errors.has(row.rowNo));
    const stuffs = await stuffsOf(ctx, good);
    for (const row of good) {
      const { values } = row;
      const [id, versionId] = (await ctx.ids.take(2)) as [number, number];
      await ctx.db
        .insertInto('lib_dish')
        .values({
          id,
          name: String(values.name),
          type_id: values.typeId as number,
          image: null,
          spicy: '0',
          version_id: versionId,
          version_no: 1,
          status: 'DRAFT',
          created_at: at,
          created_by: ctx.session.accountId,
          updated_at: at,
          version: 1,
        })
        .execute();
      const head = { id: versionId, dishId: id, no: 1, frozen: false, at, by: ctx.session.name };
      const method = typeof values.method === 'string' ? values.method : '';
      await libRecipes.add(ctx, {}, head, {
        method,
        mayContain: [],
        lines: linesOf(row).map(({ name, grams }) => ({
          foodStuffId: stuffs.get(name)!.id,
          grams,
          basis: 'NET',
          lossRatio: 0,
          main: false,
        })),
      });
    }
    return new Map([...errors].map(([rowNo, said]) => [rowNo, Object.values(said)[0]!]));
  },
};
