/** What dies between stock, money and order is put right; what was delivered a day ago and nobody signed for is finished. */
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { alignPromise, hold, type Wanted } from '../../stock/public.server.ts';
import { closeLapsed } from './channel-money.ts';
import { finishOrder } from './move-order.ts';
import { alignOrder, houseHand, type OrderParts, promiseType } from './order-store.ts';

const signedMs = 24 * 3_600_000;

interface Loose {
  contractorId: number;
  organizationId: number | null;
  id: number;
  expired: boolean;
}

/** Promises that do not stand yet, or for more than the order wants, with the order they are for, if it came about. */
async function loose({ pool, clock }: OrderParts): Promise<Loose[]> {
  const { rows } = await pool.query<Loose>(
    `select /* wall: the house sweeps for every shop */ r.contractor_id as "contractorId", o.organization_id as "organizationId",
       r.document_id as id, bool_or(r.expires_at < $2::timestamptz) as expired
     from stock_reservation r left join shop_order o on o.id = r.document_id and o.contractor_id = r.contractor_id
     left join shop_order_item i on i.organization_id = o.organization_id and i.id = r.line_id
     where r.document_type = $1 and r.status = 'HELD' and (r.expires_at is not null or o.status in ('CANCELLED', 'CLOSED')
       or o.trade_id is null and r.qty > coalesce(i.picked_qty, i.qty))
     group by 1, 2, 3 order by 3`,
    [promiseType, isoAt(clock.now())],
  );
  return rows;
}

/** Lines of open orders that nothing is held for any more, their promise having ended before the order was known: held again if it can be. */
async function restore(parts: OrderParts): Promise<void> {
  const { rows } = await parts.pool.query<Wanted & { contractorId: number; orderId: number }>(
    `select /* wall: the house sweeps for every shop */ o.contractor_id as "contractorId", o.id as "orderId", i.id as "lineId",
       i.line_no as "lineNo", o.storehouse_id as "storehouseId", i.goods_id as "goodsId", i.name as goods, g.base_unit as "baseUnit",
       h.name as house, coalesce(i.picked_qty, i.qty) as qty
     from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
     join storehouse h on h.contractor_id = o.contractor_id and h.id = o.storehouse_id
     where o.status in ('PAID', 'PICKING', 'DELIVERING') and coalesce(i.picked_qty, i.qty) > 0
       and exists (select 1 from stock_reservation r where r.contractor_id = o.contractor_id and r.document_type = $1 and r.line_id = i.id
         and r.status = 'FREED')
     order by o.id, i.line_no`,
    [promiseType],
  );
  for (const { contractorId, orderId, ...line } of rows)
    await parts.db
      .transaction()
      .execute(async (trx) => {
        const tx = sqlOf(trx);
        await tx.query(
          `delete from stock_reservation where contractor_id = $1 and document_type = $2 and line_id = $3 and status = 'FREED'`,
          [contractorId, promiseType, line.lineId],
        );
        const no = await hold(tx, parts, contractorId, { type: promiseType, id: orderId }, [line]);
        if (no) throw new Error(refusalMessage(no));
      })
      .catch(() => undefined);
}

export async function sweepOrders(services: OrderParts, signal?: AbortSignal): Promise<void> {
  for (const { contractorId, organizationId, id, expired } of await loose(services)) {
    if (signal?.aborted) return;
    if (organizationId !== null) await alignOrder(services, organizationId, id);
    else if (expired)
      await services.db
        .transaction()
        .execute((trx) => alignPromise(sqlOf(trx), services, contractorId, { type: promiseType, id }, new Map()));
  }
  await restore(services);
  await closeLapsed(services);
  const { rows } = await services.pool.query<{ organizationId: number; id: number }>(
    `select /* wall: the house finishes for every shop */ organization_id as "organizationId", id from shop_order
     where status = 'DELIVERING' and delivering_at < $1::timestamptz order by id limit 500`,
    [isoAt(services.clock.now() - signedMs)],
  );
  for (const key of rows) {
    if (signal?.aborted) return;
    const no = await finishOrder(services, key, { by: houseHand, receiver: '24 小时自动完成', identify: 'MANUAL' });
    if (isRefusal(no)) services.log.warn('order not finished', { id: key.id, why: refusalMessage(no) });
  }
}
