/** What becomes of an order nobody collected: charged as its rule says, without a diner; the rest is released. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Posted } from '../../wallet/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import { missedFen } from './compose.ts';
import { missRequest, voidRequest } from './money-requests.ts';
import { couponKey, houseHand, type Order, type OrderParts, writeEvent } from './order-store.ts';
import { liveOrders, type OrderPayTime } from './order-words.ts';

/** Of the meal that is over. */
export interface Missed {
  mealName: string;
  endTime: string;
}

const notHeld: Partial<Record<OrderPayTime, string>> = { MONTHLY: '月结', UNIT: '单位挂账', COUNT: '计次' };

/** What is charged and why, in the words the diner is shown. */
export function missedOf(
  order: Pick<Order, 'payTime' | 'amountFen' | 'diningDate' | 'portions' | 'holdId' | 'ruleName' | 'missPercent'>,
  { mealName }: Pick<Missed, 'mealName'>,
): { chargedFen: number; reason: string } {
  const what = `${order.diningDate.slice(5)} ${mealName}订 ${order.portions} 份，供餐结束未取`;
  const chargedFen = order.holdId === null ? 0 : missedFen(order, order);
  const paidLater = notHeld[order.payTime];
  if (paidLater) return { chargedFen, reason: `${what}；${paidLater}，未取不扣` };
  if (chargedFen === 0) return { chargedFen, reason: `${what}；按规则全部退回` };
  const share = order.payTime === 'ON_ORDER' ? '下单即付' : `按规则「${order.ruleName}」扣 ${order.missPercent}%`;
  return { chargedFen, reason: `${what}；${share}，计 ${formatFenGrouped(chargedFen)} 元` };
}

async function markMissed(
  parts: OrderParts,
  tx: Sql,
  order: Order,
  { chargedFen, reason }: { chargedFen: number; reason: string },
  posted: Posted | null,
): Promise<Refusal | undefined> {
  const { rowCount } = await tx.query(
    `update meal_order set status = 'NO_SHOW', finished_at = $3, posting_id = $4, booked_fen = $5, note = $6,
       version = version + 1
     where organization_id = $1 and id = $2 and status = any($7::text[]) and hold_id is not distinct from $8`,
    [
      order.organizationId,
      order.id,
      isoAt(parts.clock.now()),
      posted?.postingId ?? null,
      chargedFen,
      reason,
      liveOrders,
      order.holdId,
    ],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  // Who is charged all of it has used the coupon; otherwise nothing was eaten for it.
  const key = couponKey(order);
  if (posted && chargedFen === order.amountFen)
    await parts.orderCoupons?.booked(tx, key, { id: posted.postingId, businessDate: posted.businessDate });
  else await parts.orderCoupons?.giveBack(tx, key);
  await writeEvent(parts, tx, order, houseHand, { event: 'MISS', amountFen: chargedFen, note: reason });
  return undefined;
}

/** Settles one order that was left standing. A refusal leaves it for the next run. */
export async function missOrder(parts: OrderParts, order: Order, missed: Missed): Promise<Refusal | undefined> {
  const { chargedFen, reason } = missedOf(order, missed);
  const what = { chargedFen, reason };
  if (order.holdId === null)
    return parts.db.transaction().execute((trx) => markMissed(parts, sqlOf(trx), order, what, null));
  const outcome = await parts.wallet.submit(
    chargedFen === 0
      ? voidRequest(parts, order, houseHand, (tx) => markMissed(parts, tx, order, what, null))
      : missRequest(order, houseHand, { ...what, endTime: missed.endTime }, (tx, posted) =>
          markMissed(parts, tx, order, what, posted),
        ),
  );
  return isRefusal(outcome) ? outcome : undefined;
}
