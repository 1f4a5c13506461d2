/** What must hold of buying: S6 – what was accepted is what came into stock, and no line took more than was ordered and a little. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { overBp } from '../receipts/receipt-words.ts';

export interface PurchaseBreak {
  rule: string;
  subject: string;
  found: string;
}

/** All breaks, of one contractor or of all. */
export async function checkPurchase(db: Sql, contractorId: number | null = null): Promise<PurchaseBreak[]> {
  const { rows } = await db.query<PurchaseBreak>(
    `select /* wall: the proof reads every contractor */ 'S6' as rule, 'receipt line ' || l.id as subject,
       '验收 ' || l.qty || '，入库 ' || coalesce(sum(e.qty), 0) as found
     from receipt_line l left join stock_entry e on e.contractor_id = l.contractor_id and e.lot_id = l.lot_id and e.kind = 'RECEIVE'
     where ($2::bigint is null or l.contractor_id = $2)
     group by l.contractor_id, l.id, l.qty, l.status having case l.status when 'POSTED' then l.qty else 0 end <> coalesce(sum(e.qty), 0)
     union all
     select 'S6', 'receipt line ' || l.id, '退货 ' || l.returned_qty || '，出库 ' || coalesce(-sum(e.qty), 0)
     from receipt_line l left join stock_entry e on e.contractor_id = l.contractor_id and e.lot_id = l.lot_id and e.kind = 'RECEIVE_RETURN'
     where ($2::bigint is null or l.contractor_id = $2)
     group by l.contractor_id, l.id, l.returned_qty having l.returned_qty <> coalesce(-sum(e.qty), 0)
     union all
     select 'S6', 'purchase ' || p.id, '已到 ' || p.received_qty || '，订 ' || p.buy_qty || '，验收 ' || coalesce(sum(l.qty), 0)
     from daily_purchase p left join receipt_line l on l.contractor_id = p.contractor_id and l.purchase_id = p.id and l.status <> 'REFUSED'
     where ($2::bigint is null or p.contractor_id = $2)
     group by p.contractor_id, p.id, p.received_qty, p.buy_qty
     having p.received_qty <> coalesce(sum(l.qty), 0) or p.received_qty > p.buy_qty + round(p.buy_qty * $1::numeric / 10000)
     order by 1, 2`,
    [overBp, contractorId],
  );
  return rows;
}
