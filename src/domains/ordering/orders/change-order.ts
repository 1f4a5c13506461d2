/**
 * Changes what was ordered: the new lines take their portions first, then the new sum is set aside in the place of the old in
 * one step of the wallet. Refused or dead on the way, the order stays as it was.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import { orderingSetting } from '../rules/setting.ts';
import type { OrderLine } from './compose.ts';
import { refuseCounts } from './counts.ts';
import { judgeOrder, type WantedOrder } from './judge-order.ts';
import { holdRequest, isHeld, voidRequest } from './money-requests.ts';
import { takePortions } from './offer.ts';
import {
  couponKey,
  isChanging,
  lockOrder,
  type Order,
  type OrderParts,
  readOrder,
  stateRefusal,
  writeEvent,
} from './order-store.ts';
import { liveOrders } from './order-words.ts';
import { type Ordering, writeLines } from './place-order.ts';

/** Without a remark the order keeps the one it has. */
export type WantedChange = Pick<WantedOrder, 'lines' | 'portions' | 'pickup' | 'addressId'> &
  Partial<Pick<WantedOrder, 'remark'>>;

/** A change whose portions are taken and whose money is not yet moved. */
interface Changing {
  /** As it will be. */
  next: Order;
  remark: string | null;
  /** What the coupon took off before. */
  couponBefore: number;
  /** Marks this change among others. */
  at: string;
}

