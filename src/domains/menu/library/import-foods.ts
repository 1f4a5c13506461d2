/** 平台食材导入: foods with their classes and what 100 g hold. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { mostParts, nutrientsIn, partsOf } from '../nutrition/nutrients.ts';
import '../tables.ts';

/** Ids of the platform's classes by their names. */
export async function idsOfNames(
  ctx: Ctx,
  table: 'food_stuff_type' | 'food_type',
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db.selectFrom(table).select(['id', 'name']).where('name', 'in', names).execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const known = await ctx.db
    .selectFrom('lib_food_stuff')
    .select(['code', 'name'])
    .where(
      'code',
      'in',
      rows.map((row) => String(row.values.code)),
    )
    .execute();
  const names = new Map(known.map((row) => [row.code, row.name]));
  const errors = new Map<number, Record<string, string>>();
  for (const { rowNo, values } of rows) {
    const taken = names.get(String(values.code));
    const grams = partsOf(nutrientsIn(values));
    if (taken !== undefined) errors.set(rowNo, { code: `编码「${values.code}」已是「${taken}」` });
    else if (grams > mostParts)
      errors.set(rowNo, { protein: `每 100 克各成分合计 ${grams.toFixed(1)} 克，超过 103 克` });
  }
  return errors;
}

export const foodImport: ImportBinding = {
  resolve: (ctx, _field, names) => idsOfNames(ctx, 'food_stuff_type', names),
  check,
  commit: async (ctx, rows) => {
    const errors = await check(ctx, rows);
    const good = rows.filter((row) => !errors.has(row.rowNo));
    const ids = await ctx.ids.take(good.length);
    const at = isoAt(ctx.clock.now());
    const stamps = { created_at: at, created_by: ctx.session.accountId, updated_at: at, version: 1 };
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
    if (good.length > 0)
      await ctx.db
        .insertInto('lib_food_stuff')
        .values(
          good.map(({ values }, i) => ({
            id: ids[i]!,
            code: String(values.code),
            name: String(values.name),
            alias: text(values.alias),
            type_id: values.typeId as number,
            edible_ratio: (values.edibleRatio as number | null) ?? 10_000,
            mark: null,
            risk: null,
            allergens: (values.allergens as string[] | null) ?? [],
            nutrients: nutrientsIn(values),
            source: text(values.source),
            note: null,
            trace_needed: false,
            price_fen: null,
            rare: false,
            status: 'NORMAL',
            ...stamps,
          })),
        )
        .execute();
    return new Map([...errors].map(([rowNo, said]) => [rowNo, Object.values(said)[0]!]));
  },
};
