/** 角色管理 of the four areas: which menus and buttons, over which data. */
import { keyword, page } from '../../../../kit/define/page.ts';
import { newsButtons } from '../news-buttons.ts';
import { roleFields } from '../role-fields.ts';

export default page({
  title: '角色管理',
  limited: 'common',
  places: [
    { path: '/admin/organization/role', menu: ['系统设置', '账号权限'] },
    { path: '/admin/contractor/role', menu: ['经营管理', '账号权限'] },
    { path: '/admin/agent/role', menu: ['账号权限', '账号权限'] },
    { path: '/admin/platform/role', menu: ['系统', '系统'] },
  ],
  order: 30,
  fields: roleFields,
  list: {
    columns: ['name', 'dataScope', 'grantCount', 'news', 'memberCount', 'remark', 'isOwner', 'status', 'updatedAt'],
    search: [keyword('名称', 'name'), 'dataScope', 'status'],
    sort: 'name',
    notice: true,
    tools: ['create'],
    row: [
      'edit',
      ...newsButtons,
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        confirm: '确定停用「{name}」？{memberCount} 人将失去它带来的权限',
        when: (r) => r.status === 'NORMAL' && r.isOwner !== true,
        whyNot: (r) => (r.isOwner === true ? '内置角色不能停用' : undefined),
      },
      { key: 'enable', label: '启用', when: (r) => r.status === 'DISABLED' },
      'remove',
    ],
  },
  form: { sections: [{ fields: ['name', 'dataScope', 'remark', 'grants', 'templateId'] }] },
});
