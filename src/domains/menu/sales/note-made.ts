/** 填实备份数: how many portions of a dish were made; its waste is counted by them instead of by what was planned. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { toldStatuses } from '../menus/menu-flow.ts';
import '../tables.ts';

/** `null` takes the figure back. NOT_NOW of a menu that is not published. */
export async function noteMade(ctx: Ctx, id: number, madeQty: number | null): Promise<Refusal | null> {
  const item = await ctx.db
    .selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .select(['i.menu_id', 'i.menu_date', 'i.dish_name', 'i.made_qty', 'm.status'])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!item) return refuse('NOT_FOUND');
  if (!(toldStatuses as readonly string[]).includes(item.status))
    return refuse('NOT_NOW', { why: '菜谱没有发布，不能填实备份数' });
  await ctx.db.updateTable('food_menu_item').set({ made_qty: madeQty }).where('id', '=', id).execute();
  await ctx.audit({
    action: '填实备份数',
    targetId: item.menu_id,
    targetName: `${item.menu_date} ${item.dish_name ?? ''}`,
    changes: [{ key: 'madeQty', label: '实备', before: item.made_qty, after: madeQty }],
  });
  return null;
}
