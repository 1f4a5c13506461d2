/** What must hold of sales: S8 – every line of goods that was charged is owed by stock, once and in its quantity. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface MarketBreak {
  rule: string;
  subject: string;
  found: string;
}

export async function checkMarket(db: Sql): Promise<MarketBreak[]> {
  const { rows } = await db.query<MarketBreak>(
    `select /* wall: the proof reads every shop */ 'S8' as rule, 'trade ' || coalesce(i.trade_id, d.trade_id) || ' line ' || coalesce(i.line_no, d.line_no) as subject,
       'sold ' || coalesce(i.quantity, 0) || ', owed ' || coalesce(d.qty, 0) as found
     from (select organization_id, trade_id, line_no, goods_id, quantity from trade_item where kind = 'GOODS' and status = 'SETTLED') i
     full join (select organization_id, trade_id, line_no, goods_id, qty from stock_due where kind = 'SALE') d
       using (organization_id, trade_id, line_no, goods_id)
     where i.quantity is distinct from d.qty order by 1, 2`,
  );
  return rows;
}
