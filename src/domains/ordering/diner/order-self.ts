/** A diner orders a meal or takes the order back: the desk's commands, for one person, never after the cut-off. */
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import type { WantedOrder } from '../orders/judge-order.ts';
import { type Order, type OrderParts, readOrder } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import type { Self } from './signers.ts';

/** What a diner is told of an order. */
const toldOf = ({ id, orderNo, status, amountFen, feeFen, couponFen, portions, pickupCode, allergyNote }: Order) => ({
  orderId: id,
  orderNo,
  status,
  amountFen,
  feeFen,
  couponFen,
  portions,
  pickupCode,
  warning: allergyNote,
});
export type ToldOrder = ReturnType<typeof toldOf>;

const handOf = ({ personName }: Self) => ({ id: 0, name: personName });

/** The same request key never orders twice. */
export async function orderSelf(
  parts: OrderParts,
  diner: Self,
  wanted: Omit<WantedOrder, 'personId'>,
  from: { source: 'DINER' | 'DEVICE'; requestKey: string },
): Promise<ToldOrder | Refusal> {
  const { organizationId, personId } = diner;
  const order = await placeOrder(
    parts,
    { ...wanted, personId },
    {
      organizationId,
      by: handOf(diner),
      ...from,
      lateReason: '',
    },
  );
  return isRefusal(order) ? order : toldOf(order);
}

/** An order taken back before is answered as it stands; one of somebody else is not there. */
export async function cancelOwn(parts: OrderParts, diner: Self, orderId: number): Promise<ToldOrder | Refusal> {
  const { organizationId, personId } = diner;
  const order = await readOrder(parts.pool, organizationId, orderId);
  if (order?.personId !== personId) return refuse('NOT_FOUND');
  if (order.status !== 'CANCELLED') {
    const no = await cancelOrder(parts, organizationId, orderId, {
      by: handOf(diner),
      reason: '本人取消',
      late: false,
    });
    if (no) return no;
  }
  return toldOf((await readOrder(parts.pool, organizationId, orderId))!);
}
