/** Orders as commands read and mark them. Text statements: they also run inside the wallet's transaction. */

import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import '../services.ts';
import { type OrderPayTime, type OrderStatus, orderStatuses, type PickupWay } from './order-words.ts';

/** What orders need of the services. */
export type OrderParts = Pick<Services, 'pool' | 'db' | 'wallet' | 'clock' | 'ids' | 'random' | 'orderCoupons'>;

/** Whose doing it is; id 0 is the house. */
export interface Hand {
  id: number;
  name: string;
}

export const houseHand: Hand = { id: 0, name: '系统' };

export interface Order {
  organizationId: number;
  id: number;
  orderNo: string;
  status: OrderStatus;
  personId: number;
  personTypeId: number;
  departmentId: number | null;
  restaurantId: number;
  mealPeriodId: number;
  diningDate: string;
  ruleId: number | null;
  ruleName: string;
  missPercent: number;
  menuId: number | null;
  /** What is paid: dishes and delivery, less the coupon. */
  amountFen: number;
  feeFen: number;
  couponFen: number;
  portions: number;
  pickup: PickupWay;
  addressId: number | null;
  payTime: OrderPayTime;
  pickupCode: string | null;
  allergyNote: string;
  revision: number;
  changingAt: string | null;
  orderedAt: string;
  finishedAt: string | null;
  holdId: number | null;
  postingId: number | null;
  bookedFen: number;
  /** Meals of the COUNT purse it costs, and those that stand taken. */
  counts: number;
  bookedCounts: number;
  /** Of what was booked, given back dish by dish. */
  refundedFen: number;
  moneyNo: number;
  note: string;
  version: number;
}

const columns = `organization_id as "organizationId", id, order_no as "orderNo", status, person_id as "personId",
  person_type_id as "personTypeId", department_id as "departmentId", restaurant_id as "restaurantId",
  meal_period_id as "mealPeriodId", dining_date as "diningDate", rule_id as "ruleId", rule_name as "ruleName",
  miss_percent as "missPercent", menu_id as "menuId",
  amount_fen as "amountFen", fee_fen as "feeFen", coupon_fen as "couponFen", portions, pickup, address_id as "addressId", pay_time as "payTime",
  pickup_code as "pickupCode", allergy_note as "allergyNote", revision, changing_at as "changingAt",
  ordered_at as "orderedAt", finished_at as "finishedAt", hold_id as "holdId", posting_id as "postingId",
  booked_fen as "bookedFen", counts, booked_counts as "bookedCounts", refunded_fen as "refundedFen", money_no as "moneyNo", note, version`;

/** Orders by a condition over the unit's; `$1` is the unit. */
export async function ordersWhere(
  db: Sql,
  organizationId: number,
  condition: string,
  values: readonly unknown[],
): Promise<Order[]> {
  const { rows } = await db.query<Order>(
    `select ${columns} from meal_order where organization_id = $1 and ${condition}`,
    [organizationId, ...values],
  );
  return rows;
}

export async function readOrder(db: Sql, organizationId: number, id: number): Promise<Order | undefined> {
  const [order] = await ordersWhere(db, organizationId, 'id = $2', [id]);
  return order;
}

/** The order, kept from everybody else until the transaction ends. */
export async function lockOrder(db: Sql, organizationId: number, id: number): Promise<Order | undefined> {
  const [order] = await ordersWhere(db, organizationId, 'id = $2 for update', [id]);
  return order;
}

export interface OrderEvent {
  event: 'ORDER' | 'PAY' | 'CHANGE' | 'CANCEL' | 'EXPIRE' | 'TAKE' | 'UNDO' | 'MISS' | 'REFUND' | 'MOVE';
  amountFen?: number;
  note?: string;
}

/** The order as coupons know it. */
export const couponKey = ({ organizationId, id }: Pick<Order, 'organizationId' | 'id'>) => ({
  organizationId,
  orderId: id,
});

/** A line of the order's history. */
export async function writeEvent(
  parts: Pick<OrderParts, 'ids' | 'clock'>,
  db: Sql,
  { organizationId, id }: Pick<Order, 'organizationId' | 'id'>,
  by: Hand,
  { event, amountFen, note = '' }: OrderEvent,
): Promise<void> {
  await db.query(
    `insert into meal_order_event (organization_id, id, order_id, at, event, amount_fen, note, by_id, by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      organizationId,
      await parts.ids.next(),
      id,
      isoAt(parts.clock.now()),
      event,
      amountFen ?? null,
      note.slice(0, 200),
      by.id,
      by.name,
    ],
  );
}

/** How long a change may be on its way before it counts as lost. */
export const changeMs = 60_000;

/** Someone is paying for a change of it right now. */
export const isChanging = (order: Order, nowMs: number): boolean =>
  order.changingAt !== null && nowMs - Date.parse(order.changingAt) < changeMs;

export const stateRefusal = (order: Pick<Order, 'orderNo' | 'status'>, what: string): Refusal =>
  refuse(orderingRefusals.ORDER_STATE, {
    orderNo: order.orderNo,
    state: labelIn(orderStatuses, order.status),
    what,
  });

/** An order that did not come about: its portions and its request key are free again. */
export async function expireOrder(
  parts: OrderParts,
  order: Pick<Order, 'organizationId' | 'id'>,
  note: string,
): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const { rowCount } = await db.query(
      `update meal_order set status = 'EXPIRED', request_key = null, pickup_code = null, note = $3, version = version + 1
       where organization_id = $1 and id = $2 and status = 'UNPAID'`,
      [order.organizationId, order.id, note.slice(0, 200)],
    );
    if (!rowCount) return;
    await parts.orderCoupons?.giveBack(db, couponKey(order));
    await writeEvent(parts, db, order, houseHand, { event: 'EXPIRE', note });
  });
}
