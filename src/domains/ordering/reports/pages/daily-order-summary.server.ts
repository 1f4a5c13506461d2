/** 每日订餐汇总, 部门订餐汇总 and 个人订餐汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { orderReads, orderTotals } from '../order-totals.ts';
import { dailyOrderSummary, departmentOrderSummary, personalOrderSummary } from './daily-order-summary.page.ts';

const proof = { reads: orderReads };

export default [
  bind(dailyOrderSummary, {
    rows: async (ctx, search) =>
      (await orderTotals(ctx, ['diningDate', 'mealPeriodId', 'restaurantId'], search)).toReversed(),
    proof,
  }),
  bind(departmentOrderSummary, {
    rows: async (ctx, search) =>
      (await orderTotals(ctx, ['diningDate', 'mealPeriodId', 'departmentId'], search)).toReversed(),
    proof,
  }),
  bind(personalOrderSummary, {
    rows: (ctx, search) => orderTotals(ctx, ['personId', 'departmentId'], search),
    proof,
  }),
];
