/** An order above the buyer's limit, agreed to by another or sent back: its lines follow. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { refuseSupplier } from '../suppliers/supplier-state.ts';
import type { SupplyOrderRow } from '../tables.ts';

/** An order nobody can deliver any more is sent back, and so is one of a supplier who may not: days have passed since it was written. */
export async function refuseLate(ctx: Ctx, order: SupplyOrderRow): Promise<Refusal | undefined> {
  if (order.delivery_date < dateAt(ctx.clock.now()))
    return refuse('NOT_NOW', { why: `${order.order_no} 的送货日 ${order.delivery_date} 已过，请退回` });
  return refuseSupplier(ctx, order.supplier_id, order.delivery_date);
}

/** Lines of the order are ordered, or a buyer's again. */
export async function moveLines(ctx: Ctx, { id }: SupplyOrderRow, to: 'ORDERED' | 'DRAFT'): Promise<void> {
  await ctx.db
    .updateTable('daily_purchase')
    .set((eb) => ({
      status: to,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
      ...(to === 'DRAFT' ? { order_id: null } : {}),
    }))
    .where('order_id', '=', id)
    .where('status', '=', 'WAITING')
    .execute();
}
