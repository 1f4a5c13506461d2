/** 账户流水: every line that moved a balance. What the money reports add up stands here line by line. */
import { choice, date, money, ref, text, time } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { ledgerAccounts, ledgerKinds, ledgerPath } from '../ledger-words.ts';

export default page({
  path: ledgerPath,
  title: '账户流水',
  menu: ['资金账户', '账户对账'],
  order: 200,
  fields: {
    entryNo: text('流水号', { columnWidth: 130 }),
    at: time('发生时间', { sortable: true }),
    recordedAt: time('入账时间'),
    businessDate: date('营业日'),
    personId: ref('人员', 'person'),
    personName: text('姓名'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department'),
    account: choice('账户', ledgerAccounts, { help: '不选为主账户、补贴、赠送与欠款；现金与渠道只在选择时列出' }),
    kind: choice('类型', ledgerKinds),
    side: choice('方向', [
      { value: 'IN', label: '收入' },
      { value: 'OUT', label: '支出' },
    ]),
    amountFen: money('变动', { help: '进入账户为正，离开为负；现金与渠道收进为正，付出为负' }),
    balanceAfterFen: money('变动后余额'),
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
