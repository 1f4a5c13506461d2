/**
 * Orders paid by a channel: the whole of what they may come to is paid ahead and booked as the order's trade when the channel says
 * so; what they do not come to goes back the way it came. What dies in between is brought to its end by whoever asks next.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { giveBackSoon } from '../../consumption/public.server.ts';
import { type CodeBooker, closeShown, type PayChannel, resume, tradeById } from '../../funding/public.server.ts';
import { holdStill } from '../../wallet/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import {
  alignOrder,
  busyRefusal,
  type Hand,
  houseHand,
  inOne,
  markOrder,
  type Order,
  type OrderParts,
  ofOrder,
  readOrder,
} from './order-store.ts';

type Key = { organizationId: number; id: number };

/** The payment as whoever ordered sees it. */
export interface OrderPayment {
  channel: PayChannel;
  amountFen: number;
  /** Asked back of the channel so far. */
  refundedFen: number;
  status: 'PAYING' | 'SUCCESS' | 'CLOSED';
  /** What is shown to be scanned; null once nobody may pay it. */
  code: string | null;
  /** Epoch ms until which it may be paid. */
  expiresAt: number;
}

export async function paymentOf(db: Sql, order: Order): Promise<OrderPayment | null> {
  const { rows } = await db.query<Omit<OrderPayment, 'expiresAt'> & { until: string }>(
    `select channel, amount_fen as "amountFen", refund_asked_fen as "refundedFen", status,
       case when status = 'PAYING' and shown_code <> '' then shown_code end as code, expires_at as until
     from third_trade where organization_id = $1 and id = $2`,
    [order.organization_id, order.third_trade_id],
  );
  if (!rows[0]) return null;
  const { until, ...payment } = rows[0];
  return { ...payment, expiresAt: Date.parse(until) };
}

/** The trade a payment was booked as, and what of its money has not gone back. */
async function bookedOf(db: Sql, order: Pick<Order, 'organization_id' | 'third_trade_id'>) {
  const { rows } = await db.query<{ tradeId: number; businessDate: string; keptFen: number }>(
    `select t.posting_id as "tradeId", t.business_date::text as "businessDate", t.amount_fen - coalesce(v.reversed_fen, 0) as "keptFen"
     from third_trade t left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.posting_id
     where t.organization_id = $1 and t.id = $2 and t.posting_id is not null`,
    [order.organization_id, order.third_trade_id],
  );
  if (!rows[0]) throw new Error(`order paid by a channel without its trade: ${order.third_trade_id}`);
  return rows[0];
}

/** Books what the channel has been paid for an order; the order is paid in the same transaction. */
export const orderBooker =
  (parts: OrderParts): CodeBooker =>
  async (payment, paid) => {
    const order = await readOrder(parts.pool, payment.organizationId, payment.orderId!);
    if (!order) return refuse('NOT_FOUND');
    const { amountFen, channel } = payment;
    const { rows } = await parts.pool.query<{ departmentId: number | null; typeId: number }>(
      'select department_id as "departmentId", type_id as "typeId" from person where organization_id = $1 and id = $2',
      [order.organization_id, order.person_id],
    );
    return parts.wallet.submit({
      ...ofOrder(parts, order, houseHand, 'paid', async (tx, posted) => {
        const no = await paid(tx, posted);
        return no ?? markOrder(tx, parts, order, 'PAID', { paid_at: isoAt(parts.clock.now()) });
      }),
      kind: 'CONSUME',
      place: {
        restaurantId: order.restaurant_id,
        deploySiteId: 0,
        deviceId: 0,
        mealPeriodId: 0,
        departmentId: rows[0]?.departmentId ?? 0,
        personTypeId: rows[0]?.typeId ?? 0,
        mode: 'SHOP',
        identify: 'CODE',
        orderId: order.id,
      },
      price: () => ({ originFen: amountFen, discountFen: 0, amountFen, trace: { order: order.order_no } }),
      third: { channel, amountFen },
    });
  };

/** The order over, whose payment is: nothing is promised to it any more. */
async function closeUnpaid(parts: OrderParts, { organizationId, id }: Key): Promise<void> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (order?.status !== 'UNPAID') return;
  const payment = await tradeById(parts, organizationId, order.third_trade_id!);
  if (payment?.status !== 'CLOSED') return;
  await parts.db
    .transaction()
    .execute((trx) => markOrder(sqlOf(trx), parts, order, 'CLOSED', { reason: payment.error, pick_code: null }));
  await alignOrder(parts, organizationId, id);
}

