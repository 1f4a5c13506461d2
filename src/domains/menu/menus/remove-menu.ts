/** 删除 of a menu that nobody was shown. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { isOpen } from './menu-flow.ts';

/** Removes it with its dishes; MENU_LOCKED once it has been published or waits to be. */
export async function removeMenu(ctx: Ctx, id: number, before: RowValues): Promise<Refusal | null> {
  const told = `${before.menuDate} 的菜谱`;
  if (!isOpen(before.status as string) || before.publishedAt)
    return refuse('MENU_LOCKED', { menu: told, state: '已发布过或待发布', action: '删除' });
  await ctx.db.deleteFrom('food_menu').where('id', '=', id).execute();
  await ctx.audit({ action: '删除', targetId: id, targetName: told });
  return null;
}
