/** 单位食材导入: new food-stuffs, and suppliers and prices of those there are. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { idsOfNames } from '../library/import-foods.ts';
import { createStuffs, libraryByNames } from './create-stuffs.ts';
import { setPrices } from './price.ts';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const nameOf = (row: ImportRow) => String(row.values.name);
const libNameOf = (row: ImportRow) => text(row.values.libName) ?? nameOf(row);

async function plan(ctx: Ctx, rows: readonly ImportRow[]) {
  const known = await ctx.db
    .selectFrom('food_stuff')
    .select(['id', 'name'])
    .where('name', 'in', rows.map(nameOf))
    .execute();
  const idOf = new Map(known.map((one) => [one.name, one.id]));
  const library = await libraryByNames(ctx, [...new Set(rows.map(libNameOf))]);
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const said = text(row.values.libName);
    if (said && !library.has(said)) errors.set(row.rowNo, { libName: `平台库中没有「${said}」` });
    else if (!idOf.has(nameOf(row)) && !library.has(libNameOf(row)) && !row.values.typeId)
      errors.set(row.rowNo, { typeId: '平台库中没有同名食材，须填写分类' });
  }
  return { idOf, library, errors };
}

export const stuffImport: ImportBinding = {
  resolve: (ctx, _field, names) => idsOfNames(ctx, 'food_stuff_type', names),
  check: async (ctx, rows) => (await plan(ctx, rows)).errors,
  commit: async (ctx, rows) => {
    const { idOf, library, errors } = await plan(ctx, rows);
    const good = rows.filter((row) => !errors.has(row.rowNo));
    const fresh = good.filter((row) => !idOf.has(nameOf(row)));
    const ids = await createStuffs(
      ctx,
      fresh.map((row) => {
        const lib = library.get(libNameOf(row));
        return {
          name: nameOf(row),
          libId: lib?.id ?? null,
          typeId: (row.values.typeId as number | null) ?? lib!.typeId,
          supplier: text(row.values.supplier),
        };
      }),
    );
    fresh.forEach((row, i) => {
      idOf.set(nameOf(row), ids[i]!);
    });
    for (const row of good) {
      const supplier = text(row.values.supplier);
      if (supplier && !fresh.includes(row))
        await ctx.db
          .updateTable('food_stuff')
          .set({ supplier })
          .where('id', '=', idOf.get(nameOf(row))!)
          .execute();
    }
    const today = dateAt(ctx.clock.now());
    await setPrices(
      ctx,
      good.flatMap(({ values, ...row }) =>
        typeof values.priceFen === 'number'
          ? [
              {
                foodStuffId: idOf.get(nameOf({ ...row, values }))!,
                fromDate: text(values.priceFrom) ?? today,
                priceFen: values.priceFen,
                supplier: text(values.supplier),
              },
            ]
          : [],
      ),
    );
    return new Map([...errors].map(([rowNo, said]) => [rowNo, Object.values(said)[0]!]));
  },
};
