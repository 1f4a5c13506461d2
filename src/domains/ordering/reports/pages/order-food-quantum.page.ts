/** 订餐份量统计: portions per dish of a meal, the kitchen's sheet. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/order_food_quantum',
  title: '订餐份量统计',
  menu: ['订餐管理', '订餐报表'],
  order: 20,
  fields: {
    diningDate: date('就餐日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    dishName: text('菜品', { columnWidth: 180 }),
    typeName: text('分类'),
    portions: int('份数', { unit: '份' }),
    deliveredQty: int('其中配送', { unit: '份' }),
    dineInQty: int('其中堂食', { unit: '份' }),
    fetchedQty: int('其中自取', { unit: '份' }),
    remarks: text('备注项', { columnWidth: 260 }),
  },
  list: { search: [range('diningDate', 'today'), 'mealPeriodId', 'restaurantId'], totals: all() },
  report: { identities: [against('portions', '各订单的份数')] },
});
