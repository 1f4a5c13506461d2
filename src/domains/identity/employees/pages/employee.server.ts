/** Server side of 平台员工 and the agents' 员工管理. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { employeeNames, employeeRows } from '../employee-columns.ts';
import { employeeVerbs } from '../employee-verbs.ts';
import employee from './employee.page.ts';

export default bind(employee, {
  list: over(employee, 'employee as e', { ...employeeRows, names: employeeNames }),
  ...employeeVerbs(employee),
});
