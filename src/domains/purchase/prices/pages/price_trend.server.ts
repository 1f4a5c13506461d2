import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { per, priceDays, receiptDay, trendGoods } from '../price-days.ts';
import { priceTrend, trendLine } from './price_trend.page.ts';

const one = (value: unknown): number | undefined => {
  const [first] = [value].flat();
  return typeof first === 'number' ? first : undefined;
};

/** The goods asked for; where none are, those that came most often lately. */
const goodsOf = async (ctx: Ctx, search: Search) => {
  const asked = one(search.goodsId);
  return asked === undefined ? trendGoods(ctx) : { id: asked };
};

const trend = bind(priceTrend, {
  rows: async (ctx, search) => {
    const goods = await goodsOf(ctx, search);
    const [from = null, to = null] = (search.businessDate ?? []) as (string | null)[];
    return goods ? priceDays(ctx, { goodsId: goods.id, supplierId: one(search.supplierId), from, to }) : [];
  },
  notice: async (ctx, search) => {
    if (one(search.goodsId) !== undefined) return null;
    const goods = await trendGoods(ctx);
    return goods ? { tone: 'info', text: `没有选商品，显示近 90 天验收次数最多的「${goods.name}」` } : null;
  },
});

const lines = bind(trendLine, {
  list: over(
    trendLine,
    'receipt_line as l',
    {
      columns: {
        businessDate: receiptDay,
        receiptNo: 'r.receipt_no',
        receiptId: 'r.id',
        supplierId: 'r.supplier_id',
        storehouseId: 'r.storehouse_id',
        qtyWords: sql`stock_qty(l.qty, g.base_unit)`,
        priceFen: sql`round(l.amount_fen::numeric * ${per} / l.qty)::bigint`,
        inspectorName: 'r.inspector_name',
        acceptedAt: 'r.accepted_at',
      },
    },
    (from) =>
      from
        .innerJoin('receipt as r', (on) =>
          on.onRef('r.contractor_id', '=', 'l.contractor_id').onRef('r.id', '=', 'l.receipt_id'),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        )
        .where('l.status', '=', 'POSTED')
        .where('l.qty', '>', 0),
  ),
});

export default [trend, lines];
