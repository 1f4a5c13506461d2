/** 订餐汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { type OrderKey, orderReads, orderTotals } from '../order-totals.ts';
import spec from './order-food-summary.page.ts';

const groups: Readonly<Record<string, { key: OrderKey; none: string }>> = {
  day: { key: 'diningDate', none: '' },
  restaurant: { key: 'restaurantId', none: '' },
  area: { key: 'areaId', none: '不配送' },
  department: { key: 'departmentId', none: '未分部门' },
  meal: { key: 'mealPeriodId', none: '' },
};

export default bind(spec, {
  rows: async (ctx, search) => {
    const { key, none } = groups[String(search.group ?? 'day')] ?? groups.day!;
    const rows = await orderTotals(ctx, [key], search);
    return rows.map((row) => ({
      ...row,
      groupKey: row[key] ?? null,
      groupName: key === 'diningDate' ? row[key] : (row[key.replace(/Id$/, 'Name')] ?? none),
    }));
  },
  proof: { reads: orderReads },
});