/** The lines of the next revision, if any were left behind by a change that never came about. */
export async function dropPending(db: Sql, { organizationId, id, revision }: Order): Promise<void> {
  await db.query('delete from meal_order_item where organization_id = $1 and order_id = $2 and revision > $3', [
    organizationId,
    id,
    revision,
  ]);
  await db.query('update meal_order set changing_at = null where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

/** A line with its number, and its portions that were given back. */
export interface StandingLine extends OrderLine {
  id: number;
  amountFen: number;
  refundedQty: number;
}

/** Lines of the order as it stands. */
export async function linesOf(db: Sql, { organizationId, id, revision }: Order): Promise<StandingLine[]> {
  const { rows } = await db.query<StandingLine>(
    `select id, menu_item_id as "menuItemId", dish_id as "dishId", name, price_fen as "priceFen", qty,
       amount_fen as "amountFen", refunded_qty as "refundedQty" from meal_order_item
     where organization_id = $1 and order_id = $2 and revision = $3 order by id`,
    [organizationId, id, revision],
  );
  return rows;
}

/** Locks an order that may be changed now. */
async function lockForChange(db: Sql, organizationId: number, id: number, nowMs: number): Promise<Order | Refusal> {
  const order = await lockOrder(db, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  if (!(liveOrders as readonly string[]).includes(order.status)) return stateRefusal(order, '修改');
  if (isChanging(order, nowMs)) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  if (order.changingAt !== null) await dropPending(db, order);
  return order;
}

/** Writes the lines of the next revision beside those that stand. */
async function begin(
  parts: OrderParts,
  db: Sql,
  order: Order,
  {
    lines,
    remark,
    ...become
  }: Partial<Order> & { lines: readonly OrderLine[]; remark: string | null; couponFen: number },
): Promise<Changing> {
  const at = isoAt(parts.clock.now());
  await writeLines(parts, db, order, order.revision + 1, lines, become.couponFen);
  await db.query(
    'update meal_order set changing_at = $3, money_no = money_no + 1 where organization_id = $1 and id = $2',
    [order.organizationId, order.id, at],
  );
  return { next: { ...order, ...become, moneyNo: order.moneyNo + 1 }, remark, couponBefore: order.couponFen, at };
}

async function prepare(
  parts: OrderParts,
  id: number,
  change: WantedChange,
  { organizationId, lateReason }: Ordering,
): Promise<Changing | Refusal> {
  const nowMs = parts.clock.now();
  return parts.db.transaction().execute(async (trx): Promise<Changing | Refusal> => {
    const db = sqlOf(trx);
    const order = await lockForChange(db, organizationId, id, nowMs);
    if (isRefusal(order)) return order;
    if (order.status !== 'PAID' && !(order.status === 'ACCEPTED' && lateReason)) return stateRefusal(order, '修改');
    const setting = await orderingSetting(db, organizationId, nowMs);
    const kept = new Map(
      (await linesOf(db, order)).flatMap((line) => (line.menuItemId ? [[line.menuItemId, line]] : [])),
    );
    const judged = await judgeOrder(
      db,
      setting,
      { ...order, remark: '', ...change },
      { organizationId, nowMs, lateReason, kept, payTime: order.payTime, closes: 'cancelAt' },
    );
    if (isRefusal(judged)) return judged;
    const { counts, diner } = judged;
    const short = await refuseCounts(db, { ...order, orderId: id, personName: diner.name, counts });
    if (short) return short;
    const no = await takePortions(db, organizationId, judged.lines, { personId: order.personId, orderId: id, kept });
    if (no) return no;
    const { lines, dishesFen, feeFen, portions, allergyNote, menuId } = judged;
    const couponFen = (await parts.orderCoupons?.cutOf(db, couponKey(order), dishesFen)) ?? 0;
    const { pickup, remark = null } = change;
    const addressId = pickup === 'DELIVERY' ? change.addressId : null;
    return begin(parts, db, order, {
      lines,
      remark,
      counts,
      couponFen,
      amountFen: dishesFen + feeFen - couponFen,
      feeFen,
      portions,
      allergyNote,
      menuId,
      pickup,
      addressId,
    });
  });
}

/** The coupon takes off what the order says now, or is the diner's again. */
async function moveCoupon({ orderCoupons }: OrderParts, tx: Sql, next: Order): Promise<void> {
  const { amountFen, feeFen, couponFen } = next;
  if (couponFen === 0) await orderCoupons?.giveBack(tx, couponKey(next));
  else await orderCoupons?.change(tx, couponKey(next), amountFen - feeFen + couponFen, couponFen);
}

/** Makes the next revision the order's, within the transaction that moved its money. */
async function apply(
  parts: OrderParts,
  tx: Sql,
  { next, remark, couponBefore, at }: Changing,
  holdId: number | null,
  { by, told, lateReason }: Pick<Ordering, 'by' | 'told' | 'lateReason'>,
): Promise<Refusal | undefined> {
  const { rowCount } = await tx.query(
    `update meal_order set revision = revision + 1, changing_at = null, amount_fen = $4, fee_fen = $5, portions = $6,
       pickup = $7, address_id = $8, remark = coalesce($9, remark), allergy_note = $10, menu_id = $11, hold_id = $12, counts = $14, coupon_fen = $15,
       version = version + 1
     where organization_id = $1 and id = $2 and changing_at = $3 and status = any($13::text[])`,
    [
      next.organizationId,
      next.id,
      at,
      next.amountFen,
      next.feeFen,
      next.portions,
      next.pickup,
      next.addressId,
      remark,
      next.allergyNote,
      next.menuId,
      holdId,
      liveOrders,
      next.counts,
      next.couponFen,
    ],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: next.orderNo });
  if (couponBefore > 0) await moveCoupon(parts, tx, next);
  const lost = couponBefore > 0 && next.couponFen === 0 ? '不满优惠券的最低金额，券已退回' : '';
  const note = [lateReason, lost].filter(Boolean).join('；');
  await writeEvent(parts, tx, next, by, { event: 'CHANGE', amountFen: next.amountFen, note });
  await told?.(tx, next);
  return undefined;
}

type Doing = Pick<Ordering, 'organizationId' | 'by' | 'told' | 'lateReason'>;

/** Moves the money of the change: a new sum in the place of the old, or none any more. */
async function settle(parts: OrderParts, changing: Changing, doing: Doing): Promise<Refusal | undefined> {
  const { next } = changing;
  if (isHeld(next)) {
    const outcome = await parts.wallet.submit(
      await holdRequest(parts, next, doing.by, next.moneyNo + 1, (tx, posted) =>
        apply(parts, tx, changing, posted.holdId ?? null, doing),
      ),
    );
    return isRefusal(outcome) ? outcome : undefined;
  }
  if (next.holdId !== null) {
    const outcome = await parts.wallet.submit(
      voidRequest(parts, next, doing.by, (tx) => apply(parts, tx, changing, null, doing)),
    );
    return isRefusal(outcome) ? outcome : undefined;
  }
  return parts.db.transaction().execute((trx) => apply(parts, sqlOf(trx), changing, null, doing));
}

async function finish(parts: OrderParts, changing: Changing, doing: Doing): Promise<Order | Refusal> {
  const { organizationId } = doing;
  const { id } = changing.next;
  const no = await settle(parts, changing, doing);
  if (!no) return (await readOrder(parts.pool, organizationId, id))!;
  await parts.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const order = await lockOrder(db, organizationId, id);
    if (order?.changingAt && isoAt(Date.parse(order.changingAt)) === changing.at) await dropPending(db, order);
  });
  return no;
}

