import { type RawBuilder, sql } from 'kysely';
import { labelIn } from '../../../../kit/define/states.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import '../../tables.ts';
import { acceptDelivery, previewReceipt } from '../accept.ts';
import { approvePrices, giveBack, takeInvoice } from '../after-receipt.ts';
import { tempOf, weightsOf } from '../line-sql.ts';
import { looks } from '../receipt-words.ts';
import { receipt, receiptLine } from './receipt.page.ts';

const unitName = sql`coalesce((select u.name from goods_unit u where u.contractor_id = l.contractor_id and u.id = l.unit_id),
  case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)`;

/** What invoices and returns of the accepted lots left outside the stock's value. */
const varianceOf = (lots: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(v.amount_fen), 0)::bigint from price_variance v where v.contractor_id = ${lots})`;

const receipts = bind(receipt, {
  list: over(receipt, 'receipt as r', {
    columns: {
      lines: null,
      // The same bytes under another key are the same picture, of the delivery or of one of its lines.
      photoTwin: sql`exists (select /* wall: files by their bytes, of receipts of the same caterer alone */ 1
        from stored_file f join stored_file t on t.sha256 = f.sha256
        where (f.key = r.photo or f.key in (select x.photo from receipt_line x where x.contractor_id = r.contractor_id and x.receipt_id = r.id))
          and (exists (select 1 from receipt o where o.contractor_id = r.contractor_id and o.photo = t.key and o.id <> r.id)
            or exists (select 1 from receipt_line y where y.contractor_id = r.contractor_id and y.photo = t.key and y.receipt_id <> r.id)))`,
      refusedCount: sql`(select count(*)::int from receipt_line l where l.contractor_id = r.contractor_id and l.receipt_id = r.id and l.status = 'REFUSED')`,
      varianceFen: varianceOf(sql`r.contractor_id and v.lot_id in (select l.lot_id from receipt_line l
        where l.contractor_id = r.contractor_id and l.receipt_id = r.id)`),
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
    print: async (ctx, { ids, rows }) => {
      const [row] = rows;
      const head = await ctx.db.selectFrom('receipt').selectAll().where('id', '=', ids[0]!).executeTakeFirstOrThrow();
      const lines = await ctx.db
        .selectFrom('receipt_line as l')
        .innerJoin('goods as g', 'g.id', 'l.goods_id')
        .select([
          'g.name',
          'g.spec',
          'l.lot_no',
          'l.produced_on',
          'l.expires_on',
          'l.temp10',
          'l.look',
          'l.reason',
          'l.status',
          sql<string>`stock_qty(l.qty, g.base_unit)`.as('qty'),
        ])
        .where('l.receipt_id', '=', ids[0]!)
        .orderBy('l.line_no')
        .execute();
      return {
        receipt: {
          title: '食品原料验收单',
          lines: [
            ['单号', head.receipt_no],
            ['验收时间', head.accepted_at.slice(0, 16).replace('T', ' ')],
            ['供应商', head.supplier_name],
            ['地址电话', `${head.supplier_address} ${head.supplier_phone}`],
            ['仓库', String(row!.storehouseName)],
            ['验收人', `${head.inspector_name}、${head.second_name}`],
          ],
          sheets: [
            {
              columns: [
                { label: '行' },
                { label: '商品' },
                { label: '净重/数量', align: 'right' },
                { label: '批号' },
                { label: '生产日期' },
                { label: '到期日期' },
                { label: '温度', align: 'right' },
                { label: '感官' },
                { label: '结论' },
              ],
              rows: lines.map((one, i) => [
                String(i + 1),
                `${one.name}${one.spec ? `（${one.spec}）` : ''}`,
                one.qty,
                one.lot_no || '—',
                one.produced_on ?? '—',
                one.expires_on ?? '—',
                one.temp10 === null ? '—' : `${one.temp10 / 10} ℃`,
                labelIn(looks, one.look),
                one.status === 'REFUSED' ? `拒收：${one.reason}` : one.status === 'HELD' ? '价格待批' : '收',
              ]),
              signatures: ['验收：', '第二验收：', '送货：', '日期：'],
            },
          ],
          footer: '验收记录保存至保质期满后 6 个月，不少于 2 年',
          code: head.receipt_no,
          link: `/admin/contractor/erp/receipt/record?id=${head.id}`,
        },
      };
    },
  },
  reads: ['print'],
});

const lines = bind(receiptLine, {
  list: over(
    receiptLine,
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

export default [receipts, lines];
