/** Server side of a contractor's 员工管理. */
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import {
  deriveInvitation,
  employeeColumns,
  employeeNames,
  employeeVersion,
  invitationStatus,
  restaurantNames,
} from '../employee-columns.ts';
import { changeEmployee, employeeActions, hireEmployee } from '../employee-commands.ts';
import { ownMembers } from '../member-list.ts';
import { memberOptions } from '../member-options.ts';
import employee from './contractor-employee.page.ts';

const { fields } = anyPage(employee);

export default bind(employee, {
  list: over(employee, 'employee as e', {
    from: ownMembers,
    version: employeeVersion,
    columns: employeeColumns,
    derive: deriveInvitation,
    where: { status: invitationStatus },
    names: { ...employeeNames, restaurantIds: restaurantNames },
  }),
  create: hireEmployee(fields),
  update: changeEmployee(fields),
  options: memberOptions('employee'),
  actions: employeeActions,
});
