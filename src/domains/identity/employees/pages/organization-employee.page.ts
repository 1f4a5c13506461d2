/** 员工管理 of an organization: finance, canteen managers, food-safety officers; their restaurants and departments. */
import { refs } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { cashDrawer, employeeFields, employeeList } from '../employee-fields.ts';

export default page({
  title: '员工管理',
  limited: 'common',
  path: '/admin/organization/employee',
  menu: ['系统设置', '账号权限'],
  order: 20,
  fields: {
    ...employeeFields,
    restaurantIds: refs('管辖餐厅', 'restaurant', {
      width: 400,
      help: '角色的数据范围为“所管餐厅”时，只能看到这些餐厅',
    }),
    departmentIds: refs('管辖部门', 'department', {
      width: 400,
      help: '角色的数据范围为“所管部门”时，只能看到这些部门及其下级',
    }),
    cashDrawer,
  },
  list: {
    ...employeeList,
    columns: [
      'name',
      'phone',
      'jobTitle',
      'roleIds',
      'dataScope',
      'restaurantIds',
      'departmentIds',
      'cashDrawer',
      'hiredAt',
      'leftAt',
      'status',
      'invitedUntil',
      'lastLoginAt',
    ],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'phone', 'loginName', 'jobTitle', 'hiredAt', 'leftAt'] },
      { title: '权限', fields: ['roleIds', 'restaurantIds', 'departmentIds', 'cashDrawer'] },
    ],
  },
});
