/**
 * Places an order: first the row with its portions, not paid for; then the money is set aside, and in the wallet's transaction
 * the order becomes a paid one. What dies in between is found unpaid after a minute and frees its portions again.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { amountsOf, couponNote, takeCoupon } from '../coupons/on-orders.ts';
import { orderingRefusals } from '../refusals.ts';
import { orderingSetting } from '../rules/setting.ts';
import type { OrderLine } from './compose.ts';
import { refuseCounts } from './counts.ts';
import { type Judged, judgeOrder, type WantedOrder } from './judge-order.ts';
import { holdRequest, isHeld } from './money-requests.ts';
import { takePortions } from './offer.ts';
import {
  expireOrder,
  type Hand,
  type Order,
  type OrderParts,
  ordersWhere,
  readOrder,
  writeEvent,
} from './order-store.ts';

export interface Ordering {
  organizationId: number;
  by: Hand;
  source: 'STAFF' | 'DINER' | 'DEVICE';
  /** The same key never orders twice; null where the caller has none. */
  requestKey: string | null;
  /** Why it is ordered after the cut-off; who may not leaves it out. */
  lateReason: string;
  /** The unit pays for it, whatever its rule says. */
  unitPays?: boolean;
  /** Written in the transaction that makes the order a paid one. */
  told?: (tx: Sql, order: Order) => Promise<void>;
}

const codeTries = 5;

/** Six digits for the counter. */
const pickupCode = ({ random }: OrderParts): string =>
  String(Buffer.from(random.token(6), 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

/** Writes lines of an order under a revision, with what a coupon takes off them. */
export async function writeLines(
  parts: OrderParts,
  db: Sql,
  order: Pick<Order, 'organizationId' | 'id' | 'restaurantId' | 'diningDate' | 'mealPeriodId'>,
  revision: number,
  lines: readonly OrderLine[],
  couponFen: number,
): Promise<void> {
  await db.query(
    `insert into meal_order_item (organization_id, id, order_id, revision, restaurant_id, dining_date, meal_period_id,
       menu_item_id, dish_id, name, price_fen, qty, amount_fen)
     select $1, n.id, $2, $3, $4, $5, $6, n.item, n.dish, n.name, n.fen, n.qty, n.amount
     from unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], $12::int[], $13::bigint[])
       as n (id, item, dish, name, fen, qty, amount)`,
    [
      order.organizationId,
      order.id,
      revision,
      order.restaurantId,
      order.diningDate,
      order.mealPeriodId,
      await parts.ids.take(lines.length),
      lines.map((line) => line.menuItemId),
      lines.map((line) => line.dishId),
      lines.map((line) => line.name),
      lines.map((line) => line.priceFen),
      lines.map((line) => line.qty),
      amountsOf(lines, couponFen),
    ],
  );
}

/** The order of the person's meal that stands in the way of another. */
export async function orderedBefore(
  db: Sql,
  organizationId: number,
  wanted: Pick<WantedOrder, 'diningDate' | 'mealPeriodId' | 'personId'>,
): Promise<Order | undefined> {
  const [order] = await ordersWhere(
    db,
    organizationId,
    `dining_date = $2 and meal_period_id = $3 and person_id = $4 and once
       and status not in ('CANCELLED', 'EXPIRED', 'REFUNDED')`,
    [wanted.diningDate, wanted.mealPeriodId, wanted.personId],
  );
  return order;
}

const beforeRefusal = (order: Order, judged: Judged, wanted: WantedOrder, meal: string): Refusal =>
  refuse(orderingRefusals.ORDERED_BEFORE, {
    person: judged.diner.name,
    date: wanted.diningDate,
    meal,
    orderNo: order.orderNo,
  });

const payTimeOf = ({ rule }: Judged, { unitPays }: Ordering) => (unitPays ? 'UNIT' : rule.payTime);

/** The row, unpaid; `false` when its code was taken, and it has to be tried with another. */
async function writeOrder(
  parts: OrderParts,
  db: Sql,
  id: number,
  wanted: WantedOrder,
  judged: Judged,
  ordering: Ordering,
): Promise<boolean> {
  const at = isoAt(parts.clock.now());
  const { rows } = await db.query(
    `insert into meal_order (organization_id, id, order_no, person_id, department_id, person_type_id, restaurant_id,
       meal_period_id, dining_date, amount_fen, fee_fen, portions, pickup_code, ordered_at, status, rule_id, menu_id,
       request_key, source, once, pickup, address_id, remark, allergy_note, pay_time, orderer_id, orderer_name, late_reason,
       rule_name, miss_percent, counts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'UNPAID', $15, $16, $17, $18, $19, $20, $21, $22,
       $23, $24, $25, $26, $27, $28, $29, $30)
     on conflict do nothing returning id`,
    [
      ordering.organizationId,
      id,
      `DC${at.slice(0, 10).replaceAll('-', '')}${id}`,
      wanted.personId,
      judged.diner.departmentId,
      judged.diner.typeId,
      wanted.restaurantId,
      wanted.mealPeriodId,
      wanted.diningDate,
      judged.amountFen,
      judged.feeFen,
      judged.portions,
      pickupCode(parts),
      at,
      judged.rule.id,
      judged.menuId,
      ordering.requestKey,
      ordering.source,
      judged.rule.oncePerMeal,
      wanted.pickup,
      wanted.pickup === 'DELIVERY' ? wanted.addressId : null,
      wanted.remark,
      judged.allergyNote,
      payTimeOf(judged, ordering),
      ordering.by.id,
      ordering.by.name,
      judged.late ? ordering.lateReason : '',
      judged.rule.name,
      judged.rule.missPercent,
      judged.counts,
    ],
  );
  return rows.length > 0;
}

/** The unpaid order with its portions taken, in one transaction of its own; or an order that bears the key already. */
async function reserve(parts: OrderParts, wanted: WantedOrder, ordering: Ordering): Promise<Order | Refusal> {
  const { organizationId } = ordering;
  const nowMs = parts.clock.now();
  const id = await parts.ids.next();
  return parts.db.transaction().execute(async (trx): Promise<Order | Refusal> => {
    const db = sqlOf(trx);
    const setting = await orderingSetting(db, organizationId, nowMs);
    const meal = setting.meals.get(wanted.mealPeriodId)?.name ?? '';
    const judged = await judgeOrder(db, setting, wanted, {
      ...ordering,
      nowMs,
      ...(ordering.unitPays ? { payTime: 'UNIT' } : {}),
      closes: 'closesAt',
    });
    if (isRefusal(judged)) return judged;
    const { counts, diner } = judged;
    const short = await refuseCounts(db, { ...wanted, organizationId, orderId: 0, personName: diner.name, counts });
    if (short) return short;
    const before = judged.rule.oncePerMeal ? await orderedBefore(db, ordering.organizationId, wanted) : undefined;
    if (before) return beforeRefusal(before, judged, wanted, meal);
    const no = await takePortions(db, organizationId, judged.lines, { personId: wanted.personId, orderId: id });
    if (no) return no;
    for (let tries = 0; tries < codeTries; tries += 1) {
      if (!(await writeOrder(parts, db, id, wanted, judged, ordering))) {
        const same = await knownOrder(db, ordering);
        if (same) return same;
        const other = await orderedBefore(db, ordering.organizationId, wanted);
        if (other) return beforeRefusal(other, judged, wanted, meal);
        continue;
      }
      const key = { organizationId, id };
      const couponFen = await takeCoupon(parts, db, key, wanted, judged, payTimeOf(judged, ordering));
      const order = (await readOrder(db, organizationId, id))!;
      await writeLines(parts, db, order, 1, judged.lines, couponFen);
      await writeEvent(parts, db, order, ordering.by, {
        event: 'ORDER',
        amountFen: order.amountFen,
        note: [judged.late ? ordering.lateReason : '', couponNote(couponFen)].filter(Boolean).join('；'),
      });
      return order;
    }
    return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: '' });
  });
}

