/**
 * 交易记录 of the platform, 账户流水 of a contractor: every line that moved a balance, in all units or in those that open their
 * diners' accounts. What the money reports across units add up stands here line by line; a reversal names what it undid.
 */
import { choice, date, int, money, text, time } from '../../../../kit/define/field.ts';
import { againstInScope } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { ledgerAccounts, ledgerKinds } from '../../sheets/ledger-words.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

export const movedElsewhere = '每日账户合计收入 − 支出';

export default page({
  title: '交易记录',
  places: [
    { path: '/admin/platform/trade_record', menu: ['交易', '交易'] },
    { path: '/admin/contractor/account_statement/detail', title: '账户流水', menu: null },
  ],
  order: 20,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    entryNo: text('流水号', { columnWidth: 130 }),
    at: time('发生时间', { sortable: true }),
    recordedAt: time('入账时间'),
    businessDate: date('营业日'),
    personName: unitPerson.personName,
    jobNumber: unitPerson.jobNumber,
    personId: unitPerson.personId,
    account: choice('账户', ledgerAccounts, { help: '不选为主账户、补贴、赠送与欠款；现金与渠道只在选择时列出' }),
    kind: choice('类型', ledgerKinds),
    side: choice('方向', [
      { value: 'IN', label: '收入' },
      { value: 'OUT', label: '支出' },
    ]),
    amountFen: money('变动', { help: '进入账户为正，离开为负；现金与渠道收进为正，付出为负' }),
    balanceAfterFen: money('变动后余额'),
    undoneNo: text('冲正的流水', { columnWidth: 130, help: '这一笔退回的是哪一笔' }),
    undoneBy: text('被冲正', { columnWidth: 130, help: '最近一笔退回它的流水' }),
    reversedFen: money('已退回', { help: '整笔交易已退回的金额' }),
    operatorName: text('操作员'),
    reason: text('备注', { columnWidth: 180 }),
    lineOf: int('记账号', { hidden: true }),
  },
  list: {
    columns: except('recordedAt', 'reversedFen'),
    important: ['organizationId', 'at', 'personName', 'account', 'kind', 'amountFen', 'balanceAfterFen', 'undoneNo'],
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'last7Days'),
      'account',
      'kind',
      keyword('姓名/工号/流水号', 'personName', 'jobNumber', 'entryNo'),
      'side',
      'operatorName',
      'personId',
      'lineOf',
    ],
    totals: ['amountFen'],
    drills: {
      undoneNo: {
        path: '/admin/platform/trade_record',
        search: (row) => ({ lineOf: Number(row.undoneNo), businessDate: null }),
      },
      undoneBy: {
        path: '/admin/platform/trade_record',
        search: (row) => ({ lineOf: Number(row.undoneBy), businessDate: null }),
      },
    },
    row: ['view'],
  },
  report: { identities: [againstInScope('amountFen', movedElsewhere)] },
});
