/** Reads an order for its supplier, and takes what he says of its lines. */
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Sql } from '../../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../../kit/server/jobs/in-transaction.ts';
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../../refusals.ts';
import { readReply } from '../read-reply.ts';
import order, { type OrderLine, type OrderPage } from './order.open.ts';

async function readOrder(db: Sql, contractorId: number, orderId: number, lock = ''): Promise<OrderPage | undefined> {
  const heads = await db.query<Omit<OrderPage, 'lines' | 'closed'> & { status: string }>(
    `select c.name as caterer, case when a.phone is null then c.contact else o.maker_name end as buyer, coalesce(a.phone, c.phone) as phone, s.name as supplier, o.order_no as "orderNo", o.delivery_date::text as "deliveryDate", h.name as place, h.address,
       o.amount_fen as "amountFen", o.confirmed_at as "confirmedAt", o.status
     from supply_order o join contractor c on c.id = o.contractor_id
     join supplier s on s.unit_type = 'CONTRACTOR' and s.unit_id = o.contractor_id and s.id = o.supplier_id
     join storehouse h on h.contractor_id = o.contractor_id and h.id = o.storehouse_id
     left join account a on a.id = o.maker_id
     where o.contractor_id = $1 and o.id = $2 ${lock}`,
    [contractorId, orderId],
  );
  if (!heads.rows[0]) return undefined;
  const { status, ...head } = heads.rows[0];
  const { rows } = await db.query<OrderLine>(
    `select p.id as "purchaseId", g.name as goods, g.spec, coalesce((select u.name from goods_unit u where u.contractor_id = p.contractor_id
         and u.id = p.unit_id), case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end) as unit,
       p.buy_qty::float8 / p.unit_size as ordered, p.price_fen as "priceFen", g.tracked,
       coalesce(r.qty_milli / 1000.0, p.buy_qty::float8 / p.unit_size)::float8 as qty, coalesce(r.price_fen, p.price_fen) as "saidFen",
       coalesce(r.lot_no, '') as "lotNo", r.produced_on::text as "producedOn", r.expires_on::text as "expiresOn", coalesce(r.note, '') as note
     from daily_purchase p join goods g on g.contractor_id = p.contractor_id and g.id = p.goods_id
     left join supply_reply r on r.contractor_id = p.contractor_id and r.purchase_id = p.id
     where p.contractor_id = $1 and p.order_id = $2 order by g.code, p.id`,
    [contractorId, orderId],
  );
  const closed = status === 'ORDERED' ? null : status === 'CLOSED' ? '采购单已取消' : '已开始验收';
  return { ...head, closed, lines: rows };
}

export default bindOpen(
  order,
  // An order is a caterer's: the unit a code belongs to is whoever gave it out.
  ({ pool }, { organizationId, subject }) => readOrder(pool, organizationId, Number(subject)),
  undefined,
  ({ pool, clock }, { organizationId: contractorId, subject }, body) =>
    inTransaction(pool, async (tx) => {
      const orderId = Number(subject);
      const found = await readOrder(tx, contractorId, orderId, 'for update of o');
      if (!found) return refuse('NOT_FOUND');
      if (found.closed) return refuse(purchaseRefusals.REPLY_CLOSED, { no: found.orderNo, why: found.closed });
      const replies = readReply(body, found.lines, found.deliveryDate);
      if (isRefusal(replies)) return replies;
      const at = isoAt(clock.now());
      await tx.query(
        `insert into supply_reply (contractor_id, order_id, said_at, purchase_id, qty_milli, price_fen, lot_no, produced_on, expires_on, note)
         select $1, $2, $3, r."purchaseId", r."qtyMilli", r."priceFen", r."lotNo", r."producedOn", r."expiresOn", r.note
         from jsonb_to_recordset($4::jsonb) as r ("purchaseId" bigint, "qtyMilli" bigint, "priceFen" bigint, "lotNo" text,
           "producedOn" date, "expiresOn" date, note text)
         on conflict (contractor_id, purchase_id) do update set qty_milli = excluded.qty_milli, price_fen = excluded.price_fen,
           lot_no = excluded.lot_no, produced_on = excluded.produced_on, expires_on = excluded.expires_on, note = excluded.note,
           said_at = excluded.said_at`,
        [contractorId, orderId, at, JSON.stringify(replies)],
      );
      await tx.query('update supply_order o set confirmed_at = $3 where o.contractor_id = $1 and o.id = $2', [
        contractorId,
        orderId,
        at,
      ]);
      return null;
    }),
);
