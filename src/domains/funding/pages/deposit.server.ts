/** 现金存款 over the cash documents. */
import { bind } from '../../../kit/server/page/binding.ts';
import { inDepartments } from '../../people/department-sql.ts';
import { personOr } from '../../people/person-search.ts';
import { counterActions } from '../counter/actions.ts';
import { cashDeposit } from '../counter/kinds.ts';
import { deposit as book } from '../deposit.ts';
import deposit from './deposit.page.ts';

export default bind(deposit, {
  list: {
    from: (db) =>
      db
        .selectFrom('cash_deposit as c')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    id: 'c.id',
    columns: {
      depositNo: 'c.deposit_no',
      receiptNo: 'c.receipt_no',
      personId: 'c.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      amountFen: 'c.amount_fen',
      balanceAfterFen: 'c.balance_after_fen',
      operatorName: 'c.operator_name',
      at: 'c.at',
      businessDate: 'c.business_date',
      status: 'c.status',
      remark: 'c.remark',
    },
    names: { personId: 'p.name', departmentId: 'd.name' },
    where: { keyword: personOr('c.deposit_no'), departmentId: inDepartments('p.department_id') },
  },
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    book(ctx, { personId: values.personId!, amountFen: values.amountFen!, remark: values.remark ?? '' }),
  actions: counterActions(cashDeposit, { extra: (row) => [['小票号', String(row.receiptNo)]] }),
});
