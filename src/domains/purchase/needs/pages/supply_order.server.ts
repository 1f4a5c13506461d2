import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { boughtWords, priceWords } from '../line-words.ts';
import { orderChoices } from '../order-choices.ts';
import { supplyOrder, supplyOrderLine } from './supply_order.page.ts';

const orders = bind(supplyOrder, {
  list: over(supplyOrder, 'supply_order as o', {
    columns: {
      receivedFen: sql`(select coalesce(sum(r.amount_fen), 0)::bigint from receipt r where r.contractor_id = o.contractor_id and r.order_id = o.id)`,
    },
  }),
  options: orderChoices,
  actions: {
    print: async (ctx, { ids, rows }) => {
      const [row] = rows;
      const lines = await ctx.db
        .selectFrom('daily_purchase as p')
        .innerJoin('goods as g', 'g.id', 'p.goods_id')
        .select(['g.name', boughtWords.as('buy'), priceWords.as('price')])
        .where('p.order_id', '=', ids[0]!)
        .orderBy('g.code')
        .execute();
      return {
        receipt: {
          title: '采购单',
          lines: [
            ['单号', String(row!.orderNo)],
            ['供应商', String(row!.supplierName)],
            ['送货', `${row!.deliveryDate} 送到 ${row!.storehouseName}`],
            ...lines.map(({ name, buy, price }) => [name, `${buy} × ${price ?? ''}`] as const),
            ['合计', `${formatFenGrouped(row!.amountFen as number)} 元`],
          ],
          footer: '送货须随附检疫、合格证明；验收由两人签字',
          code: String(row!.orderNo),
        },
      };
    },
  },
  reads: ['print'],
});

const lines = bind(supplyOrderLine, {
  list: over(
    supplyOrderLine,
    'daily_purchase as p',
    {
      columns: {
        goodsName: 'g.name',
        buy: boughtWords,
        unitPrice: priceWords,
        received: sql`case when p.received_qty > 0 then stock_qty(p.received_qty, g.base_unit) end`,
      },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'p.contractor_id').onRef('g.id', '=', 'p.goods_id'),
      ),
  ),
});

export default [orders, lines];
