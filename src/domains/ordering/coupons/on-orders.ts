/** Coupons on orders: what one takes off is off the amounts of the lines, so that lines, order, hold and trade say the same. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Judged, WantedOrder } from '../orders/judge-order.ts';
import { isHeld } from '../orders/money-requests.ts';
import { couponKey, type Order, type OrderParts } from '../orders/order-store.ts';
import type { OrderPayTime } from '../orders/order-words.ts';
import type { CouponAsked } from '../services.ts';

type Coupons = Pick<OrderParts, 'orderCoupons'>;

/** What each line comes to once `cutFen` is spread over them by what they cost. */
export function amountsOf(lines: readonly { priceFen: number; qty: number }[], cutFen: number): number[] {
  const all = lines.reduce((sum, { priceFen, qty }) => sum + priceFen * qty, 0);
  let upTo = 0;
  let cut = 0;
  return lines.map(({ priceFen, qty }) => {
    upTo += priceFen * qty;
    const before = cut;
    cut = all === 0 ? 0 : Math.floor((cutFen * upTo) / all);
    return priceFen * qty - (cut - before);
  });
}

/** What portions of a line that are given back are worth: its parts add up to what was paid for it. */
export const partOfLine = (line: { amountFen: number; qty: number; refundedQty: number }, qty: number): number =>
  Math.floor((line.amountFen * (line.refundedQty + qty)) / line.qty) -
  Math.floor((line.amountFen * line.refundedQty) / line.qty);

const askedOf = (organizationId: number, wanted: WantedOrder, { dishesFen }: Judged): CouponAsked => ({
  organizationId,
  personId: wanted.personId,
  restaurantId: wanted.restaurantId,
  diningDate: wanted.diningDate,
  dishesFen,
});

/** Wages, the unit and meals by count have prices of their own: a coupon is of what is paid from a purse. */
const takesCoupons = ({ amountFen }: Judged, payTime: OrderPayTime) => isHeld({ payTime, amountFen });

/** What a coupon would take off; nothing is written. */
export async function foreseeCoupon(
  { orderCoupons }: Coupons,
  db: Sql,
  organizationId: number,
  wanted: WantedOrder,
  judged: Judged,
  payTime: OrderPayTime,
): Promise<number> {
  if (!orderCoupons || !takesCoupons(judged, payTime)) return 0;
  return orderCoupons.foresee(db, askedOf(organizationId, wanted, judged));
}

/** Uses the best coupon there is for an order just written. Answers what it takes off. */
export async function takeCoupon(
  { orderCoupons }: Coupons,
  db: Sql,
  key: { organizationId: number; id: number },
  wanted: WantedOrder,
  judged: Judged,
  payTime: OrderPayTime,
): Promise<number> {
  if (!orderCoupons || !takesCoupons(judged, payTime)) return 0;
  const fen = await orderCoupons.take(db, { ...askedOf(key.organizationId, wanted, judged), ...couponKey(key) });
  if (fen > 0)
    await db.query(
      'update meal_order set amount_fen = amount_fen - $3, coupon_fen = $3 where organization_id = $1 and id = $2',
      [key.organizationId, key.id, fen],
    );
  return fen;
}

export const couponNote = (fen: number): string => (fen > 0 ? `优惠券减 ${formatFenGrouped(fen)} 元` : '');

/** An order left standing that is eaten after all: with its coupon if that is still there, else at its full price. */
export async function couponOfLate(parts: OrderParts, db: Sql, order: Order): Promise<Order> {
  const { organizationId, id, revision, couponFen } = order;
  if (couponFen === 0 || (await parts.orderCoupons?.takeAgain(db, couponKey(order)))) return order;
  await db.query(
    `update meal_order_item set amount_fen = price_fen * qty where organization_id = $1 and order_id = $2 and revision = $3`,
    [organizationId, id, revision],
  );
  await db.query(
    'update meal_order set amount_fen = amount_fen + coupon_fen, coupon_fen = 0 where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return { ...order, amountFen: order.amountFen + couponFen, couponFen: 0 };
}
