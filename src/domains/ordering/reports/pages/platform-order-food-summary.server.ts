/** 订餐汇总 of the platform. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { orderReads, ordersByMeal } from '../order-totals.ts';
import spec from './platform-order-food-summary.page.ts';

export default bind(spec, {
  rows: (ctx, search) => ordersByMeal(ctx, [], search),
  proof: { reads: orderReads },
});
