/** 订餐菜品明细: the lines of orders behind the portions of 菜谱汇总. */
import { choice, date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { portionStates } from '../portion-words.ts';
import foodMenuSummary from './food_menu_summary.page.ts';

export default page({
  of: foodMenuSummary,
  path: 'ordered',
  title: '订餐菜品明细',
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    menuDate: date('就餐日期', { sortable: true }),
    mealName: text('餐次'),
    restaurantId: ref('餐厅', 'restaurant'),
    dishName: text('菜品', { columnWidth: 160 }),
    orderNo: text('订单号', { columnWidth: 190 }),
    qty: int('份数', { unit: '份' }),
    priceFen: money('单价'),
    amountFen: money('金额'),
    state: choice('状态', portionStates),
    remark: text('备注', { columnWidth: 200 }),
    menuItemId: int('菜谱菜品编号', { hidden: true }),
    dishId: int('菜品编号', { hidden: true }),
  },
  list: {
    search: [range('menuDate'), 'mealName', 'restaurantId', 'dishName', 'state', 'menuItemId', 'dishId'],
    totals: ['qty', 'amountFen'],
    row: ['view'],
  },
});
