/** 窗口点餐明细: the lines of tills that sell by dish, behind the portions of 菜谱汇总. */
import { bool, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import foodMenuSummary from './food_menu_summary.page.ts';

export default page({
  of: foodMenuSummary,
  path: 'sold',
  title: '窗口点餐明细',
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    occurredAt: time('时间'),
    menuDate: date('营业日期'),
    mealName: text('餐次'),
    restaurantId: ref('餐厅', 'restaurant'),
    dishName: text('菜品', { columnWidth: 160 }),
    quantity: int('售出', { unit: '份' }),
    returnedQty: int('退回', { unit: '份', help: '交易全额退回的份数' }),
    qty: int('净份数', { unit: '份' }),
    unitPriceFen: money('单价'),
    amountFen: money('金额'),
    netFen: money('净额', { help: '减去退回的部分' }),
    tradeNo: text('交易号', { columnWidth: 140 }),
    onMenu: bool('在菜谱上'),
    menuItemId: int('菜谱菜品编号', { hidden: true }),
    dishId: int('菜品编号', { hidden: true }),
  },
  list: {
    search: [range('menuDate', 'last7Days'), 'mealName', 'restaurantId', 'dishName', 'onMenu', 'menuItemId', 'dishId'],
    totals: ['quantity', 'returnedQty', 'qty', 'amountFen', 'netFen'],
    row: ['view'],
  },
});
