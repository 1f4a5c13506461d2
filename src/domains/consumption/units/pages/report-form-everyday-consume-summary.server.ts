/** 每日消费汇总 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { namesOf, reportRows, unitReads, unitTotals } from '../unit-totals.ts';
import spec from './report-form-everyday-consume-summary.page.ts';

export default bind(spec, {
  rows: async (ctx, search) => {
    const totals = (
      await unitTotals(ctx, ['businessDate', 'organizationId', 'restaurantId', 'mealPeriodId'], search)
    ).toReversed();
    const [units, places, meals] = await Promise.all([
      namesOf(ctx, totals, 'organizationId'),
      namesOf(ctx, totals, 'restaurantId'),
      namesOf(ctx, totals, 'mealPeriodId'),
    ]);
    return reportRows(totals, (row) => ({
      organizationName: units.get(row.organizationId) ?? null,
      restaurantName: places.get(row.restaurantId) ?? '未分餐厅',
      mealName: meals.get(row.mealPeriodId) ?? '非餐时',
    }));
  },
  proof: { reads: unitReads },
});
