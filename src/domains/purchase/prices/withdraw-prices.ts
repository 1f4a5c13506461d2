/** 撤回 of supply prices. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import '../tables.ts';

/** Takes back prices that do not hold yet; those that do stay as they were agreed. */
export async function withdrawPrices(ctx: Ctx, { ids, rows }: ActionInput): Promise<null> {
  await ctx.db
    .deleteFrom('supply_price')
    .where('id', 'in', ids)
    .where('from_date', '>', dateAt(ctx.clock.now()))
    .execute();
  for (const row of rows)
    await ctx.audit({ action: '撤回', targetId: row.id, targetName: `${row.goodsName} ${row.fromDate}` });
  return null;
}
