/** 取款明细 over the cash-out documents. */
import { bind } from '../../../kit/server/page/binding.ts';
import { inDepartments } from '../../people/department-sql.ts';
import { personOr } from '../../people/person-search.ts';
import { cashOut } from '../cash-out.ts';
import { counterActions } from '../counter/actions.ts';
import { cashPaidOut } from '../counter/kinds.ts';
import spec from './cash_out_detail.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('cash_out as c')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    id: 'c.id',
    columns: {
      cashOutNo: 'c.cash_out_no',
      at: 'c.at',
      personId: 'c.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      amountFen: 'c.amount_fen',
      reason: 'c.reason',
      operatorName: 'c.operator_name',
      balanceAfterFen: 'c.balance_after_fen',
      businessDate: 'c.business_date',
      status: 'c.status',
      remark: 'c.remark',
    },
    names: { personId: 'p.name', departmentId: 'd.name' },
    where: { keyword: personOr('c.cash_out_no'), departmentId: inDepartments('p.department_id') },
  },
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    cashOut(ctx, {
      personId: values.personId!,
      amountFen: values.amountFen!,
      reason: values.reason!,
      remark: values.remark ?? '',
    }),
  actions: counterActions(cashPaidOut),
});