/** Changes the order or says why it stays. Dishes it had keep the price they were ordered at. */
export async function changeOrder(
  parts: OrderParts,
  id: number,
  change: WantedChange,
  ordering: Ordering,
): Promise<Order | Refusal> {
  const changing = await prepare(parts, id, change, ordering);
  return isRefusal(changing) ? changing : finish(parts, changing, ordering);
}

/** Rearranges the lines an order has, by the house: `rearrange` answers the new ones, none of them dearer than before. */
async function reline(
  parts: OrderParts,
  organizationId: number,
  id: number,
  doing: Doing,
  rearrange: (lines: readonly StandingLine[], order: Order, db: Sql) => Promise<readonly OrderLine[] | Refusal>,
): Promise<Order | Refusal> {
  const changing = await parts.db.transaction().execute(async (trx): Promise<Changing | Refusal> => {
    const db = sqlOf(trx);
    const order = await lockForChange(db, organizationId, id, parts.clock.now());
    if (isRefusal(order)) return order;
    const lines = await rearrange(await linesOf(db, order), order, db);
    if (isRefusal(lines)) return lines;
    const dishesFen = lines.reduce((sum, line) => sum + line.priceFen * line.qty, 0);
    const portions = lines.reduce((sum, line) => sum + line.qty, 0);
    // A set is a meal as long as one of its dishes is there.
    const counts = Math.min(order.counts, Math.max(...lines.map((line) => line.qty)));
    // What the kitchen changes costs nobody the coupon, whatever that asks for.
    const couponFen = Math.min(order.couponFen, Math.max(0, dishesFen - 1));
    const amountFen = dishesFen + order.feeFen - couponFen;
    return begin(parts, db, order, { lines, remark: null, portions, counts, couponFen, amountFen });
  });
  return isRefusal(changing) ? changing : finish(parts, changing, doing);
}

/** Takes dishes out of an order and gives their money back; the rest of it stays. Nothing is left for an empty one: refused. */
export const dropLines = (
  parts: OrderParts,
  organizationId: number,
  id: number,
  menuItemIds: readonly number[],
  doing: Doing,
): Promise<Order | Refusal> =>
  reline(parts, organizationId, id, doing, async (all) => {
    const lines = all.filter((line) => !menuItemIds.includes(line.menuItemId ?? 0));
    return lines.length > 0 ? lines : refuse(orderingRefusals.ORDER_EMPTY);
  });

/** Takes portions out of an order by its lines' numbers; the rest stays, with its price. Refused for more than it has. */
export const lessOf = (
  parts: OrderParts,
  organizationId: number,
  id: number,
  fewer: ReadonlyMap<number, number>,
  doing: Doing,
): Promise<Order | Refusal> =>
  reline(parts, organizationId, id, doing, async (all, order) => {
    const short = (line: StandingLine) => fewer.get(line.id) ?? 0;
    const known = [...fewer.keys()].every((key) => all.some((line) => line.id === key));
    if (!known || all.some((line) => short(line) > line.qty)) return stateRefusal(order, '按所填缺份签收');
    const lines = all.map((line) => ({ ...line, qty: line.qty - short(line) })).filter((line) => line.qty > 0);
    return lines.length > 0 ? lines : refuse(orderingRefusals.ORDER_EMPTY);
  });

/** Puts another dish in the place of one, never dearer than that was; refused where its portions are gone. */
export const substituteLine = (
  parts: OrderParts,
  organizationId: number,
  id: number,
  menuItemId: number,
  other: { menuItemId: number; dishId: number; name: string; priceFen: number },
  doing: Doing,
): Promise<Order | Refusal> =>
  reline(parts, organizationId, id, doing, async (all, order, db) => {
    if (!all.some((line) => line.menuItemId === menuItemId)) return stateRefusal(order, '换菜');
    const { menuItemId: itemId, dishId, name } = other;
    const lines = all.map((line) =>
      line.menuItemId === menuItemId
        ? { ...line, menuItemId: itemId, dishId, name, priceFen: Math.min(line.priceFen, other.priceFen) }
        : line,
    );
    const qty = lines.reduce((sum, line) => sum + (line.menuItemId === itemId ? line.qty : 0), 0);
    const asked = [{ menuItemId: itemId, dishId, name, priceFen: other.priceFen, qty }];
    const no = await takePortions(db, organizationId, asked, { personId: order.personId, orderId: id });
    return no ?? lines;
  });
