/** 调价, 合并, 从平台库选用 of food stuffs, and 删除 of a price. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { stuffsOfLibrary } from './create-stuffs.ts';
import { mergeStuffs } from './merge-stuffs.ts';
import { setPrices } from './price.ts';

/** A price from a day on; the former stands until then. */
export async function repriceStuffs(ctx: Ctx, { rows, values }: ActionInput): Promise<null> {
  const { priceFen, fromDate, supplier } = values as {
    priceFen: number;
    fromDate: string;
    supplier: string | null;
  };
  await setPrices(
    ctx,
    rows.map(({ id }) => ({ foodStuffId: id, fromDate, priceFen, supplier: supplier || null })),
  );
  for (const row of rows)
    await ctx.audit({
      action: '调价',
      targetId: row.id,
      targetName: String(row.name),
      changes: [{ key: 'priceFen', label: `单价（${fromDate} 起）`, before: row.priceFen ?? null, after: priceFen }],
    });
  return null;
}

/** Recipes that used the chosen stuffs use the one they are merged into. */
export async function mergeInto(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Refusal | null> {
  const no = await mergeStuffs(ctx, ids, values.intoId as number);
  if (no) return no;
  for (const row of rows)
    await ctx.audit({ action: '合并', targetId: values.intoId as number, targetName: String(row.name) });
  return null;
}

/** Takes stuffs of the platform's library into the unit's own list. */
export async function adoptStuffs(ctx: Ctx, { values }: ActionInput): Promise<null> {
  const found = await stuffsOfLibrary(ctx, values.libIds as number[]);
  await ctx.audit({ action: '从平台库选用', targetName: `食材 ${found.size} 种` });
  return null;
}

/** Takes prices out of the history of a stuff. */
export async function removePrices(ctx: Ctx, { rows }: ActionInput): Promise<null> {
  for (const row of rows) {
    await ctx.db.deleteFrom('food_stuff_price').where('id', '=', row.id).execute();
    await ctx.audit({
      action: '删除价格',
      targetId: row.foodStuffId as number,
      targetName: String(row.foodStuffName),
    });
  }
  return null;
}
