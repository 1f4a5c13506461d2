/** Orders that a manual charge hands out, line by line, and gives back: what consumption's `orderDesk` asks. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import type { OpenOrder, OrderDesk } from '../../consumption/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import { type OrderParts, readOrder } from './order-store.ts';
import { liveOrders } from './order-words.ts';
import { takeOrder, undoTaking } from './take-order.ts';

/** The posting that was made under this key for the order; asked again after a kill it is the answer. */
async function postedBefore(
  db: Sql,
  organizationId: number,
  postingId: number | null,
  requestKey: string,
): Promise<boolean> {
  if (postingId === null) return false;
  const { rows } = await db.query<{ own: boolean }>(
    'select request_key = $3 as own from posting where organization_id = $1 and id = $2',
    [organizationId, postingId, requestKey],
  );
  return rows[0]?.own ?? false;
}

/** One a person: what waits goes before what was left standing. */
const openSql = `select distinct on (o.person_id) o.id as "orderId", o.order_no as "orderNo", o.person_id as "personId",
    o.amount_fen as "amountFen", o.counts, o.status = 'NO_SHOW' as missed,
    case when o.status = 'NO_SHOW' then o.booked_fen else 0 end as "missedFen",
    coalesce((select string_agg(x.name || case when x.qty > 1 then '×' || x.qty else '' end, '、' order by x.id)
      from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id
        and x.revision = o.revision), '') as dishes
  from meal_order o
  where o.organization_id = $1 and o.dining_date = $2 and o.meal_period_id = $3 and o.restaurant_id = $4
    and ($5::bigint[] is null or o.person_id = any($5::bigint[])) and o.status = any($6::text[])
  order by o.person_id, o.status = 'NO_SHOW', o.id`;

export const orderDesk = (parts: OrderParts): OrderDesk => ({
  open: async (db, { organizationId, diningDate, mealPeriodId, restaurantId }, personIds) => {
    const { rows } = await db.query<OpenOrder>(openSql, [
      organizationId,
      diningDate,
      mealPeriodId,
      restaurantId,
      personIds,
      [...liveOrders, 'NO_SHOW'],
    ]);
    return rows;
  },
  take: async ({ organizationId, orderId, by, reason, restaurantId, amountFen, occurredAt, requestKey }) => {
    const order = await readOrder(parts.pool, organizationId, orderId);
    if (!order) return refuse(orderingRefusals.NO_ORDER);
    if (await postedBefore(parts.pool, organizationId, order.postingId, requestKey))
      return { posted: { postingId: order.postingId! } };
    if (order.amountFen !== amountFen) return refuse('STALE');
    const taken = await takeOrder(parts, organizationId, orderId, {
      by,
      occurredAt,
      identify: 'MANUAL',
      restaurantId,
      requestKey,
      note: reason,
    });
    return isRefusal(taken) ? taken : { posted: { postingId: taken.postingId! } };
  },
  giveBack: async ({ organizationId, orderId, by, reason, postingId }) => {
    const order = await readOrder(parts.pool, organizationId, orderId);
    if (order?.postingId === postingId) {
      const no = await undoTaking(parts, organizationId, orderId, { by, reason });
      if (no) return no;
    }
    const { rows } = await parts.pool.query<{ id: number }>(
      'select id from posting where organization_id = $1 and reverses_posting_id = $2 order by id desc limit 1',
      [organizationId, postingId],
    );
    return rows[0] ? { posted: { postingId: rows[0].id } } : refuse(orderingRefusals.NO_ORDER);
  },
});
