/** 账户余额表 of a contractor: balances of the diners of the units that open their accounts to it, now or at the end of a day. */
import { money, text } from '../../../../kit/define/field.ts';
import { againstInScope } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { accountLife, balanceAsked, balanceDrill, besideMain } from '../../sheets/balance-fields.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

export const statementClosing = '对账单期末余额';

const lines = (account?: string): Drill => ({
  path: '/admin/contractor/account_statement/detail',
  search: (row, search) => ({ personId: row.id, account, businessDate: [null, search.asOf ?? null] }),
});

export default page({
  path: '/admin/contractor/account_balance',
  title: '账户余额表',
  menu: ['资金管理', '账户'],
  order: 10,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    ...balanceAsked,
    personName: unitPerson.personName,
    jobNumber: unitPerson.jobNumber,
    departmentName: unitPerson.departmentName,
    typeName: text('人员类别'),
    mainFen: money('主账户余额'),
    ...besideMain,
    totalFen: money('合计'),
    ...accountLife,
  },
  list: {
    columns: except('asOf', 'account'),
    important: ['organizationId', 'personName', 'mainFen', 'subsidyFen', 'giftFen', 'totalFen', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      { key: 'asOf' },
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'departmentName',
      'typeName',
      'account',
      range('totalFen'),
      'status',
    ],
    totals: all(),
  },
  report: { identities: [againstInScope('totalFen', statementClosing)], drill: balanceDrill(lines) },
});
