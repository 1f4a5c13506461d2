/** 菜品分类: classes of dishes in two levels; some of them schools may not serve. */
import { choice, int, normalDisabled, ref, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { dishRisks } from '../bans.ts';

export default page({
  path: '/admin/platform/food_type',
  title: '菜品分类',
  menu: ['菜品库', '菜品库'],
  order: 3,
  fields: {
    name: text('名称', { required: true, max: 20 }),
    parentId: ref('上级', 'food_type', { width: 200, help: '最多两级' }),
    risk: choice('限制', dishRisks, { width: 200, help: '学校按规定不得供应的一类' }),
    dishCount: int('平台菜品', { unit: '道' }),
    unitDishCount: int('单位菜品', { unit: '道' }),
    sort: int('排序', { min: 0, max: 9999, initial: 0, width: 100, help: '小的在前' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: except('parentId'),
    search: ['name', 'risk', 'status'],
    sort: 'sort',
    treeBy: 'parentId',
    row: ['edit', ...onOff('停用后新增菜品不能再选「{name}」，已有菜品不受影响，确定停用？'), 'remove'],
    tools: ['create'],
    drills: { dishCount: { path: '/admin/platform/food', search: (row) => ({ typeId: [row.id] }) } },
  },
  form: { sections: [{ fields: ['name', 'parentId', 'risk', 'sort'] }] },
});
