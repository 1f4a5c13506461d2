/** 平台菜品库, as a unit looks at it: published dishes to adopt, and those adopted that say something new. */
import { bool, choice, image, int, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { nutrientFields } from '../../nutrition/nutrients.ts';
import { derivedFields, recipeField, spiciness, versionFields } from '../../recipes/recipe-fields.ts';

const { energy, protein, fat, carbohydrate, sodium } = nutrientFields;
const path = '/admin/organization/platform_food';

const fields = {
  name: text('菜品', { sortable: true, columnWidth: 160 }),
  typeId: ref('分类', 'food_type'),
  image: image('图片'),
  spicy: choice('辣度', spiciness),
  ...versionFields,
  recipe: recipeField('lib_food_stuff'),
  ...derivedFields,
  energy,
  protein,
  fat,
  carbohydrate,
  sodium,
  versionNo: int('版本', { columnWidth: 70 }),
  adopted: bool('已选用', { words: [{ label: '已选用', tone: 'success' }, { label: '未选用' }] }),
  ownName: text('本单位菜名'),
  news: text('变化', { columnWidth: 110 }),
  updatedAt: time('更新时间', { sortable: true }),
};
const detail = [
  'name',
  'typeId',
  'image',
  'spicy',
  'recipe',
  'method',
  'mayContain',
  'allergens',
  'energy',
  'protein',
  'fat',
  'carbohydrate',
  'sodium',
  'versionNo',
  'adopted',
  'ownName',
  'news',
] as const;

const adopt = {
  key: 'adopt',
  label: '选用',
  tone: 'primary',
  batch: true,
  confirm: '选用「{name}」？菜名、配料与图片复制到单位菜品，缺的食材自动建立，提交审核后可用。',
  done: '已选用，可在单位菜品中修改并提交审核',
  when: (row: { adopted?: unknown }) => row.adopted !== true,
  whyNot: () => '已选用',
} as const;

export const platformFood = page({
  path,
  title: '平台菜品库',
  limited: 'common',
  menu: ['菜谱营养', '菜品食材'],
  order: 4,
  fields,
  list: {
    columns: [
      'name',
      'image',
      'typeId',
      'lineCount',
      'energy',
      'protein',
      'fat',
      'carbohydrate',
      'sodium',
      'allergens',
      'versionNo',
      'adopted',
      'news',
      'updatedAt',
    ],
    important: ['name', 'typeId', 'energy', 'adopted', 'news'],
    search: ['name', 'typeId', 'allergens', 'adopted'],
    sort: 'name',
    detail,
    row: [{ key: 'open', label: '查看', open: `${path}/check_form?id={id}` }, adopt],
  },
});

/** 平台菜品查看: one dish of the library, to adopt. */
export const platformFoodCheck = page({
  of: platformFood,
  path: 'check_form',
  title: '平台菜品查看',
  kind: 'detail',
  fields,
  list: { columns: ['name', 'adopted'], detail, row: [adopt] },
});

export default [platformFood, platformFoodCheck];
