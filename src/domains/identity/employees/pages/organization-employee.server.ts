/** Server side of an organization's 员工管理. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentNames, employeeNames, employeeRows, restaurantNames } from '../employee-columns.ts';
import { employeeVerbs } from '../employee-verbs.ts';
import employee from './organization-employee.page.ts';

export default bind(employee, {
  list: over(employee, 'employee as e', {
    ...employeeRows,
    names: { ...employeeNames, restaurantIds: restaurantNames, departmentIds: departmentNames },
  }),
  ...employeeVerbs(employee),
});
