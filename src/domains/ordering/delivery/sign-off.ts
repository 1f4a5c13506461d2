/** A sheet of deliveries comes back signed: what arrived is eaten and paid, what was missing is given back. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { lessOf } from '../orders/change-order.ts';
import { handOf, toldAs } from '../orders/order-desk.ts';
import { type Order, ordersWhere, stateRefusal } from '../orders/order-store.ts';
import { takeOrder } from '../orders/take-order.ts';
import { orderingRefusals } from '../refusals.ts';

/** Portions of one line that did not arrive. */
export interface Missing {
  orderId: number;
  itemId: number;
  qty: number;
}

export interface SignedOff {
  delivered: number;
  /** Orders of which something was missing, those that did not arrive at all among them. */
  short: number;
  /** Fen given back for it. */
  backFen: number;
  /** Why others were not signed off. */
  refused: { orderNo: string; why: string }[];
}

/** The order without what was missing; undefined when nothing of it arrived, and it was taken back. */
async function withoutMissing(
  ctx: Ctx,
  order: Order,
  missing: readonly Missing[],
): Promise<Order | undefined | Refusal> {
  const organizationId = ownOrganization(ctx);
  const reason = `签收时缺 ${missing.reduce((sum, one) => sum + one.qty, 0)} 份`;
  const told = toldAs(ctx, '配送缺份', reason);
  const by = handOf(ctx);
  const less = await lessOf(
    ctx.services,
    organizationId,
    order.id,
    new Map(missing.map((one) => [one.itemId, one.qty])),
    {
      organizationId,
      by,
      lateReason: reason,
      told,
    },
  );
  if (!isRefusal(less) || less.code !== orderingRefusals.ORDER_EMPTY) return less;
  return cancelOrder(ctx.services, organizationId, order.id, { by, reason, late: true, told });
}

/** Each order by itself: one that cannot be signed off is named, and stops no other. */
export async function signOff(
  ctx: Ctx,
  ids: readonly number[],
  missing: readonly Missing[],
): Promise<SignedOff | Refusal> {
  const organizationId = ownOrganization(ctx);
  const seen = await ctx.db
    .selectFrom('meal_order')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute();
  const orders = await ordersWhere(sqlOf(ctx.db), organizationId, 'id = any($2::bigint[]) order by id', [
    seen.map(({ id }) => id),
  ]);
  if (orders.length < new Set(ids).size || missing.some((one) => !ids.includes(one.orderId)))
    return refuse('NOT_FOUND');
  const done: SignedOff = { delivered: 0, short: 0, backFen: 0, refused: [] };
  const signOne = async (found: Order): Promise<Refusal | undefined> => {
    if (found.status !== 'DELIVERING') return stateRefusal(found, '签收');
    const lacks = missing.filter((one) => one.orderId === found.id && one.qty > 0);
    const order = lacks.length > 0 ? await withoutMissing(ctx, found, lacks) : found;
    if (isRefusal(order)) return order;
    if (lacks.length > 0) {
      done.short += 1;
      done.backFen += found.amountFen - (order?.amountFen ?? 0);
    }
    if (!order) return undefined;
    const taken = await takeOrder(ctx.services, organizationId, found.id, {
      by: handOf(ctx),
      occurredAt: ctx.clock.now(),
      identify: 'MANUAL',
      restaurantId: null,
      told: toldAs(ctx, '配送签收'),
    });
    if (isRefusal(taken)) return taken;
    done.delivered += 1;
    return undefined;
  };
  for (const order of orders) {
    const no = await signOne(order);
    if (no) done.refused.push({ orderNo: order.orderNo, why: refusalMessage(no) });
  }
  return done;
}
