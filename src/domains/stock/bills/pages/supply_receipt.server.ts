import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { billFlow } from '../bill-states.ts';
import { transferMover } from '../transfer-moves.ts';
import { supplyReceipt, supplyReceiptLine } from './supply_receipt.page.ts';

/** Of transfer `b`: houses, goods and lots are the caterer's, told by the document that is the receiver's too. */
const house = (column: string) =>
  sql<string>`(select h.name from storehouse h where h.contractor_id = b.contractor_id and h.id = ${sql.ref(column)})`;
const ofLines = (what: string) =>
  sql<string>`(select ${sql.raw(what)} from (
    select l.goods_id, l.line_no, l.qty, l.received_qty, null::bigint as left_out from stock_bill_line l
      where l.contractor_id = b.contractor_id and l.bill_id = b.id
    union all select o.goods_id, o.line_no, 0, 0, o.qty from stock_bill_left_out o
      where o.contractor_id = b.contractor_id and o.bill_id = b.id) l join goods g on g.contractor_id = b.contractor_id and g.id = l.goods_id)`;

const { receive } = moves(billFlow, transferMover);

const bills = bind(supplyReceipt, {
  list: over(
    supplyReceipt,
    'stock_bill as b',
    {
      version: true,
      maker: 'b.maker_id',
      columns: {
        temp: sql`trim_scale(b.arrived_temp10 / 10.0)`,
        fromName: house('b.storehouse_id'),
        toName: house('b.to_storehouse_id'),
        goodsNames: ofLines(`string_agg(g.name, '、' order by l.line_no) filter (where l.left_out is null)`),
        shortWords: ofLines(
          `string_agg(g.name || ' ' || case when l.left_out is null then stock_qty(l.qty - l.received_qty, g.base_unit)
             else '未发 ' || stock_qty(l.left_out, g.base_unit) end, '、' order by l.line_no)
           filter (where l.received_qty < l.qty or l.left_out is not null)`,
        ),
      },
    },
    // What is being written is the caterer's own.
    (from) => from.where('b.kind', '=', 'TRANSFER').where('b.status', 'in', ['SENT', 'RECEIVED', 'PART', 'NOT_SENT']),
  ),
  actions: { receive },
});

interface Line {
  id: number;
  no: number;
  name: string;
  sent: string;
  received: string | null;
  back: string | null;
  reason: string;
  lots: string | null;
}
const lines = sql<Line>`lateral (select l.id, l.line_no as no, g.name, l.reason, stock_qty(l.qty, g.base_unit) as sent,
    stock_qty(l.received_qty, g.base_unit) as received,
    (select case when sum(t.back_qty) > 0 then stock_qty(sum(t.back_qty)::bigint, g.base_unit) end from stock_transit t
      where t.contractor_id = l.contractor_id and t.line_id = l.id) as back,
    (select string_agg(coalesce(nullif(o.lot_no, ''), '#' || o.id) || ' ' || stock_qty(t.qty, g.base_unit)
        || coalesce('，' || o.expires_on || ' 到期', ''), '、' order by o.expires_on nulls last, o.id)
      from stock_transit t join lot o on o.contractor_id = t.contractor_id and o.id = t.lot_id
      where t.contractor_id = l.contractor_id and t.line_id = l.id) as lots
  from stock_bill_line l join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
  where l.contractor_id = b.contractor_id and l.bill_id = b.id
  union all
  select -o.line_no, o.line_no, g.name, o.reason, stock_qty(0, g.base_unit), null, null, null
  from stock_bill_left_out o join goods g on g.contractor_id = o.contractor_id and g.id = o.goods_id
  where o.contractor_id = b.contractor_id and o.bill_id = b.id)`;

const detail = bind(supplyReceiptLine, {
  list: over(
    supplyReceiptLine,
    'stock_bill as b',
    {
      id: 'x.id',
      columns: {
        billId: 'b.id',
        lineNo: 'x.no',
        goodsName: 'x.name',
        sent: 'x.sent',
        received: 'x.received',
        back: 'x.back',
        reason: 'x.reason',
        lots: 'x.lots',
      },
    },
    (from) => from.innerJoin(lines.as<'x'>(sql`x`), (on) => on.onTrue()),
  ),
});

export default [bills, detail];
