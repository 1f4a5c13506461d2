/** 食材分类: which class of a meal a food-stuff's grams count to, how long it keeps, whether it is tested for residues. */
import { bool, choice, int, normalDisabled, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { all, keyword, page } from '../../../../kit/define/page.ts';
import { foodClasses } from '../../nutrition/food-classes.ts';

export default page({
  path: '/admin/platform/food_stuff_type',
  title: '食材分类',
  menu: ['菜品库', '菜品库'],
  order: 4,
  fields: {
    name: text('名称', { required: true, max: 30 }),
    code: text('编码', {
      required: true,
      max: 10,
      sortable: true,
      width: 150,
      pattern: { source: '^[0-9A-Za-z]+$', message: '只能是字母和数字' },
    }),
    foodClass: choice('膳食类别', foodClasses, { required: true, width: 200, help: '该类食材的克数计入哪一类' }),
    shelfDays: int('保质天数', { unit: '天', min: 1, max: 3650 }),
    needTest: bool('需农残检测', { initial: false }),
    stuffCount: int('食材', { unit: '种' }),
    sort: int('排序', { min: 0, max: 9999, initial: 0, width: 100 }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: all(),
    search: [keyword('名称/编码', 'name', 'code'), 'foodClass', 'needTest', 'status'],
    sort: 'code',
    row: ['edit', ...onOff('停用后新增食材不能再选「{name}」，已有食材不受影响，确定停用？'), 'remove'],
    tools: ['create'],
    drills: { stuffCount: { path: '/admin/platform/food_stuff', search: (row) => ({ typeId: [row.id], rare: null }) } },
  },
  form: { sections: [{ fields: ['name', 'code', 'foodClass', 'shelfDays', 'needTest', 'sort'] }] },
});
