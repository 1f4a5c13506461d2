/** 账户余额表 of a contractor: balances of the diners of the units that open their accounts to it, now or at the end of a day. */
import { choice, date, int, money, text, time } from '../../../../kit/define/field.ts';
import { againstInScope } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { purseAccounts } from '../../sheets/account-words.ts';
import { purseStates } from '../../sheets/pages/account-balance.page.ts';
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
    asOf: date('截止日期'),
    account: choice('账户', purseAccounts, { help: '只列该账户有余额或欠款的人员' }),
    personName: unitPerson.personName,
    jobNumber: unitPerson.jobNumber,
    departmentName: unitPerson.departmentName,
    typeName: text('人员类别'),
    mainFen: money('主账户余额'),
    subsidyFen: money('补贴余额'),
    giftFen: money('赠送余额'),
    mealCount: int('剩余次数', { unit: '次' }),
    arrearsFen: money('欠款'),
    heldFen: money('冻结'),
    totalFen: money('合计'),
    status: choice('账户状态', purseStates),
    lastAt: time('最后交易'),
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
  report: {
    identities: [againstInScope('totalFen', statementClosing)],
    drill: {
      ...lines(),
      columns: {
        mainFen: lines('wallet:MAIN'),
        subsidyFen: lines('wallet:SUBSIDY'),
        giftFen: lines('wallet:GIFT'),
        arrearsFen: lines('wallet:ARREARS'),
        // Meals are no money; what is held has not moved.
        mealCount: null,
        heldFen: null,
      },
    },
  },
});
