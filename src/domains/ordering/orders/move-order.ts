/** 改取餐: an order goes elsewhere, or is fetched instead; its dishes and their prices stay, delivery costs what the new place costs. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { changeOrder, linesOf } from './change-order.ts';
import { handOf, mayLate, toldAs } from './order-desk.ts';
import { type Order, readOrder } from './order-store.ts';
import type { PickupWay } from './order-words.ts';

export interface Move {
  pickup: PickupWay;
  addressId: number | null;
  lateReason: string;
}

/** The order as it is then, or why it stays. */
export async function moveOrder(
  ctx: Ctx,
  organizationId: number,
  id: number,
  { pickup, addressId, lateReason }: Move,
): Promise<Order | Refusal> {
  const db = sqlOf(ctx.db);
  const order = await readOrder(db, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  const lines = await linesOf(db, order);
  const change = {
    lines: lines.flatMap(({ menuItemId, qty }) => (menuItemId === null ? [] : [{ menuItemId, qty }])),
    // Sets and plain portions have as many of each dish.
    portions: lines[0]?.qty ?? 0,
    pickup,
    addressId: pickup === 'DELIVERY' ? addressId : null,
  };
  return changeOrder(ctx.services, id, change, {
    organizationId,
    by: handOf(ctx),
    source: 'STAFF',
    requestKey: null,
    lateReason: mayLate(ctx) ? lateReason : '',
    told: toldAs(ctx, '改取餐', lateReason),
  });
}
