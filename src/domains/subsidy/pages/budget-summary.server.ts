/** Server side of 预算汇总. */

import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { over } from '../../../kit/server/page/over.ts';
import { budgetColumns, budgetRow } from '../budget.ts';
import spec from './budget-summary.page.ts';

const crud = tableCrud(spec, {
  table: 'subsidy_budget',
  nameField: 'month',
  blank: { remark: '' },
  unique: { subsidy_budget_once: 'month' },
});

export default bind(spec, {
  ...crud,
  list: over(spec, 'subsidy_budget as u', {
    none: { departmentId: '全单位' },
    columns: budgetColumns,
    derive: budgetRow,
  }),
});
