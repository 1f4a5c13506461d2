/** 菜单管理: names, order, icons and visibility of the three-level menus per kind of account. */
import { bool, choice, int, normalDisabled, ref, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../fields.ts';

export default page({
  title: '菜单管理',
  path: '/admin/system/menu',
  menu: ['系统', '系统'],
  order: 20,
  fields: {
    name: text('名称', { required: true, max: 20, width: 200 }),
    unitType: choice('适用类型', [...unitTypes, { value: 'SYSTEM', label: '超级管理员' }], {
      required: true,
      createOnly: true,
      initial: 'ORGANIZATION',
      width: 200,
    }),
    parentId: ref('上级菜单', '/admin/system/menu', {
      tree: true,
      createOnly: true,
      width: 300,
      help: '不选则为一级菜单',
    }),
    level: choice('级别', [
      { value: '1', label: '一级' },
      { value: '2', label: '二级' },
      { value: '3', label: '三级' },
    ]),
    url: text('地址', { createOnly: true, max: 200, width: 400, help: '三级菜单必填：以 /admin/ 开头的页面地址' }),
    iconCls: text('图标', { max: 30, width: 150, help: '一级菜单的图标名，如 home、team、wallet、setting' }),
    sort: int('排序', { min: 0, max: 99_999_999, width: 100, help: '小的在前；留空用系统默认' }),
    builtIn: bool('系统页面'),
    status: choice('状态', normalDisabled),
  },
  list: {
    columns: except('unitType', 'parentId'),
    search: [{ key: 'unitType', initial: 'ORGANIZATION', required: true }, 'status'],
    treeBy: 'parentId',
    tools: ['create'],
    row: [
      'edit',
      {
        key: 'add_child',
        label: '新增下级',
        open: '/admin/system/menu/form?parentId={id}&unitType={unitType}',
        when: (r) => r.level !== '3',
      },
      ...onOff('确定停用菜单「{name}」？其下的菜单也不再显示', { tone: 'danger' }),
      'remove',
    ],
  },
  form: { sections: [{ fields: ['unitType', 'parentId', 'name', 'url', 'iconCls', 'sort'] }] },
});
