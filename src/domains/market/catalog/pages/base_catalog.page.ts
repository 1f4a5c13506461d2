/** 商超基础分类: the tree of the platform's library of goods, at most four levels. */
import { choice, image, int, normalDisabled, ref, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/supermarket/base_catalog',
  title: '商超基础分类',
  menu: ['商超', '商超'],
  order: 10,
  fields: {
    name: text('名称', { required: true, max: 20 }),
    parentId: ref('上级', 'base_catalog', { width: 300, help: '最多四级；移动分类时其中的商品一起移动' }),
    icon: image('图标', { purpose: 'public' }),
    goodCount: int('商品', { unit: '个' }),
    sort: int('排序', { min: 0, max: 9_999, initial: 0 }),
    status: choice('状态', normalDisabled),
  },
  list: {
    columns: ['name', 'icon', 'goodCount', 'sort', 'status'],
    search: ['name', 'status'],
    sort: 'sort',
    treeBy: 'parentId',
    tools: ['create'],
    drills: {
      goodCount: {
        path: '/admin/platform/supermarket/base_good',
        search: (row) => ({ catalogId: row.id, merged: false }),
      },
    },
    row: ['edit', ...onOff('停用后新增商品不能再选「{name}」，已有商品不受影响，确定停用？'), 'remove'],
  },
  form: { sections: [{ fields: ['name', 'parentId', 'icon', 'sort'] }] },
});
