/** Gives back dishes of an order that was handed out: a part of what is booked for it, to the purses it came from. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { partOfLine } from '../coupons/on-orders.ts';
import { linesOf } from '../orders/change-order.ts';
import { backRequest } from '../orders/money-requests.ts';
import { type Order, type OrderParts, readOrder, stateRefusal, writeEvent } from '../orders/order-store.ts';
import { orderingRefusals } from '../refusals.ts';
import { type Refunding, refundOrder } from './refund-order.ts';

/** Portions of a line that go back. */
interface Back {
  id: number;
  name: string;
  qty: number;
  fen: number;
}

/** What goes back by the lines' numbers; refused for more than a line still has. */
async function partsOf(
  { pool }: OrderParts,
  order: Order,
  portions: ReadonlyMap<number, number>,
): Promise<Back[] | Refusal> {
  const lines = new Map((await linesOf(pool, order)).map((line) => [line.id, line]));
  const back: Back[] = [];
  for (const [id, qty] of portions) {
    const line = lines.get(id);
    if (!line) return refuse('NOT_FOUND');
    const left = line.qty - line.refundedQty;
    if (qty > left) return refuse(orderingRefusals.ORDER_LINES, { dish: line.name, left });
    back.push({ id, name: line.name, qty, fen: partOfLine(line, qty) });
  }
  return back;
}

/** The order's side of the posting; refused where somebody else gave back meanwhile. */
async function keep(
  parts: OrderParts,
  tx: Sql,
  order: Order,
  back: readonly Back[],
  { by, reason, told }: Refunding,
): Promise<Refusal | undefined> {
  const { organizationId, id, postingId, moneyNo } = order;
  const fen = back.reduce((sum, one) => sum + one.fen, 0);
  const { rowCount } = await tx.query(
    `update meal_order set refunded_fen = refunded_fen + $4, booked_fen = booked_fen - $4, money_no = money_no + 1,
       version = version + 1
     where organization_id = $1 and id = $2 and posting_id = $3 and status = 'EATEN' and money_no = $5`,
    [organizationId, id, postingId, fen, moneyNo],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  await tx.query(
    `update meal_order_item x set refunded_qty = x.refunded_qty + n.qty from unnest($3::bigint[], $4::int[]) as n (id, qty)
     where x.organization_id = $1 and x.order_id = $2 and x.id = n.id`,
    [organizationId, id, back.map((one) => one.id), back.map((one) => one.qty)],
  );
  const what = back.map((one) => `${one.name}×${one.qty}`).join('、');
  await writeEvent(parts, tx, order, by, { event: 'REFUND', amountFen: fen, note: `退 ${what}：${reason}` });
  await told?.(tx, { ...order, amountFen: fen });
  return undefined;
}

/**
 * ORDER_STATE where the order is not eaten, ORDER_LINES for more than a line still has. All that is left of it goes back as the
 * whole order does; meals of the COUNT purse do so alone.
 */
export async function refundLines(
  parts: OrderParts,
  organizationId: number,
  id: number,
  portions: ReadonlyMap<number, number>,
  refunding: Refunding,
): Promise<Refusal | undefined> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  if (order.payTime === 'COUNT') return stateRefusal(order, '逐道退，计次的订单整单退');
  if (order.status !== 'EATEN' || order.postingId === null) return stateRefusal(order, '退菜');
  const back = await partsOf(parts, order, portions);
  if (isRefusal(back)) return back;
  const fen = back.reduce((sum, one) => sum + one.fen, 0);
  if (fen === 0 || fen > order.bookedFen) return refuse('NO_CHANGE', { why: '所选的菜没有可退的金额' });
  if (fen === order.bookedFen) return refundOrder(parts, organizationId, id, refunding);
  const outcome = await parts.wallet.submit({
    ...backRequest(parts, order, refunding.by, `lines-${order.moneyNo}`, (tx) =>
      keep(parts, tx, order, back, refunding),
    ),
    amountFen: fen,
  });
  return isRefusal(outcome) ? outcome : undefined;
}
