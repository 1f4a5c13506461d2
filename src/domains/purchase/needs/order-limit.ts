/** How much a buyer may order of a supplier for a day; beyond it the chef orders. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { anyPage } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
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

/** What was ordered of the supplier for the day already counts: an order taken apart is still one. */
export async function refuseAbove(
  ctx: Ctx,
  order: { supplierId: number; day: string; amountFen: number },
): Promise<Refusal | undefined> {
  if (may(ctx.session, anyPage(dailyPurchase), ctx.path, 'above')) return undefined;
  const limit = await orderLimit(ctx, { lock: true });
  if (limit === null) return undefined;
  const before = await ctx.db
    .selectFrom('supply_order')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('fen'))
    .where('supplier_id', '=', order.supplierId)
    .where('delivery_date', '=', order.day)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirstOrThrow();
  const amount = Number(before.fen) + order.amountFen;
  if (amount <= limit) return undefined;
  const { name } = await ctx.db
    .selectFrom('supplier')
    .select('name')
    .where('id', '=', order.supplierId)
    .executeTakeFirstOrThrow();
  return refuse(purchaseRefusals.ORDER_LIMIT, {
    supplier: name,
    day: order.day,
    amount: formatFenGrouped(amount),
    limit: formatFenGrouped(limit),
  });
}
