/** 菜谱统计: frequency, repetition and nutrition of dishes over weeks of menus. */
import { date, decimal, int, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { nutrientFields } from '../../nutrition/nutrients.ts';

const { energy, protein, sodium } = nutrientFields;

export default page({
  path: '/admin/organization/food_menu_statistics',
  aliases: ['/admin/organization/food_menu/statistics'],
  title: '菜谱统计',
  limited: 'common',
  menu: ['菜谱营养', '菜谱'],
  order: 4,
  fields: {
    dishName: text('菜品', { columnWidth: 160 }),
    typeName: text('分类'),
    menuDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    times: int('出现次数', { unit: '次' }),
    lastDate: date('上次日期'),
    averageQty: int('平均份数', { unit: '份' }),
    score: decimal('平均评分', { digits: 1, unit: '分' }),
    repeatCount: int('重复预警', { unit: '次', alarm: true }),
    repeatText: text('重复日期', { columnWidth: 240 }),
    energy,
    protein,
    sodium,
  },
  report: {},
  list: {
    columns: except('menuDate', 'mealPeriodId', 'restaurantId'),
    important: ['dishName', 'typeName', 'times', 'lastDate', 'repeatCount'],
    search: [range('menuDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'],
    sort: '-times',
    totals: ['times'],
  },
});
