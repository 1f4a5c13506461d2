/** 平台菜品版本: in the record of a library dish, its recipes as units took them up. */
import { bool } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { versionListFields } from '../../recipes/recipe-fields.ts';
import food from './food.page.ts';

export default page({
  of: food,
  by: 'dishId',
  path: 'version',
  title: '版本',
  fields: {
    ...versionListFields,
    current: bool('状态', { words: [{ label: '当前版本', tone: 'success' }, { label: '—' }] }),
  },
  list: { columns: ['no', 'current', 'recipeText', 'allergens', 'method', 'madeAt', 'madeName'], sort: '-no' },
});
