import { type RawBuilder, sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import '../../tables.ts';
import { acceptDelivery, previewReceipt } from '../accept.ts';
import { approvePrices, giveBack, takeInvoice } from '../after-receipt.ts';
import { tempOf, weightsOf } from '../line-sql.ts';
import { printReceipt } from '../print-receipt.ts';
import { turnAway } from '../turn-away.ts';
import { receipt, receiptLine } from './receipt.page.ts';

const unitName = sql`coalesce((select u.name from goods_unit u where u.contractor_id = l.contractor_id and u.id = l.unit_id),
  case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)`;

/** What invoices and returns of the accepted lots left outside the stock's value. */
const varianceOf = (lots: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(v.amount_fen), 0)::bigint from price_variance v where v.contractor_id = ${lots})`;

/** What is computed of a receipt `r`. */
export const receiptColumns = {
  // The same bytes under another key are the same picture, of the delivery or of one of its lines.
  photoTwin: sql`exists (select /* wall: files by their bytes, of receipts of the same caterer alone */ 1
        from stored_file f join stored_file t on t.sha256 = f.sha256
        where (f.key = r.photo or f.key in (select x.photo from receipt_line x where x.contractor_id = r.contractor_id and x.receipt_id = r.id))
          and (exists (select 1 from receipt o where o.contractor_id = r.contractor_id and o.photo = t.key and o.id <> r.id)
            or exists (select 1 from receipt_line y where y.contractor_id = r.contractor_id and y.photo = t.key and y.receipt_id <> r.id)))`,
  refusedCount: sql`(select count(*)::int from receipt_line l where l.contractor_id = r.contractor_id and l.receipt_id = r.id and l.status = 'REFUSED')`,
  varianceFen: varianceOf(sql`r.contractor_id and v.lot_id in (select l.lot_id from receipt_line l
    where l.contractor_id = r.contractor_id and l.receipt_id = r.id)`),
};

const receipts = bind(receipt, {
  list: over(receipt, 'receipt as r', {
    columns: {
      lines: null,
      kind: sql`case when r.emergency then 'MARKET' else 'ORDER' end`,
      ...receiptColumns,
    },
  }),
  options: async (ctx, { ids, keyword, size }) => {
    let query = ctx.db.selectFrom('receipt').select(['id', 'receipt_no as name', 'supplier_name as hint']);
    query = ids
      ? query.where('id', 'in', [0, ...ids])
      : query.where('receipt_no', 'ilike', likePattern(keyword)).limit(size);
    return query.orderBy('accepted_at', 'desc').orderBy('id', 'desc').execute();
  },
  preview: previewReceipt,
  create: acceptDelivery,
  actions: {
    approve: approvePrices,
    turnAway,
    print: printReceipt,
  },
  reads: ['print'],
});

/** Binds the lines of what was accepted, inside either record. */
export const bindLines = (spec: typeof receiptLine) =>
  bind(spec, {
    list: over(
      spec,
      'receipt_line as l',
      {
        columns: {
          goodsName: 'g.name',
          net: sql`trim_scale(l.typed_milli / 1000.0) || ' ' || ${unitName}`,
          weights: weightsOf('l'),
          temp: tempOf('l'),
          unitPrice: sql`trim(to_char(l.price_fen / 100.0, '999999990.00')) || ' / ' || ${unitName}`,
          varianceFen: varianceOf(sql`l.contractor_id and v.lot_id = l.lot_id`),
          returned: sql`case when l.returned_qty > 0 then stock_qty(l.returned_qty, g.base_unit) end`,
          twin: sql`exists (select 1 from receipt_line o where o.contractor_id = l.contractor_id and o.receipt_id = l.receipt_id
          and o.line_no = l.line_no - 1 and o.gross_milli = l.gross_milli and o.tare_milli = l.tare_milli and l.gross_milli > 0)`,
        },
      },
      (from) =>
        from.innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        ),
    ),
    actions: { giveBack, invoice: takeInvoice },
  });

export default [receipts, bindLines(receiptLine)];
