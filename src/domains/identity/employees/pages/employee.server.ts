/** Server side of 平台员工 and the agents' 员工管理. */
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import {
  deriveInvitation,
  employeeColumns,
  employeeNames,
  employeeVersion,
  invitationStatus,
} from '../employee-columns.ts';
import { changeEmployee, employeeActions, hireEmployee } from '../employee-commands.ts';
import { ownMembers } from '../member-list.ts';
import { memberOptions } from '../member-options.ts';
import employee from './employee.page.ts';

const { fields } = anyPage(employee);

export default bind(employee, {
  list: over(employee, 'employee as e', {
    from: ownMembers,
    version: employeeVersion,
    columns: employeeColumns,
    derive: deriveInvitation,
    where: { status: invitationStatus },
    names: employeeNames,
  }),
  create: hireEmployee(fields),
  update: changeEmployee(fields),
  options: memberOptions('employee'),
  actions: employeeActions,
});
