/** What every 员工管理 does beside its rows. */

import type { Fields } from '../../../kit/define/field.ts';
import { anyPage, type PageSpec } from '../../../kit/define/page.ts';
import { changeEmployee, employeeActions, hireEmployee } from './employee-commands.ts';
import { memberOptions } from './member-options.ts';

export function employeeVerbs<F extends Fields>(page: PageSpec<F>) {
  const { fields } = anyPage(page);
  return {
    create: hireEmployee(fields),
    update: changeEmployee(fields),
    options: memberOptions('employee'),
    actions: employeeActions,
  };
}
