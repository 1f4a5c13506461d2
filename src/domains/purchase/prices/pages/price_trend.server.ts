import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { priceDays, trendGoods } from '../price-days.ts';
import spec from './price_trend.page.ts';

const one = (value: unknown): number | undefined => {
  const [first] = [value].flat();
  return typeof first === 'number' ? first : undefined;
};

/** The goods asked for; where none are, those that came most often lately. */
const goodsOf = async (ctx: Ctx, search: Search) => {
  const asked = one(search.goodsId);
  return asked === undefined ? trendGoods(ctx) : { id: asked };
};

export default bind(spec, {
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
