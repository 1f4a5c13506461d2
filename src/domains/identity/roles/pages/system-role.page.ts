/** 角色模板: ready-made roles each kind of unit may start from. */
import { choice } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../fields.ts';
import { newsButtons } from '../news-buttons.ts';
import { roleFields } from '../role-fields.ts';

export default page({
  title: '角色管理',
  path: '/admin/system/role',
  menu: ['系统', '系统'],
  order: 30,
  fields: {
    unitType: choice('适用类型', unitTypes, { required: true, createOnly: true, initial: 'ORGANIZATION', width: 400 }),
    ...roleFields,
  },
  list: {
    columns: ['name', 'unitType', 'dataScope', 'grantCount', 'news', 'remark', 'status', 'updatedAt'],
    search: [keyword('名称', 'name'), 'unitType', 'status'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', ...newsButtons, ...onOff('确定停用模板「{name}」？', { tone: 'danger' }), 'remove'],
  },
  form: { sections: [{ fields: ['unitType', 'name', 'dataScope', 'remark', 'grants'] }] },
});
