/** Server side of 预算汇总. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { departmentWithin } from '../../people/department-sql.ts';
import { budgetColumns, budgetNames, budgetRow, budgetsFrom } from '../budget.ts';
import spec from './budget_summary.page.ts';

const crud = tableCrud(spec, {
  table: 'subsidy_budget',
  nameField: 'month',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
  unique: { subsidy_budget_once: 'month' },
});

export default bind(spec, {
  ...crud,
  create: (ctx, values) => crud.create(ctx, { ...values, remark: values.remark ?? '' }),
  update: (ctx, id, values, before) =>
    crud.update(ctx, id, values.remark === null ? { ...values, remark: '' } : values, before),
  list: {
    from: budgetsFrom,
    id: 'u.id',
    version: 'u.version',
    columns: budgetColumns,
    names: budgetNames,
    where: { departmentId: (value) => departmentWithin('u.organization_id', 'u.department_id', value) },
    derive: budgetRow,
    check: async (_ctx, _search, { sums }) => {
      if (!sums) return null;
      const { budgetFen = 0, usedFen = 0, remainingFen = 0 } = sums;
      return {
        ok: remainingFen === budgetFen - usedFen,
        text: `剩余 ${formatFenGrouped(remainingFen)} = 预算 ${formatFenGrouped(budgetFen)} − 已用 ${formatFenGrouped(usedFen)}`,
      };
    },
  },
});
