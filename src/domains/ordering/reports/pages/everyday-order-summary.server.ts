/** 每日订餐汇总 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { orderReads, ordersByMeal } from '../order-totals.ts';
import spec from './everyday-order-summary.page.ts';

export default bind(spec, {
  rows: (ctx, search) => ordersByMeal(ctx, ['restaurantId'], search),
  proof: { reads: orderReads },
});
