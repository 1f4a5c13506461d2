/** 单位菜品: dishes with price, recipe and allergens; each version of a recipe is approved by somebody else before it is served. */
import { choice, choices, decimal, image, int, money, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { nutrientFields } from '../../nutrition/nutrients.ts';
import { cookings } from '../../nutrition/retention.ts';
import { derivedFields, recipeField, recipeText, spiciness, versionFields } from '../../recipes/recipe-fields.ts';
import { dishFlow, dishStatuses, priceModes, shelves } from '../dish-flow.ts';
import { takeable } from '../takeable.ts';

const path = '/admin/organization/organization_food';
const { energy, protein, fat, carbohydrate, sodium, calcium, iron } = nutrientFields;

const fields = {
  name: text('菜品', { required: true, max: 40, sortable: true, columnWidth: 160, aliases: ['菜名', '菜品名称'] }),
  typeId: ref('分类', 'food_type', { required: true, width: 200, aliases: ['菜品分类'] }),
  image: image('图片'),
  priceFen: money('售价', { max: 1_000_000, help: '菜谱里可另定', aliases: ['价格', '单价'] }),
  priceMode: choice('计价', priceModes, { required: true, initial: 'PORTION' }),
  mealPeriodIds: refs('适用餐次', 'meal_period', { width: 300, none: '全部餐次', help: '不选为全部餐次' }),
  spicy: choice('辣度', spiciness, { initial: '0', width: 150 }),
  cooking: choice('烹调方法', cookings, { width: 200, help: '登记了保留率的，营养按它扣去烹调损失' }),
  cooked: choice('烹调方法是否已填', [
    { value: 'YES', label: '已填' },
    { value: 'NO', label: '没有填' },
  ]),
  cookingText: text('烹调损失'),
  ...versionFields,
  recipe: recipeField('food_stuff'),
  // Only imports know it: the recipe in one cell.
  recipeText,
  foodStuffId: ref('含食材', 'food_stuff'),
  ...derivedFields,
  energy,
  protein,
  fat,
  carbohydrate,
  sodium,
  calcium,
  iron,
  doubtful: text('营养数据'),
  costFen: money('成本', { help: '按今天的单价' }),
  costText: text('成本', { columnWidth: 170 }),
  score: decimal('评分', { digits: 1, unit: '分', help: '全部评价的平均，1 至 5 分' }),
  ratings: int('评价', { unit: '条' }),
  versionNo: int('版本', { columnWidth: 70 }),
  libDishId: ref('平台菜品', 'lib_dish'),
  libNews: text('库中变化', { columnWidth: 120 }),
  shelf: choice('上架', shelves),
  status: choice('审核', dishStatuses),
  makerName: text('提交人'),
  checkerName: text('审核人'),
  checkedAt: time('审核时间'),
  checkNote: text('审核意见'),
  updatedAt: time('修改时间', { sortable: true }),
};

const detail = [
  'name',
  'typeId',
  'image',
  'priceFen',
  'priceMode',
  'mealPeriodIds',
  'spicy',
  'recipe',
  'cooking',
  'cookingText',
  'method',
  'mayContain',
  'allergens',
  'declared',
  'energy',
  'protein',
  'fat',
  'carbohydrate',
  'sodium',
  'calcium',
  'iron',
  'doubtful',
  'costText',
  'score',
  'ratings',
  'versionNo',
  'libDishId',
  'libNews',
  'shelf',
  'status',
  'makerName',
  'checkerName',
  'checkedAt',
  'checkNote',
  'updatedAt',
] as const;

export const organizationFood = page({
  path,
  title: '单位菜品',
  duties: { difference: 'look' },
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 1,
  fields,
  list: {
    columns: [
      'name',
      'image',
      'typeId',
      'priceFen',
      'costText',
      'score',
      'lineCount',
      'energy',
      'protein',
      'sodium',
      'allergens',
      'declared',
      'versionNo',
      'libNews',
      'shelf',
      'status',
      'makerName',
      'updatedAt',
    ],
    important: ['name', 'priceFen', 'costText', 'score', 'energy', 'shelf', 'status'],
    search: [
      'name',
      'typeId',
      'status',
      'shelf',
      'foodStuffId',
      'allergens',
      'declared',
      'cooking',
      'cooked',
      keyword('提交人', 'makerName'),
    ],
    detail,
    row: [
      'edit',
      ...dishFlow.buttons,
      { key: 'check', label: '审核页', open: `${path}/check_form?id={id}`, when: (row) => row.status === 'PENDING' },
      {
        key: 'takeOff',
        label: '下架',
        batch: true,
        confirm: '下架后不能再安排进新发布的菜谱，确定下架「{name}」？',
        when: (row) => row.shelf === 'ON',
      },
      { key: 'putOn', label: '上架', batch: true, when: (row) => row.shelf === 'OFF' },
      {
        key: 'takeNews',
        label: '库有新版',
        form: {
          keys: choices('采用库中的', takeable, {
            help: '没有勾选的保留自己的内容；配料、做法或可能含有改变后须重新审核',
          }),
        },
        outcome: true,
        when: (row) => (row.libNews ?? '').startsWith('库有新版'),
      },
      'remove',
    ],
    tools: ['create', { key: 'library', label: '从平台库选用', open: '/admin/organization/platform_food' }],
    notice: true,
  },
  verbs: { difference: '比较版本' },
  form: {
    sections: [
      {
        title: '菜品',
        fields: ['name', 'typeId', 'priceFen', 'priceMode', 'mealPeriodIds', 'cooking', 'spicy', 'image'],
      },
      { title: '一份的配料', fields: ['recipe', 'mayContain'] },
      { title: '做法', fields: ['method'] },
    ],
  },
  import: {
    fields: ['name', 'typeId', 'priceFen', 'recipeText', 'cooking', 'method'],
    unique: ['name'],
    second: {
      by: 'name',
      into: 'recipeText',
      parts: [
        ['食材', '原料', '配料', '食材名称'],
        ['克数', '用量', '净重', '每份用量', '重量'],
      ],
    },
    help: '配料写在一格里，或另放在第二张工作表（菜品、食材、克数三列，一行一种）；单位没有的食材自动建立，平台库认得的关联平台库，认不得的营养按未知处理',
  },
});

/** 菜品查看/审核: one dish with what changed since it was last approved. */
export const dishCheck = page({
  of: organizationFood,
  path: 'check_form',
  title: '菜品查看/审核',
  kind: 'detail',
  fields,
  list: { columns: ['name', 'status'], detail, row: dishFlow.buttons },
  verbs: { difference: '比较版本' },
});

export default [organizationFood, dishCheck];
