/** Hands orders out: money that was set aside is taken, in the dining meal. What came late turns a no-show into a diner. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { instantOf } from '../../headcount/public.server.ts';
import type { Posted } from '../../wallet/public.server.ts';
import { couponOfLate } from '../coupons/on-orders.ts';
import { orderingRefusals } from '../refusals.ts';
import { minutesOf } from '../rules/meal-minutes.ts';
import { backRequest, eatRequest, type HandedOut, holdRequest, isHeld } from './money-requests.ts';
import {
  couponKey,
  type Hand,
  isChanging,
  type Order,
  type OrderParts,
  readOrder,
  stateRefusal,
  writeEvent,
} from './order-store.ts';
import { liveOrders } from './order-words.ts';

export interface Taking extends HandedOut {
  by: Hand;
  /** Where it is handed out; an order of another restaurant is refused. Null where nobody asks. */
  restaurantId: number | null;
  /** The terminal's own key of the record; one of the order's unless given. */
  requestKey?: string;
  /** Why by hand, kept in the order's history. */
  note?: string;
  /** Written with it. */
  told?: (tx: Sql, order: Order, posted: Posted) => Promise<void>;
}

const canTake = ({ status }: Order) => status === 'NO_SHOW' || (liveOrders as readonly string[]).includes(status);

/** How long before the meal it is handed out already. */
const slackMs = async ({ pool, clock }: OrderParts, order: Order) =>
  (await minutesOf(pool, order.organizationId, clock.now(), order)).slack * 60_000;

/** Where it was handed out: the terminal that did it, or the restaurant where a clerk did. */
async function handedOutAt({ pool }: OrderParts, { organizationId, id, restaurantId }: Order): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(
    `select coalesce((select d.name from order_pickup k join device d on d.id = k.device_id
         where k.organization_id = $1 and k.order_id = $2 and k.state = 'TAKEN' order by k.id desc limit 1), s.name) as place
     from restaurant s where s.organization_id = $1 and s.id = $3`,
    [organizationId, id, restaurantId],
  );
  return rows[0]?.place ?? '';
}

/** Why it is not handed out; undefined when it is. */
async function refuseTaking(parts: OrderParts, order: Order, taking: Taking): Promise<Refusal | undefined> {
  const { organizationId, orderNo } = order;
  if (order.status === 'EATEN')
    return refuse(orderingRefusals.ORDER_COLLECTED, {
      orderNo,
      at: (order.finishedAt ?? '').slice(5, 16).replace('T', ' '),
      where: await handedOutAt(parts, order),
    });
  if (!canTake(order)) return stateRefusal(order, '取餐');
  if (isChanging(order, parts.clock.now())) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo });
  const { rows } = await parts.pool.query<{ meal: string; starts: string; restaurant: string }>(
    `select m.name as meal, m.start_time as starts, s.name as restaurant from meal_period m
     join restaurant s on s.organization_id = m.organization_id and s.id = $3
     where m.organization_id = $1 and m.id = $2`,
    [organizationId, order.mealPeriodId, order.restaurantId],
  );
  const { meal, starts, restaurant } = rows[0]!;
  if (taking.restaurantId !== null && taking.restaurantId !== order.restaurantId)
    return refuse(orderingRefusals.ORDER_NOT_HERE, { orderNo, restaurant });
  const beginsAt = instantOf(order.diningDate, starts);
  if (taking.occurredAt < beginsAt && taking.occurredAt < beginsAt - (await slackMs(parts, order)))
    return refuse(orderingRefusals.ORDER_TOO_EARLY, { meal, starts: `${order.diningDate.slice(5)} ${starts}` });
  return undefined;
}

async function markEaten(
  parts: OrderParts,
  tx: Sql,
  order: Order,
  posted: Posted,
  { by, occurredAt, told, note = '' }: Taking,
): Promise<Refusal | undefined> {
  const { rowCount } = await tx.query(
    `update meal_order set status = 'EATEN', finished_at = $3, posting_id = $4, booked_fen = $5, booked_counts = $7, note = '',
       version = version + 1
     where organization_id = $1 and id = $2 and status = $6 and posting_id is null`,
    [
      order.organizationId,
      order.id,
      isoAt(occurredAt),
      posted.postingId,
      posted.amountFen,
      order.status,
      posted.countUsed ?? 0,
    ],
  );
  if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
  const { postingId, businessDate } = posted;
  await parts.orderCoupons?.booked(tx, couponKey(order), { id: postingId, businessDate });
  await writeEvent(parts, tx, order, by, { event: 'TAKE', amountFen: posted.amountFen, note });
  await told?.(tx, order, posted);
  return undefined;
}

