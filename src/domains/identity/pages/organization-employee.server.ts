/** Server side of an organization's 员工管理. */
import { anyPage } from '../../../kit/define/page.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { departmentNames, employeeColumns, employeeFrom, employeeNames, restaurantNames } from '../employee-columns.ts';
import { changeEmployee, employeeActions, hireEmployee } from '../employee-commands.ts';
import { memberOptions } from '../member-options.ts';
import employee from './organization-employee.page.ts';

const { fields } = anyPage(employee);

export default bind(employee, {
  list: {
    ...employeeFrom,
    columns: {
      ...employeeColumns,
      restaurantIds: 'e.restaurant_ids',
      departmentIds: 'e.department_ids',
      cashDrawer: 'e.cash_drawer',
    },
    names: { ...employeeNames, restaurantIds: restaurantNames, departmentIds: departmentNames },
  },
  create: hireEmployee(fields),
  update: changeEmployee(fields),
  options: memberOptions('employee'),
  actions: employeeActions,
});
