/** 平台菜品导入: names, classes and methods; recipes follow by hand or by paste. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { libRecipes } from '../recipes/recipe-store.ts';
import { idsOfNames } from './import-foods.ts';

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const names = rows.map((row) => String(row.values.name));
  const known = await ctx.db.selectFrom('lib_dish').select('name').where('name', 'in', names).execute();
  const taken = new Set(known.map((row) => row.name));
  return new Map(
    rows.flatMap(({ rowNo, values }) =>
      taken.has(String(values.name)) ? [[rowNo, { name: `「${values.name}」已在库中` }] as const] : [],
    ),
  );
}

export const dishImport: ImportBinding = {
  resolve: (ctx, _field, names) => idsOfNames(ctx, 'food_type', names),
  check,
  commit: async (ctx, rows) => {
    const errors = await check(ctx, rows);
    const at = isoAt(ctx.clock.now());
    for (const { values } of rows.filter((row) => !errors.has(row.rowNo))) {
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
      await libRecipes.add(ctx, {}, head, { method, mayContain: [], lines: [] });
    }
    return new Map([...errors].map(([rowNo, said]) => [rowNo, Object.values(said)[0]!]));
  },
};