/** What was charged for leaving it standing goes back. */
async function takeBackMiss(parts: OrderParts, order: Order, by: Hand): Promise<Refusal | undefined> {
  const outcome = await parts.wallet.submit(
    backRequest(parts, order, by, 'late', async (tx) => {
      await tx.query(
        `update meal_order set posting_id = null, booked_fen = 0, version = version + 1
         where organization_id = $1 and id = $2 and posting_id = $3`,
        [order.organizationId, order.id, order.postingId],
      );
      await parts.orderCoupons?.booked(tx, couponKey(order), null);
      return undefined;
    }),
  );
  return isRefusal(outcome) ? outcome : undefined;
}

/** Hands the order out. A refusal of the money leaves it as it is, and the next try has a number of its own. */
export async function takeOrder(
  parts: OrderParts,
  organizationId: number,
  id: number,
  taking: Taking,
): Promise<Order | Refusal> {
  const found = await readOrder(parts.pool, organizationId, id);
  if (!found) return refuse(orderingRefusals.NO_ORDER);
  const no = await refuseTaking(parts, found, taking);
  if (no) return no;
  if (found.status === 'NO_SHOW' && found.postingId !== null) {
    const stays = await takeBackMiss(parts, found, taking.by);
    if (stays) return stays;
  }
  const priced =
    found.status === 'NO_SHOW'
      ? await parts.db.transaction().execute((trx) => couponOfLate(parts, sqlOf(trx), found))
      : found;
  const order: Order = { ...priced, postingId: null };
  const key = taking.requestKey ?? `order-eat:${id}:${order.moneyNo}`;
  const outcome = await parts.wallet.submit(
    await eatRequest(parts, order, taking.by, key, taking, (tx, posted) => markEaten(parts, tx, order, posted, taking)),
  );
  const now = (await readOrder(parts.pool, organizationId, id))!;
  if (!isRefusal(outcome)) return now;
  if (now.status === 'EATEN') return (await refuseTaking(parts, now, taking))!;
  await parts.pool.query('update meal_order set money_no = money_no + 1 where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return outcome;
}

/** Undoes a hand-out that was a mistake: the money goes back and is set aside anew, as far as it is still there. */
export async function undoTaking(
  parts: OrderParts,
  organizationId: number,
  id: number,
  { by, reason, told }: { by: Hand; reason: string; told?: (tx: Sql, order: Order) => Promise<void> },
): Promise<Refusal | undefined> {
  const order = await readOrder(parts.pool, organizationId, id);
  if (!order) return refuse('NOT_FOUND');
  if (order.status !== 'EATEN' || order.postingId === null) return stateRefusal(order, '撤销核销');
  if (order.refundedFen > 0) return stateRefusal(order, '撤销核销（已退过菜，请整单退款）');
  const back = await parts.wallet.submit(
    backRequest(parts, order, by, 'undo', async (tx) => {
      const { rowCount } = await tx.query(
        `update meal_order set status = 'READY', finished_at = null, posting_id = null, booked_fen = 0, booked_counts = 0, hold_id = null,
           money_no = money_no + 1, note = $4, version = version + 1
         where organization_id = $1 and id = $2 and posting_id = $3 and status = 'EATEN'`,
        [organizationId, id, order.postingId, reason.slice(0, 200)],
      );
      if (!rowCount) return refuse(orderingRefusals.ORDER_CHANGING, { orderNo: order.orderNo });
      await parts.orderCoupons?.booked(tx, couponKey(order), null);
      await writeEvent(parts, tx, order, by, { event: 'UNDO', amountFen: order.bookedFen, note: reason });
      await told?.(tx, order);
      return undefined;
    }),
  );
  if (isRefusal(back)) return back;
  const free: Order = { ...order, status: 'READY', holdId: null, moneyNo: order.moneyNo + 1 };
  if (!isHeld(free)) return undefined;
  // Where the money is spent meanwhile the order waits without it, and is paid for when it is handed out.
  await parts.wallet.submit(
    await holdRequest(parts, free, by, free.moneyNo + 1, async (tx, posted) => {
      await tx.query(
        `update meal_order set hold_id = $3 where organization_id = $1 and id = $2 and status = 'READY' and hold_id is null`,
        [organizationId, id, posted.holdId],
      );
      return undefined;
    }),
  );
  return undefined;
}
