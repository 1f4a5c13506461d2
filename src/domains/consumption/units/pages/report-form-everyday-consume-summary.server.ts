/** 每日消费汇总 of a contractor: read no finer than it is grouped. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { daysOfRow, namesOf, reportRows, type UnitKey, unitReads, unitTotals } from '../unit-totals.ts';
import spec from './report-form-everyday-consume-summary.page.ts';

const groupKeys: Readonly<Record<string, readonly UnitKey[]>> = {
  day: ['businessDate'],
  month: ['month'],
  unit: ['organizationId'],
  restaurant: ['organizationId', 'restaurantId'],
  meal: ['businessDate', 'organizationId', 'restaurantId', 'mealPeriodId'],
};

export default bind(spec, {
  rows: async (ctx, search) => {
    const keys = groupKeys[String(search.group)] ?? groupKeys.day!;
    const byDay = keys.includes('businessDate') || keys.includes('month');
    const found = await unitTotals(ctx, keys, search);
    const totals = byDay ? found.toReversed() : found;
    const [units, places, meals] = await Promise.all([
      namesOf(ctx, totals, 'organizationId'),
      namesOf(ctx, totals, 'restaurantId'),
      namesOf(ctx, totals, 'mealPeriodId'),
    ]);
    return reportRows(totals, (row) => ({
      days: daysOfRow(row, search),
      ...(keys.includes('organizationId') && { organizationName: units.get(row.organizationId) ?? null }),
      ...(keys.includes('restaurantId') && { restaurantName: places.get(row.restaurantId) ?? '未分餐厅' }),
      ...(keys.includes('mealPeriodId') && { mealName: meals.get(row.mealPeriodId) ?? '非餐时' }),
    }));
  },
  proof: { reads: unitReads },
});
