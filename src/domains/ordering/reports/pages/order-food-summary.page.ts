/** 订餐汇总: orders grouped one way or another. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { notSummed, orderDrill, orderFigureFields, orderIdentities } from '../order-columns.ts';

/** The search of 订餐明细 that a group's key stands for; what belongs to none is asked for as that, not as everything. */
const groupSearch: Record<string, (key: unknown) => Record<string, unknown>> = {
  day: (key) => ({ diningDate: [key, key] }),
  restaurant: (key) => ({ restaurantId: key }),
  area: (key) => (key === null ? { undelivered: true } : { areaId: key }),
  department: (key) => ({ ownDepartmentId: [Number(key ?? 0)] }),
  meal: (key) => ({ mealPeriodId: key }),
};

export default page({
  path: '/admin/organization/order_food_summary',
  title: '订餐汇总',
  menu: ['订餐管理', '订餐报表'],
  order: 25,
  fields: {
    groupName: text('分组项', { columnWidth: 160 }),
    diningDate: date('日期'),
    restaurantId: ref('餐厅', 'restaurant'),
    mealPeriodId: ref('餐次', 'meal_period'),
    ...orderFigureFields,
    cancelledCount: int('取消', { unit: '单' }),
    refundedCount: int('退款', { unit: '单' }),
    eatenCount: int('已完成', { unit: '单' }),
    missedCount: int('未就餐', { unit: '单' }),
  },
  list: {
    columns: except('diningDate', 'restaurantId', 'mealPeriodId'),
    search: [range('diningDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    totals: except(...notSummed),
  },
  report: {
    groups: [
      { value: 'day', label: '日' },
      { value: 'restaurant', label: '餐厅' },
      { value: 'area', label: '区域' },
      { value: 'department', label: '部门' },
      { value: 'meal', label: '餐次' },
    ],
    identities: orderIdentities,
    drill: (() => {
      const drill = orderDrill((row, search) => {
        const { diningDate, restaurantId, mealPeriodId, group = 'day' } = search;
        return { diningDate, restaurantId, mealPeriodId, ...groupSearch[String(group)]!(row.groupKey) };
      });
      const only = (status: string) => ({
        path: drill.path,
        search: (row: Record<string, unknown>, search: Record<string, unknown>) => ({
          ...drill.search(row, search),
          status: [status],
        }),
      });
      return {
        ...drill,
        columns: {
          ...drill.columns,
          cancelledCount: only('CANCELLED'),
          refundedCount: only('REFUNDED'),
          eatenCount: only('EATEN'),
          missedCount: only('NO_SHOW'),
        },
      };
    })(),
    chart: { kind: 'bar', x: 'groupName', y: ['portions'] },
  },
});
