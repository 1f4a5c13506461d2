/** 账户流水: every line that moved a balance. What the money reports add up stands here line by line. */
import { ref, text } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { lineAmounts, lineTimes } from '../ledger-fields.ts';
import { ledgerPath } from '../ledger-words.ts';

export default page({
  path: ledgerPath,
  title: '账户流水',
  menu: ['资金账户', '账户对账'],
  order: 200,
  fields: {
    ...lineTimes,
    personId: ref('人员', 'person'),
    personName: text('姓名'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department'),
    ...lineAmounts,
    operatorId: ref('操作员', '/admin/organization/account'),
    operatorName: text('操作员姓名'),
    reason: text('备注', { columnWidth: 180 }),
  },
  list: {
    columns: [
      'at',
      'personName',
      'departmentId',
      'account',
      'kind',
      'amountFen',
      'balanceAfterFen',
      'businessDate',
      'recordedAt',
      'operatorId',
      'reason',
      'entryNo',
    ],
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'today'),
      'account',
      'kind',
      keyword('姓名/工号/流水号', 'personName', 'jobNumber', 'entryNo'),
      'departmentId',
      'personId',
      'side',
      'operatorId',
      'operatorName',
      range('recordedAt'),
    ],
    totals: ['amountFen'],
  },
  report: { identities: [against('amountFen', '对账单收入 − 支出')] },
});
