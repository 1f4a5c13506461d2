/** 食品原料验收单: what was accepted, as it is signed and kept. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { looks, payWays } from './receipt-words.ts';

/** The sheet of one document; what was bought at a market says what it cost, as it is paid back by it. */
export async function printReceipt(ctx: Ctx, { ids, rows }: ActionInput): Promise<Show> {
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
      'l.price_fen',
      'l.amount_fen',
      sql<string>`stock_qty(l.qty, g.base_unit) || coalesce('（' || l.pieces || ' 件）', '')`.as('qty'),
    ])
    .where('l.receipt_id', '=', ids[0]!)
    .orderBy('l.line_no')
    .execute();
  const bought = head.emergency;
  return {
    receipt: {
      title: bought ? '应急采购验收单' : '食品原料验收单',
      lines: [
        ['单号', head.receipt_no],
        ['验收时间', head.accepted_at.slice(0, 16).replace('T', ' ')],
        [bought ? '摊位' : '供应商', head.supplier_name],
        ['地址电话', `${head.supplier_address} ${head.supplier_phone}`],
        ['仓库', String(row!.storehouseName)],
        [bought ? '采购、见证' : '验收人', `${head.inspector_name}、${head.second_name}`],
        ...(bought
          ? ([
              ['事由', head.buy_reason ?? ''],
              [
                '付款',
                `${labelIn(payWays, head.pay_way)} ${formatFenGrouped(lines.reduce((sum, one) => sum + one.amount_fen, 0))} 元`,
              ],
            ] as const)
          : []),
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
            ...(bought
              ? ([
                  { label: '单价（元）', align: 'right' },
                  { label: '金额（元）', align: 'right' },
                ] as const)
              : []),
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
            ...(bought ? [formatFenGrouped(one.price_fen), formatFenGrouped(one.amount_fen)] : []),
          ]),
          signatures: bought ? ['采购：', '见证：', '审批：', '日期：'] : ['验收：', '第二验收：', '送货：', '日期：'],
        },
      ],
      footer: '验收记录保存至保质期满后 6 个月，不少于 2 年',
      code: head.receipt_no,
      link: `/admin/contractor/erp/${bought ? 'market_buy' : 'receipt'}/record?id=${head.id}`,
    },
  };
}
