/** 平台菜品库: dishes with recipes that units adopt; a change of a published one is a new version. */
import { choice, image, int, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { nutrientFields } from '../../nutrition/nutrients.ts';
import { derivedFields, recipeField, recipeText, spiciness, versionFields } from '../../recipes/recipe-fields.ts';
import { libDishFlow, libDishStatuses } from '../dish-flow.ts';

const { energy, protein, fat, carbohydrate, sodium } = nutrientFields;

export default page({
  path: '/admin/platform/food',
  title: '平台菜品库',
  menu: ['菜品库', '菜品库'],
  order: 1,
  fields: {
    name: text('菜品', { required: true, max: 40, sortable: true, columnWidth: 160 }),
    typeId: ref('分类', 'food_type', { required: true, width: 200, aliases: ['菜品分类'] }),
    image: image('图片'),
    spicy: choice('辣度', spiciness, { initial: '0', width: 150 }),
    ...versionFields,
    recipe: recipeField('lib_food_stuff'),
    // Only imports know it: the recipe in one cell.
    recipeText,
    ...derivedFields,
    energy,
    protein,
    fat,
    carbohydrate,
    sodium,
    versionNo: int('版本', { columnWidth: 70 }),
    adopted: int('被选用', { unit: '个单位' }),
    status: choice('状态', libDishStatuses),
    updatedAt: time('修改时间', { sortable: true }),
  },
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
      'declared',
      'versionNo',
      'adopted',
      'status',
      'updatedAt',
    ],
    important: ['name', 'energy', 'protein', 'adopted', 'status'],
    search: ['name', 'typeId', 'allergens', 'declared', 'status'],
    detail: [
      'name',
      'typeId',
      'image',
      'spicy',
      'method',
      'recipe',
      'mayContain',
      'allergens',
      'declared',
      'energy',
      'protein',
      'fat',
      'carbohydrate',
      'sodium',
      'versionNo',
      'adopted',
      'status',
      'updatedAt',
    ],
    row: ['edit', ...libDishFlow.buttons, 'remove'],
    tools: ['create'],
  },
  form: {
    sections: [
      { title: '菜品', fields: ['name', 'typeId', 'spicy', 'image'] },
      { title: '一份的配料', fields: ['recipe', 'mayContain'] },
      { title: '做法', fields: ['method'] },
    ],
  },
  import: {
    fields: ['name', 'typeId', 'recipeText', 'method'],
    unique: ['name'],
    help: '配料写在一格里，食材按库中的名称、别名或编码；库里没有的先到平台食材库新增',
  },
});
