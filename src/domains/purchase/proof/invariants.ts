/** What must hold of buying: S6 – what was accepted is what came into stock, and no line took more than was ordered and a little. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { StockBreak } from '../../stock/public.server.ts';
import { overBp } from '../receipts/receipt-words.ts';

/** `$2` is a contractor, `$3` the first day that is looked at: receipts and purchases written since, and what was given back since. */
const since = (alias: string) =>
  `($3::date is null or ${alias}.updated_at >= $3::date::timestamp at time zone 'Asia/Shanghai')`;

/** All breaks, of one contractor or of all, of what was done since a day or ever. */
export async function checkPurchase(
  db: Sql,
  contractorId: number | null = null,
  from: string | null = null,
): Promise<StockBreak[]> {
  const { rows } = await db.query<StockBreak>(
    `with /* wall: the proof reads every contractor */ looked as (
       select l.contractor_id, l.id from receipt r join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
       where ($2::bigint is null or r.contractor_id = $2) and ${since('r')}
       union
       select o.contractor_id, o.receipt_line_id from stock_entry e join lot o on o.contractor_id = e.contractor_id and o.id = e.lot_id
       where ($2::bigint is null or e.contractor_id = $2) and e.kind = 'RECEIVE_RETURN' and e.business_date >= $3::date),
     came as (
       select l.contractor_id, l.id, l.qty, l.status, l.returned_qty, coalesce(sum(e.qty) filter (where e.kind = 'RECEIVE'), 0) as in_qty,
         coalesce(-sum(e.qty) filter (where e.kind = 'RECEIVE_RETURN'), 0) as back_qty
       from looked k join receipt_line l on l.contractor_id = k.contractor_id and l.id = k.id
       left join stock_entry e on e.contractor_id = l.contractor_id and e.lot_id = l.lot_id and e.kind in ('RECEIVE', 'RECEIVE_RETURN')
       group by l.contractor_id, l.id)
     select 'S6' as rule, 'receipt line ' || c.id as subject, '验收 ' || c.qty || '，入库 ' || c.in_qty as found
     from came c where case c.status when 'POSTED' then c.qty else 0 end <> c.in_qty
     union all
     select 'S6', 'receipt line ' || c.id, '退货 ' || c.returned_qty || '，出库 ' || c.back_qty
     from came c where c.returned_qty <> c.back_qty
     union all
     select 'S6', 'purchase ' || p.id, '已到 ' || p.received_qty || '，订 ' || p.buy_qty || '，验收 ' || coalesce(sum(l.qty), 0)
     from daily_purchase p left join receipt_line l on l.contractor_id = p.contractor_id and l.purchase_id = p.id and l.status <> 'REFUSED'
     where ($2::bigint is null or p.contractor_id = $2) and ${since('p')}
     group by p.contractor_id, p.id, p.received_qty, p.buy_qty
     having p.received_qty <> coalesce(sum(l.qty), 0) or p.received_qty > p.buy_qty + round(p.buy_qty * $1::numeric / 10000)
     order by 1, 2`,
    [overBp, contractorId, from],
  );
  return rows;
}
