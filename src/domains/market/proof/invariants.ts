/**
 * What must hold of sales: S8 – every line of goods that was charged is owed by stock, once and in its quantity; S9 – what
 * stands promised to orders, and is set aside for them, is what open orders want; S11 – an order comes to its lines, its trade and
 * what a channel was paid for it to the order, a till's trade to its goods; S12 – a bill is the sum of its parts.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { StockBreak } from '../../stock/public.server.ts';

const ours = (alias: string) => `($1::bigint is null or ${alias}.contractor_id = $1)`;
const ourUnits = (alias: string) =>
  `($1::bigint is null or ${alias}.organization_id in (select s.organization_id from shop s where s.contractor_id = $1))`;

/** Whoever sells or sold at these units, as the index of what is owed begins with. */
const ofTheirs = (alias: string) =>
  `($1::bigint is null or ${alias}.contractor_id in (select o.contractor_id from shop s join shop o using (organization_id) where s.contractor_id = $1))`;
/** Orders written since `$2`; what is promised or held is few and always looked at whole. */
const since = (alias: string) =>
  `($2::date is null or ${alias}.updated_at >= $2::date::timestamp at time zone 'Asia/Shanghai')`;
/** A sale and what stock owes it are written at one instant, so that both sides begin with the same. */
const sold = (instant: string) =>
  `($2::date is null or ${instant} >= $2::date::timestamp at time zone 'Asia/Shanghai' + interval '4 hours')`;

/**
 * What a channel was paid for an order and has not been asked back is what the order comes to, or may yet come to; a correction at the
 * till of what was paid leaves it less.
 */
const paid = `select 'S11', 'payment of order ' || o.id, '已收 ' || k.fen || '，订单 ' || o.status || ' 应收 ' || w.fen
     from shop_order o
     left join third_trade p on p.organization_id = o.organization_id and p.id = o.third_trade_id and p.order_id = o.id
     left join posting_reversed v on v.organization_id = p.organization_id and v.posting_id = p.posting_id
     cross join lateral (select case when p.posting_id is null then 0 else p.amount_fen - coalesce(v.reversed_fen, 0) end as fen) k
     cross join lateral (select case when o.status in ('PAID', 'PICKING', 'DELIVERING') then o.hold_fen
       when o.status in ('FINISHED', 'REFUNDING') then o.amount_fen when o.status = 'REFUNDED' then o.amount_fen - o.refunded_fen
       else 0 end as fen) w
     where ${ours('o')} and ${since('o')} and o.pay_way = 'THIRD' and (p.refund_asked_fen > coalesce(v.reversed_fen, 0) or o.trade_id <> p.posting_id
       or k.fen > w.fen or k.fen < w.fen and not exists (select from posting r where r.organization_id = p.organization_id
         and r.reverses_posting_id = p.posting_id and r.source_type <> 'shop_order'))`;

/** All breaks, of one contractor or of all, of what was done since a day or ever. */
export async function checkMarket(
  db: Sql,
  contractorId: number | null = null,
  from: string | null = null,
): Promise<StockBreak[]> {
  const { rows } = await db.query<StockBreak>(
    `select /* wall: the proof reads every shop */ 'S8' as rule, 'trade ' || coalesce(i.trade_id, d.trade_id) || ' line ' || coalesce(i.line_no, d.line_no) as subject,
       '售出 ' || coalesce(i.quantity, 0) || '，应出库 ' || coalesce(d.qty, 0) as found
     from (select organization_id, trade_id, line_no, goods_id, quantity from trade_item t where kind = 'GOODS' and status = 'SETTLED'
       and ${ourUnits('t')} and ${sold('t.occurred_at')} and ($2::date is null or t.business_date >= $2::date - 1)) i
     full join (select organization_id, trade_id, line_no, goods_id, qty from stock_due u where kind = 'SALE' and ${ourUnits('u')} and ${ofTheirs('u')} and ${sold('u.sold_at')}) d
       using (organization_id, trade_id, line_no, goods_id)
     where i.quantity is distinct from d.qty
     union all
     select 'S9', 'reservation ' || r.id, '预留 ' || r.qty || '，订单' || coalesce(' ' || o.status, '已不在') || ' 需要 ' || coalesce(i.picked_qty, i.qty, 0)
     from stock_reservation r left join shop_order_item i on i.contractor_id = r.contractor_id and i.id = r.line_id
     left join shop_order o on o.organization_id = i.organization_id and o.id = i.order_id
     where ${ours('r')} and r.document_type = 'SHOP_ORDER' and r.status = 'HELD' and r.expires_at is null
       and (o.id is null or o.status not in ('UNPAID', 'PAID', 'PICKING', 'DELIVERING', 'FINISHED', 'REFUNDING', 'REFUNDED') or r.qty <> coalesce(i.picked_qty, i.qty))
     union all
     select 'S9', 'money of order ' || coalesce(o.id, h.id), '冻结 ' || coalesce(h.fen, 0) || '，订单' || coalesce(' ' || o.status, '已结束') || ' 需要 ' || coalesce(o.hold_fen, 0)
     from (select organization_id, source_id as id, sum(amount_fen)::bigint as fen from hold k
       where source_type = 'shop_order' and status = 'ACTIVE' and ${ourUnits('k')} group by 1, 2) h
     full join (select organization_id, id, status, hold_fen from shop_order w where status in ('PAID', 'PICKING', 'DELIVERING') and pay_way <> 'THIRD'
       and ${ourUnits('w')}) o
       using (organization_id, id)
     where h.fen is distinct from o.hold_fen
     union all
     select 'S11', 'order ' || o.id, '订单 ' || o.amount_fen || '，明细合计 ' || coalesce(sum(i.amount_fen), 0) || '，交易 ' || coalesce(max(t.amount_fen), 0)
     from shop_order o left join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     left join trade t on t.organization_id = o.organization_id and t.id = o.trade_id
     where ${ours('o')} and ${since('o')}
     group by o.organization_id, o.id
     having o.amount_fen <> coalesce(sum(i.amount_fen), 0) + o.delivery_fee_fen or o.trade_id is not null and o.pay_way <> 'THIRD' and o.amount_fen <> coalesce(max(t.amount_fen), -1)
     union all
     select 'S11', 'trade ' || i.trade_id, '交易 ' || t.amount_fen || '，商品合计 ' || i.fen
     from (select organization_id, trade_id, business_date, sum(amount_fen)::bigint as fen from trade_item t where kind = 'GOODS' and status = 'SETTLED'
       and ${ourUnits('t')} and ${sold('t.occurred_at')} and ($2::date is null or t.business_date >= $2::date - 1) group by 1, 2, 3) i
     join trade t on t.organization_id = i.organization_id and t.id = i.trade_id and t.business_date = i.business_date
     where t.amount_fen <> i.fen and not exists (select from shop_order o where o.organization_id = i.organization_id and o.trade_id = i.trade_id)
     union all
     ${paid}
     union all
     select 'S12', 'bill ' || b.id, '账单 ' || b.amount_fen || '，各单位合计 ' || coalesce(sum(p.fee_fen), 0)
     from subscribe_order b left join subscribe_order_part p on p.contractor_id = b.contractor_id and p.bill_id = b.id
     where ${ours('b')}
     group by b.contractor_id, b.id having b.amount_fen <> coalesce(sum(p.fee_fen), 0)
     order by 1, 2`,
    [contractorId, from],
  );
  return rows;
}
