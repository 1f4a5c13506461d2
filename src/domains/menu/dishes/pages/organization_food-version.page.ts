/** 菜品版本 and 用于菜谱: in the record of a dish, its recipes as they stood, and the meals it is or was served at. */
import { bool, choice, choices, date, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { allergens } from '../../../people/public.ts';
import { itemStatuses, menuStatuses } from '../../menus/menu-flow.ts';
import { organizationFood } from './organization_food.page.ts';

export const dishVersion = page({
  of: organizationFood,
  by: 'dishId',
  path: 'version',
  title: '版本',
  limited: 'common',
  fields: {
    dishId: int('菜品'),
    no: int('版本', { columnWidth: 70 }),
    approved: bool('审核', { words: [{ label: '供应中的版本', tone: 'success' }, { label: '—' }] }),
    recipeText: longText('配料', { columnWidth: 360 }),
    allergens: choices('可能含有', allergens),
    method: longText('做法', { columnWidth: 240 }),
    madeAt: time('修改时间'),
    madeName: text('修改人'),
  },
  list: { columns: except('dishId'), sort: '-no' },
});

export const dishServed = page({
  of: organizationFood,
  by: 'dishId',
  path: 'served',
  title: '用于菜谱',
  limited: 'common',
  fields: {
    dishId: int('菜品'),
    menuDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    menuStatus: choice('菜谱', menuStatuses),
    versionNo: int('版本', { columnWidth: 70 }),
    priceFen: money('售价'),
    costFen: money('成本', { help: '发布时留存' }),
    planQty: int('计划份数', { unit: '份' }),
    status: choice('状态', itemStatuses),
  },
  list: { columns: except('dishId'), search: ['menuStatus'], sort: '-menuDate' },
});

export default [dishVersion, dishServed];
