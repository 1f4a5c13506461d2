/** 作废取餐记录. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

/** Marks pickups that wait as void, with why; refuses where one was dealt with meanwhile. */
export async function discardPickups(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('order_pickup')
    .set((eb) => ({
      state: 'VOID',
      reason: String(values.why),
      handled_name: ctx.session.name,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .where('state', '=', 'SUSPENSE')
    .executeTakeFirst();
  if (Number(numUpdatedRows) < ids.length) return refuse('NOT_NOW', { why: '所选记录中有的已经处理' });
  await ctx.audit({ action: '作废取餐记录', targetName: `${ids.length} 条：${String(values.why)}` });
  return null;
}
