/** 订餐份量统计: portions per dish of a meal, the kitchen's sheet. */
import { date, int, longText, ref, text } from '../../../../kit/define/field.ts';
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
  list: {
    search: [range('diningDate', 'today'), 'mealPeriodId', 'restaurantId'],
    totals: all(),
    notice: true,
    tools: [
      { key: 'kitchen', label: '备餐单', open: '/admin/organization/food_menu/kitchen' },
      {
        key: 'short',
        label: '缺菜处理',
        tone: 'danger',
        form: {
          menuItemId: ref('缺的菜', 'menu_item', { required: true, help: '已发布菜谱里今天起的菜品' }),
          substituteId: ref('换成', 'menu_item', {
            within: { besideId: 'menuItemId' },
            help: '同一餐里不更贵的菜，差价退回；留空则退掉这道菜',
          }),
          reason: longText('原因', { max: 60, placeholder: '如：到货不足' }),
        },
        confirm: '停售这道菜，并处理已经订了它的订单？',
        outcome: true,
        shows: 'receipt',
      },
    ],
  },
  report: { identities: [against('portions', '各订单的份数')] },
});
