/** 菜谱管理（V1）: one meal of a restaurant as a list of dishes; the same menus as the week of V2. */
import { bool, choice, choices, date, int, lines, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { allergens } from '../../../people/public.ts';
import { itemStatuses, menuFlow, menuStatuses } from '../menu-flow.ts';

const path = '/admin/organization/food_menu';
const mostItems = 60;

const item = {
  dishId: ref('菜品', 'dish', { required: true }),
  priceFen: money('售价', { initial: 0, max: 1_000_000 }),
  planQty: int('计划份数', { unit: '份', min: 0, max: 100_000, initial: 0 }),
  orderLimit: int('限量', { unit: '份', min: 0, max: 100_000 }),
  limitPerPerson: int('每人限购', { unit: '份', min: 1, max: 99 }),
  cookName: text('厨师', { max: 20 }),
  needSample: bool('须留样', { initial: true }),
};

export const foodMenu = page({
  path,
  aliases: ['/admin/organization/food_menu_v1', '/admin/organization/food_menu/v1'],
  title: '菜谱管理（V1）',
  duties: { withdraw: 'check', careful: 'keep' },
  limited: 'common',
  menu: ['菜谱营养', '菜谱'],
  order: 2,
  fields: {
    menuDate: date('日期', { required: true, createOnly: true, sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true, createOnly: true, width: 200 }),
    restaurantId: ref('餐厅', 'restaurant', { required: true, createOnly: true, width: 300 }),
    items: lines('菜品', item, { unique: ['dishId'], max: mostItems, totals: ['planQty'] }),
    dishCount: int('菜品', { unit: '道' }),
    dishNames: text('菜名', { columnWidth: 320 }),
    planQty: int('计划份数', { unit: '份' }),
    status: choice('状态', menuStatuses),
    makerName: text('编制人'),
    checkerName: text('发布人'),
    publishedAt: time('发布时间', { sortable: false }),
    checkNote: text('撤回原因'),
  },
  list: {
    columns: except('checkNote'),
    important: ['menuDate', 'mealPeriodId', 'restaurantId', 'dishCount', 'dishNames', 'status'],
    search: [range('menuDate'), 'mealPeriodId', 'restaurantId', 'status'],
    row: [
      {
        key: 'edit',
        label: '编辑',
        open: `${path}/form?id={id}`,
        when: (row) => row.status === 'DRAFT' || row.status === 'WITHDRAWN',
      },
      ...menuFlow.buttons,
      { key: 'kitchen', label: '备餐单', open: `${path}/kitchen?id={id}`, when: (row) => row.status !== 'WITHDRAWN' },
      'remove',
    ],
    tools: [
      'create',
      { key: 'week', label: '周菜谱', open: '/admin/organization/food_menu_v2' },
      { key: 'kitchenToday', label: '备餐单', open: `${path}/kitchen` },
    ],
  },
  verbs: { stop: '停售与恢复', limit: '改限量与售价', careful: '查看过敏人员姓名' },
  form: {
    sections: [
      { title: '哪一餐', fields: ['menuDate', 'mealPeriodId', 'restaurantId'] },
      { title: '菜品', fields: ['items'] },
    ],
  },
});

/** Dishes of a menu, in its record: stop-sale, limits. */
export const foodMenuItem = page({
  of: foodMenu,
  by: 'menuId',
  path: 'item',
  title: '菜品',
  fields: {
    menuId: int('菜谱'),
    sort: int('序号'),
    ...item,
    dishName: text('菜品', { columnWidth: 160 }),
    costFen: money('成本'),
    allergens: choices('过敏原', allergens),
    status: choice('状态', itemStatuses),
    menuStatus: choice('菜谱状态', menuStatuses),
  },
  list: {
    columns: [
      'dishName',
      'priceFen',
      'planQty',
      'orderLimit',
      'limitPerPerson',
      'costFen',
      'allergens',
      'cookName',
      'needSample',
      'status',
    ],
    sort: 'sort',
    row: [
      {
        key: 'stop',
        label: '停售',
        tone: 'neutral',
        form: { status: choice('改为', itemStatuses.slice(1), { required: true, initial: 'STOPPED' }) },
        outcome: true,
        when: (row) => row.menuStatus === 'PUBLISHED' && row.status === 'ON',
      },
      { key: 'resume', label: '恢复在售', when: (row) => row.menuStatus === 'PUBLISHED' && row.status !== 'ON' },
      {
        key: 'limit',
        label: '限量与售价',
        form: {
          orderLimit: int('限量', { unit: '份', min: 0, max: 100_000, help: '不填为不限' }),
          priceFen: money('售价', { max: 1_000_000, help: '只能上调，不填为不变' }),
        },
        when: (row) => row.menuStatus === 'PUBLISHED',
      },
    ],
  },
});

export default [foodMenu, foodMenuItem];
