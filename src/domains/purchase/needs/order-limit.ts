/** How much a buyer may order of a supplier for a day; beyond it another agrees first. */
import { anyPage } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import '../tables.ts';
import { dailyPurchase } from './pages/supermarket_daily_purchase.page.ts';

/** Fen of the caterer's setting; null: none. Whoever orders by it locks it: orders of the same moment add up one after the other. */
export async function orderLimit(ctx: Ctx, { lock = false } = {}): Promise<number | null> {
  const setting = await ctx.db
    .selectFrom('purchase_setting')
    .select('order_limit_fen')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return setting?.order_limit_fen ?? null;
}

/**
 * Is the order above what the buyer may order alone? What was ordered of the supplier for the day already counts, and what waits too: an
 * order taken apart is still one.
 */
export async function aboveLimit(
  ctx: Ctx,
  order: { supplierId: number; day: string; amountFen: number },
): Promise<boolean> {
  if (may(ctx.session, anyPage(dailyPurchase), ctx.path, 'above')) return false;
  const limit = await orderLimit(ctx, { lock: true });
  if (limit === null) return false;
  const before = await ctx.db
    .selectFrom('supply_order')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('fen'))
    .where('supplier_id', '=', order.supplierId)
    .where('delivery_date', '=', order.day)
    .where('status', 'not in', ['CLOSED', 'REFUSED'])
    .executeTakeFirstOrThrow();
  return Number(before.fen) + order.amountFen > limit;
}