/** Asks the channel what became of an unpaid order: paid, it is; too late, it is closed. */
export async function askPaid(parts: OrderParts, { organizationId, id }: Key): Promise<Refusal | undefined> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  if (order.status !== 'UNPAID') return undefined;
  const payment = await tradeById(parts, organizationId, order.third_trade_id!);
  if (payment) await resume(parts, payment);
  await closeUnpaid(parts, { organizationId, id });
  return undefined;
}

/** Ends the payment of an unpaid order: who paid in the last moment has paid. Refused while the channel does not answer. */
export async function endPayment(parts: OrderParts, order: Order): Promise<'PAID' | 'CLOSED' | Refusal> {
  const payment = await tradeById(parts, order.organization_id, order.third_trade_id!);
  if (payment?.status === 'SUCCESS') return 'PAID';
  const end = payment?.status === 'PAYING' ? await closeShown(parts, payment, '订单已取消') : undefined;
  if (!end || isRefusal(end)) return 'CLOSED';
  return 'posted' in end ? 'PAID' : refuse(saleRefusals.ORDER_PAYING, { no: order.order_no });
}

/** Orders whose payment is over, and which nobody closed. */
export async function closeLapsed(parts: OrderParts): Promise<void> {
  const { rows } = await parts.pool.query<Key>(
    `select /* wall: the house closes for every shop */ o.organization_id as "organizationId", o.id from shop_order o
     join third_trade t on t.organization_id = o.organization_id and t.id = o.third_trade_id
     where o.status = 'UNPAID' and t.status = 'CLOSED' order by o.id limit 500`,
  );
  for (const key of rows) await closeUnpaid(parts, key);
}

type Write = (tx: Sql) => Promise<Refusal | undefined>;

/** Leaves the order so much of what its payment keeps, as it was looked at: overtaken by a correction, it refuses. */
async function keepOf(
  parts: OrderParts,
  order: Order,
  by: Hand,
  leftFen: number,
  { tradeId, keptFen }: Awaited<ReturnType<typeof bookedOf>>,
  write: Write,
): Promise<Refusal | undefined> {
  const backFen = Math.max(0, keptFen - leftFen);
  // Looked at again where nobody else can post.
  const writeIfKept: Write = async (tx) =>
    (await bookedOf(tx, order)).keptFen === keptFen - backFen ? write(tx) : busyRefusal(order);
  if (backFen === 0)
    return inOne(parts, order, by, async (tx) => {
      await holdStill(tx, order.organization_id, order.person_id);
      return writeIfKept(tx);
    });
  const outcome = await parts.wallet.submit({
    ...ofOrder(parts, order, by, `back:${order.version + 1}:${keptFen}`, writeIfKept),
    kind: 'REVERSE',
    originalPostingId: tradeId,
    amountFen: backFen,
  });
  if (isRefusal(outcome)) return outcome;
  giveBackSoon(parts, order.organization_id, tradeId);
  return undefined;
}

/**
 * Leaves the order so much of what was paid for it, `write` in the same transaction; the rest is asked back of the channel. What
 * a correction gave back before is not given twice.
 */
export async function keepPaid(
  parts: OrderParts,
  order: Order,
  by: Hand,
  leftFen: number,
  write: Write,
): Promise<Refusal | undefined> {
  if (leftFen > order.hold_fen) return refuse(saleRefusals.PICK_PAID, { no: order.order_no });
  return keepOf(parts, order, by, leftFen, await bookedOf(parts.pool, order), write);
}

/** The trade an order's payment was booked as. */
export interface Booked {
  postingId: number;
  businessDate: string;
}

/** Signed for: the lines are kept with the trade the payment was booked as. Refused where too little of the money is left. */
export async function finishPaid(
  parts: OrderParts,
  order: Order,
  by: Hand,
  written: (tx: Sql, booked: Booked) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const booked = await bookedOf(parts.pool, order);
  const { tradeId: postingId, businessDate, keptFen } = booked;
  if (keptFen < order.amount_fen)
    return refuse(saleRefusals.ORDER_MONEY_BACK, {
      no: order.order_no,
      left: formatFenGrouped(keptFen),
      amount: formatFenGrouped(order.amount_fen),
    });
  return keepOf(parts, order, by, order.amount_fen, booked, (tx) => written(tx, { postingId, businessDate }));
}
