/** Barcodes of the library: each is one good's, with its check digit; packs of one good stand beside each other. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { barcodeFault } from '../../stock/public.ts';
import { marketRefusals } from '../refusals.ts';

export interface PackCode {
  code: string | null;
  packName: string | null;
}

/** The good a code belongs to, other than this one. */
export async function ownerOf(ctx: Ctx, codes: readonly string[], but = 0) {
  if (codes.length === 0) return [];
  return ctx.db
    .selectFrom('base_good_code as c')
    .innerJoin('base_good as g', 'g.id', 'c.base_good_id')
    .select(['c.code', 'g.id', 'g.name', 'g.brand', 'g.spec', 'g.guide_fen', 'g.status'])
    .where('c.code', 'in', [...codes])
    .where('c.base_good_id', '<>', but)
    .orderBy('c.code')
    .execute();
}

/** Writes the codes of a good in their order; the first is the one copies carry. */
export async function saveCodes(ctx: Ctx, goodId: number, rows: readonly PackCode[]): Promise<Refusal | undefined> {
  const codes = rows.map(({ code }) => code!);
  for (const [i, code] of codes.entries()) {
    const why = barcodeFault(code);
    if (why) return refuse(marketRefusals.BASE_CODE, { code, why }, { [`codes.${i}.code`]: why });
  }
  const [taken] = await ownerOf(ctx, codes, goodId);
  if (taken) {
    const why = `已是「${[taken.name, taken.spec].filter(Boolean).join(' ')}」的`;
    return refuse(
      marketRefusals.BASE_CODE,
      { code: taken.code, why },
      { [`codes.${codes.indexOf(taken.code)}.code`]: why },
    );
  }
  const before = await ctx.db.selectFrom('base_good_code').selectAll().where('base_good_id', '=', goodId).execute();
  const own = new Map(before.map((row) => [row.code, row.own_good_id]));
  await ctx.db.deleteFrom('base_good_code').where('base_good_id', '=', goodId).execute();
  if (rows.length > 0)
    await ctx.db
      .insertInto('base_good_code')
      .values(
        rows.map(({ code, packName }, i) => ({
          code: code!,
          base_good_id: goodId,
          own_good_id: own.get(code!) ?? goodId,
          pack_name: packName ?? '',
          nth: i + 1,
        })),
      )
      .execute();
  return undefined;
}
