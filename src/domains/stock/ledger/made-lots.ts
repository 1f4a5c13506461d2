/** Lots that were made of other lots: a document that made goods names both, what it took and what came out. One taken back made nothing. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** Entries `o` of lots that went in, `i` of the lot that came out, by documents that stand. */
export const makingText = `stock_entry o
  join stock_bill k on k.contractor_id = o.contractor_id and k.id = o.bill_id and k.kind = 'MAKE' and k.status = 'POSTED' and k.reverses_id is null
  join stock_entry i on i.contractor_id = o.contractor_id and i.bill_id = o.bill_id and i.kind = 'MAKE_IN'`;

/** With `recursive`: lots `made` of those in $2 of contractor $1, themselves first, through whatever was made of what was made. */
export const madeOfText = `made (lot_id) as (
  select unnest($2::bigint[])
  union select i.lot_id from made m join ${makingText} on o.contractor_id = $1 and o.lot_id = m.lot_id and o.kind = 'MAKE_OUT')`;

/** Lots made of these, without them. */
export async function lotsMadeOf(db: Sql, contractorId: number, lotIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with recursive ${madeOfText} select lot_id as id from made where lot_id <> all($2::bigint[]) order by 1`,
    [contractorId, lotIds],
  );
  return rows.map(({ id }) => id);
}

export interface MadeLot {
  /** FROM: it went into the lot that was asked for; INTO: that one went into it. */
  way: 'FROM' | 'INTO';
  otherId: number;
  goodsName: string;
  lotNo: string;
  /** What went in. */
  qtyWords: string;
  billId: number;
  billNo: string;
  madeOn: string;
}

/** What a lot was made of and what was made of it, one step either way. */
export async function makingOf(db: Sql, contractorId: number, lotId: number): Promise<MadeLot[]> {
  const { rows } = await db.query<MadeLot>(
    `select x.way, x.other as "otherId", g.name as "goodsName", coalesce(nullif(l.lot_no, ''), '#' || l.id) as "lotNo",
       stock_qty(x.qty, b.base_unit) as "qtyWords", x.bill as "billId", k.bill_no as "billNo", x.day as "madeOn"
     from (select 'FROM' as way, o.lot_id as other, o.goods_id, -sum(o.qty)::bigint as qty, o.bill_id as bill, o.business_date as day
       from ${makingText} where o.contractor_id = $1 and i.lot_id = $2 and o.kind = 'MAKE_OUT' group by 2, 3, 5, 6
       union all
       select 'INTO', i.lot_id, o.goods_id, -sum(o.qty)::bigint, o.bill_id, o.business_date
       from ${makingText} where o.contractor_id = $1 and o.lot_id = $2 and o.kind = 'MAKE_OUT' group by 2, 3, 5, 6) x
     join lot l on l.contractor_id = $1 and l.id = x.other
     join goods g on g.contractor_id = $1 and g.id = l.goods_id
     join stock_bill k on k.contractor_id = $1 and k.id = x.bill
     join goods b on b.contractor_id = $1 and b.id = x.goods_id
     order by x.day desc, x.way, g.name, l.id`,
    [contractorId, lotId],
  );
  return rows;
}
