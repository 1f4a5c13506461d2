/** Gives back what an order that is over was charged, whole and to the purses it came from. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { backRequest } from '../orders/money-requests.ts';
import {
  couponKey,
  type Hand,
  type Order,
  type OrderParts,
  readOrder,
  stateRefusal,
  writeEvent,
} from '../orders/order-store.ts';
import { orderingRefusals } from '../refusals.ts';

export interface Refunding {
  by: Hand;
  reason: string;
  told?: (tx: Sql, order: Order) => Promise<void>;
}

/** ORDER_STATE where nothing stands booked for it. */
export async function refundOrder(
  parts: OrderParts,
  organizationId: number,
  id: number,
  { by, reason, told }: Refunding,
): Promise<Refusal | undefined> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  if ((order.status !== 'EATEN' && order.status !== 'NO_SHOW') || order.postingId === null)
    return stateRefusal(order, '退款');
  const outcome = await parts.wallet.submit(
    backRequest(parts, order, by, 'refund', async (tx) => {
      const { rowCount } = await tx.query(
        `update meal_order set status = 'REFUNDED', posting_id = null, booked_fen = 0, booked_counts = 0, note = $4, version = version + 1
         where organization_id = $1 and id = $2 and posting_id = $3 and status in ('EATEN', 'NO_SHOW')`,
        [organizationId, id, order.postingId, reason.slice(0, 200)],
      );
      if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
      await parts.orderCoupons?.giveBack(tx, couponKey(order));
      await writeEvent(parts, tx, order, by, { event: 'REFUND', amountFen: order.bookedFen, note: reason });
      await told?.(tx, order);
      return undefined;
    }),
  );
  return isRefusal(outcome) ? outcome : undefined;
}
