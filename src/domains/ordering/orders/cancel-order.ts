/** Takes orders back: the money set aside is released with it. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import { orderInstants, orderingSetting, orderRuleFor } from '../rules/setting.ts';
import { voidRequest } from './money-requests.ts';
import {
  couponKey,
  expireOrder,
  type Hand,
  isChanging,
  type Order,
  type OrderParts,
  readOrder,
  stateRefusal,
  writeEvent,
} from './order-store.ts';
import { liveOrders } from './order-words.ts';

export interface Cancelling {
  by: Hand;
  reason: string;
  /** Taken back after the cut-off as well: by a clerk with the right for it, or by the house. */
  late: boolean;
  told?: (tx: Sql, order: Order) => Promise<void>;
}

const isLive = (order: Order): boolean => (liveOrders as readonly string[]).includes(order.status);

async function tooLate(parts: OrderParts, order: Order): Promise<Refusal | undefined> {
  const nowMs = parts.clock.now();
  const setting = await orderingSetting(parts.pool, order.organizationId, nowMs);
  const rule = setting.rules.find((one) => one.id === order.ruleId) ?? orderRuleFor(setting, order.personTypeId, order);
  const closesAt = rule ? orderInstants(setting, rule, order.diningDate).cancelAt : 0;
  if (nowMs < closesAt) return undefined;
  return refuse(orderingRefusals.ORDER_CLOSED, {
    date: order.diningDate,
    meal: setting.meals.get(order.mealPeriodId)?.name ?? '',
    closed: closesAt === 0 ? '停用规则时' : isoAt(closesAt).slice(0, 16).replace('T', ' '),
  });
}

async function markCancelled(
  parts: OrderParts,
  tx: Sql,
  order: Order,
  { by, reason, told }: Cancelling,
): Promise<Refusal | undefined> {
  const { rowCount } = await tx.query(
    `update meal_order set status = 'CANCELLED', pickup_code = null, changing_at = null, cancelled_at = $3, note = $4,
       version = version + 1
     where organization_id = $1 and id = $2 and status = any($5::text[]) and hold_id is not distinct from $6`,
    [order.organizationId, order.id, isoAt(parts.clock.now()), reason.slice(0, 200), liveOrders, order.holdId],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  await parts.orderCoupons?.giveBack(tx, couponKey(order));
  await writeEvent(parts, tx, order, by, { event: 'CANCEL', amountFen: order.amountFen, note: reason });
  await told?.(tx, order);
  return undefined;
}

/** Why it is not taken back, before anything is tried. */
export async function cancelFault(parts: OrderParts, order: Order, late: boolean): Promise<Refusal | undefined> {
  if (order.status === 'UNPAID') return undefined;
  if (!isLive(order)) return stateRefusal(order, '取消');
  if (isChanging(order, parts.clock.now())) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  return late ? undefined : tooLate(parts, order);
}

/** ORDER_STATE for an order that is eaten, over or taken back; ORDER_CLOSED after the cut-off unless `late`. */
export async function cancelOrder(
  parts: OrderParts,
  organizationId: number,
  id: number,
  cancelling: Cancelling,
): Promise<Refusal | undefined> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  const no = await cancelFault(parts, order, cancelling.late);
  if (no) return no;
  if (order.status === 'UNPAID') {
    await expireOrder(parts, order, cancelling.reason);
    return undefined;
  }
  if (order.holdId === null)
    return parts.db.transaction().execute((trx) => markCancelled(parts, sqlOf(trx), order, cancelling));
  const outcome = await parts.wallet.submit(
    voidRequest(parts, order, cancelling.by, (tx) => markCancelled(parts, tx, order, cancelling)),
  );
  return isRefusal(outcome) ? outcome : undefined;
}
