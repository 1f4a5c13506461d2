/** The code a diner shows for an order of his own. */
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDiner } from '../diner/signers.ts';
import { readOrder, stateRefusal } from '../orders/order-store.ts';
import { liveOrders } from '../orders/order-words.ts';
import { writeOrderQr } from './order-qr.ts';

/** A fresh code, for an order that is still to be collected. */
export async function ownOrderQr(
  services: Services,
  { organizationId, personId }: KnownDiner,
  orderId: number,
): Promise<{ qr: string; until: string } | Refusal> {
  const order = await readOrder(services.pool, organizationId, orderId);
  if (!order || order.personId !== personId) return refuse('NOT_FOUND');
  const live = (liveOrders as readonly string[]).includes(order.status);
  return live ? writeOrderQr(services, organizationId, orderId) : stateRefusal(order, '取餐');
}
