/** 菜谱明细 of a contractor: the dishes of the menus its restaurants published, line by line. */
import { choice, choices, date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { allergens } from '../../../people/public.ts';
import { itemStatuses } from '../../menus/menu-flow.ts';

export default page({
  path: '/admin/contractor/report_form/food_menu_detail',
  title: '菜谱明细',
  wide: ['organizationId'],
  menu: ['报表中心', '菜品'],
  order: 3,
  fields: {
    organizationId: ref('单位', 'organization'),
    menuDate: date('日期', { sortable: true }),
    mealName: text('餐次', { columnWidth: 80 }),
    restaurantId: ref('餐厅', 'restaurant'),
    dishName: text('菜品', { columnWidth: 170 }),
    typeName: text('分类', { columnWidth: 90 }),
    priceFen: money('售价'),
    planQty: int('计划份数', { unit: '份' }),
    orderLimit: int('限量', { unit: '份' }),
    limitPerPerson: int('限购', { unit: '份', help: '每人' }),
    costFen: money('成本'),
    allergens: choices('过敏原', allergens),
    cookName: text('厨师', { columnWidth: 90 }),
    status: choice('状态', itemStatuses),
  },
  list: {
    important: [
      'organizationId',
      'menuDate',
      'mealName',
      'dishName',
      'priceFen',
      'planQty',
      'limitPerPerson',
      'status',
    ],
    search: [range('menuDate', 'thisWeek'), 'restaurantId', 'mealName', 'dishName', 'typeName', 'status'],
    totals: ['planQty'],
    row: ['view'],
  },
  report: {
    drill: {
      path: '/admin/contractor/report_form/food_menu_rest_summary',
      search: (row) => ({
        menuDate: [row.menuDate, row.menuDate],
        mealName: row.mealName,
        restaurantId: row.restaurantId,
        dishName: row.dishName,
      }),
      columns: { priceFen: null, orderLimit: null, limitPerPerson: null, costFen: null },
    },
  },
});
