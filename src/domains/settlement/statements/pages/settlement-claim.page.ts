/** 线下付款: what the organization paid outside of what it owes by the statement; it counts when the receiver says so. */
import { choice, date, file, int, money, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { claimFlow, claimStatuses, receivers } from '../statement-states.ts';
import settlement from './settlement.page.ts';

export default page({
  of: settlement,
  by: 'statementId',
  path: 'claim',
  title: '线下付款',
  duties: { confirm: 'check', deny: 'check' },
  fields: {
    statementId: int('结算单编号', { hidden: true }),
    receiver: choice('收款方', receivers),
    amountFen: money('金额'),
    paidOn: date('付款日期'),
    bankFlowNo: text('银行流水号'),
    proof: file('回单'),
    status: choice('状态', claimStatuses),
    makerName: text('登记人'),
    createdAt: time('登记时间', { sortable: true }),
    checkerName: text('确认人'),
    checkedAt: time('确认时间'),
    checkNote: text('说明'),
  },
  list: {
    subline: { makerName: 'createdAt', checkerName: 'checkedAt' },
    totals: ['amountFen'],
    row: [
      claimFlow.button('confirm', { only: ['contractor', 'platform'] }),
      claimFlow.button('deny', { only: ['contractor', 'platform'] }),
      claimFlow.button('withdraw', { only: ['organization'] }),
    ],
  },
});