async function knownOrder(db: Sql, { organizationId, requestKey }: Ordering): Promise<Order | undefined> {
  if (requestKey === null) return undefined;
  const [order] = await ordersWhere(db, organizationId, 'request_key = $2', [requestKey]);
  return order;
}

/** Marks the order paid within the transaction that sets its money aside; refused when it was given up meanwhile. */
async function markPaid(
  parts: OrderParts,
  tx: Sql,
  order: Order,
  holdId: number | null,
  { by, told }: Ordering,
): Promise<Refusal | undefined> {
  const { rowCount } = await tx.query(
    `update meal_order set status = 'PAID', hold_id = $3, paid_at = $4, version = version + 1
     where organization_id = $1 and id = $2 and status = 'UNPAID'`,
    [order.organizationId, order.id, holdId, isoAt(parts.clock.now())],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  await writeEvent(parts, tx, order, by, { event: 'PAY', amountFen: holdId === null ? 0 : order.amountFen });
  await told?.(tx, order);
  return undefined;
}

/** Sets the money of an unpaid order aside. */
async function pay(parts: OrderParts, order: Order, ordering: Ordering): Promise<Refusal | undefined> {
  if (!isHeld(order))
    return parts.db.transaction().execute((trx) => markPaid(parts, sqlOf(trx), order, null, ordering));
  const outcome = await parts.wallet.submit(
    await holdRequest(parts, order, ordering.by, 1, (tx, posted) =>
      markPaid(parts, tx, order, posted.holdId ?? null, ordering),
    ),
  );
  return isRefusal(outcome) ? outcome : undefined;
}

/**
 * Places the order or says why not. The same request key answers the same order however often it is asked; a key of an
 * order that did not come about is free again.
 */
export async function placeOrder(parts: OrderParts, wanted: WantedOrder, ordering: Ordering): Promise<Order | Refusal> {
  const { organizationId } = ordering;
  const reserved = (await knownOrder(parts.pool, ordering)) ?? (await reserve(parts, wanted, ordering));
  // What stands in the way may be this order itself, by a request with the same key that was quicker.
  const order = isRefusal(reserved) ? ((await knownOrder(parts.pool, ordering)) ?? reserved) : reserved;
  if (isRefusal(order)) return order;
  const same =
    order.personId === wanted.personId &&
    order.diningDate === wanted.diningDate &&
    order.mealPeriodId === wanted.mealPeriodId &&
    order.restaurantId === wanted.restaurantId;
  if (!same) return refuse(orderingRefusals.ORDER_KEY_USED, { orderNo: order.orderNo });
  if (order.status !== 'UNPAID') return order;
  const no = await pay(parts, order, ordering);
  if (no) {
    await expireOrder(parts, order, refusalMessage(no));
    const now = await readOrder(parts.pool, organizationId, order.id);
    // Paid by a request with the same key that was quicker.
    return now && now.status !== 'EXPIRED' && now.status !== 'UNPAID' ? now : no;
  }
  return (await readOrder(parts.pool, organizationId, order.id))!;
}
