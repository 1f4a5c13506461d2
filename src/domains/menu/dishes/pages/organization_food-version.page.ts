/** 菜品版本 and 用于菜谱: in the record of a dish, its recipes as they stood, and the meals it is or was served at. */
import { bool, choice, date, int, money, ref } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { itemStatuses, menuStatuses } from '../../menus/menu-flow.ts';
import { versionListFields } from '../../recipes/recipe-fields.ts';
import { organizationFood } from './organization_food.page.ts';

export const dishVersion = page({
  of: organizationFood,
  by: 'dishId',
  path: 'version',
  title: '版本',
  limited: 'common',
  fields: {
    ...versionListFields,
    approved: bool('审核', { words: [{ label: '供应中的版本', tone: 'success' }, { label: '—' }] }),
  },
  list: { columns: ['no', 'approved', 'recipeText', 'allergens', 'method', 'madeAt', 'madeName'], sort: '-no' },
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
  list: { search: ['menuStatus'], sort: '-menuDate' },
});

export default [dishVersion, dishServed];
