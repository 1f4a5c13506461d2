/** Server side of 平台员工 and the agents' 员工管理. */
import { anyPage } from '../../../kit/define/page.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { employeeColumns, employeeFrom, employeeNames } from '../employee-columns.ts';
import { changeEmployee, employeeActions, hireEmployee } from '../employee-commands.ts';
import { memberOptions } from '../member-options.ts';
import employee from './employee.page.ts';

const { fields } = anyPage(employee);

export default bind(employee, {
  list: { ...employeeFrom, columns: employeeColumns, names: employeeNames },
  create: hireEmployee(fields),
  update: changeEmployee(fields),
  options: memberOptions('employee'),
  actions: employeeActions,
});
