/** 员工管理 of platform and agents: who works there, under which roles. */
import { page } from '../../../../kit/define/page.ts';
import { employeeFields, employeeList } from '../employee-fields.ts';

export default page({
  title: '员工管理',
  limited: 'common',
  places: [
    { path: '/admin/agent/employee', menu: ['账号权限', '账号权限'] },
    { path: '/admin/platform/employee', title: '平台员工', menu: ['系统', '系统'] },
  ],
  order: 20,
  fields: employeeFields,
  list: {
    ...employeeList,
    columns: [
      'name',
      'phone',
      'jobTitle',
      'roleIds',
      'dataScope',
      'hiredAt',
      'leftAt',
      'status',
      'invitedUntil',
      'lastLoginAt',
      'createdAt',
    ],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'phone', 'loginName', 'jobTitle', 'hiredAt', 'leftAt'] },
      { title: '权限', fields: ['roleIds'] },
    ],
  },
});
