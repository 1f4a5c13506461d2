/**
 * A line of goods that was sold, beside its row `d` of what stock is owed: what it came to, out of which purse, what went back, what it
 * cost. Money of a trade and its lines are laid out one behind the other on the same stretch: a line is paid by what lies above it,
 * so that lines and purses both add up to the fen. A channel was paid ahead for what an order might come to: what went back before it
 * was signed for is no part of the sale.
 */
import { sql } from 'kysely';

const above = (from: string, to: string) =>
  `greatest(0, least(u.upto, ${to}) - greatest(u.upto - i.amount_fen, ${from}))::bigint`;
/** The purses of a trade in the order in which they lie on the stretch, and how far each reaches. */
const purses = ['main', 'subsidy', 'gift', 'arrears', 'third'] as const;
const upTo = (count: number) => ['0', ...purses.slice(0, count).map((purse) => `t.${purse}_fen`)].join(' + ');
const paid = purses.map((purse, i) => `${above(`(${upTo(i)})`, `(${upTo(i + 1)})`)} as "${purse}Fen"`).join(', ');

export interface SoldColumns {
  name: string;
  businessDate: string;
  occurredAt: string;
  personId: number;
  orderId: number | null;
  orderNo: string | null;
  amountFen: number;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  backFen: number;
  backQty: number;
  tradeStatus: string;
  note: string;
}

const text = `lateral (select i.name, t.business_date as "businessDate", t.occurred_at as "occurredAt", i.person_id as "personId",
    o.id as "orderId", o.order_no as "orderNo", i.amount_fen as "amountFen", i.note,
    ${paid},
    b."backFen", case when oi.id is not null then oi.back_qty when b."backFen" = i.amount_fen and i.amount_fen > 0 then d.qty else 0 end as "backQty",
    case when b."backFen" = 0 then 'SOLD' when b."backFen" = i.amount_fen then 'BACK' else 'PART' end as "tradeStatus"
  from trade_item i
  join trade t on t.organization_id = i.organization_id and t.id = i.trade_id and t.business_date = i.business_date
  cross join lateral (select sum(x.amount_fen)::bigint as upto from trade_item x where x.organization_id = i.organization_id
    and x.trade_id = i.trade_id and x.kind = 'GOODS' and x.line_no <= i.line_no) u
  left join posting_reversed v on v.organization_id = i.organization_id and v.posting_id = i.trade_id
  left join shop_order_item oi on oi.organization_id = i.organization_id and oi.id = d.order_line_id
  left join shop_order o on o.organization_id = oi.organization_id and o.id = oi.order_id
  cross join lateral (select coalesce(v.reversed_fen, 0) - coalesce(t.amount_fen - o.amount_fen, 0) as fen) w
  cross join lateral (select case when oi.id is not null and w.fen = o.refunded_fen then
      case when o.refunded_fen > 0 then oi.back_fen else 0 end
    else ${above('0', 'w.fen')} end as "backFen") b
  where i.organization_id = d.organization_id and i.trade_id = d.trade_id and i.line_no = d.line_no and i.kind = 'GOODS')`;

/** To be joined as `x` on true; the wall holds `d`, which is the contractor's own. */
export const soldLine = sql<SoldColumns>`${sql.raw(`/* wall: lines of the contractor's own sales */ ${text}`)}`;
/** The same for SQL text. */
export const soldText = text;

/** What the goods of a row `d` cost when they left, as far as they have left: their part of the document's entries. */
export const soldCost = `(select coalesce(sum(e.fen * p.qty::numeric / nullif(e.qty, 0)), 0) from stock_due_part p
  cross join lateral (select -sum(e.value_fen) as fen, -sum(e.qty) as qty from stock_entry e where e.contractor_id = p.contractor_id
    and e.bill_id = p.bill_id and e.goods_id = d.goods_id and e.kind in ('SALE', 'SALE_RETURN')) e
  where p.contractor_id = d.contractor_id and p.due_id = d.id)`;
