/** 订餐汇总: orders grouped one way or another. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { notSummed, orderDrill, orderFigureFields, orderIdentities } from '../order-columns.ts';

/** Search key of 订餐明细 that a group stands for. */
const groupSearch: Record<string, string> = {
  restaurant: 'restaurantId',
  area: 'areaId',
  department: 'departmentId',
  meal: 'mealPeriodId',
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
        const group = String(search.group ?? 'day');
        const same = {
          diningDate: search.diningDate,
          restaurantId: search.restaurantId,
          mealPeriodId: search.mealPeriodId,
        };
        if (group === 'day') return { ...same, diningDate: [row.groupKey, row.groupKey] };
        return { ...same, [groupSearch[group]!]: row.groupKey };
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
