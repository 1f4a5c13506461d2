/**
 * 交易记录 of the platform, 账户流水 of a contractor: every line that moved a balance, in all units or in those that open their
 * diners' accounts. What the money reports across units add up stands here line by line; a reversal names what it undid.
 */
import { int, money, text } from '../../../../kit/define/field.ts';
import { againstInScope } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { lineAmounts, lineTimes } from '../../sheets/ledger-fields.ts';
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
    ...lineTimes,
    personName: unitPerson.personName,
    jobNumber: unitPerson.jobNumber,
    personId: unitPerson.personId,
    ...lineAmounts,
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
