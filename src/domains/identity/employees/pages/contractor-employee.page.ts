/** 员工管理 of a contractor: managers, cashiers and cooks, with the restaurants they look after. */
import { refs } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { cashDrawer, employeeFields, employeeList } from '../employee-fields.ts';

export default page({
  title: '员工管理',
  limited: 'common',
  path: '/admin/contractor/employee',
  menu: ['经营管理', '账号权限'],
  order: 20,
  fields: {
    ...employeeFields,
    restaurantIds: refs('管辖餐厅', 'restaurant', {
      width: 400,
      help: '角色的数据范围为“所管餐厅”时，只能看到这些餐厅',
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
      { title: '权限', fields: ['roleIds', 'restaurantIds', 'cashDrawer'] },
    ],
  },
});
