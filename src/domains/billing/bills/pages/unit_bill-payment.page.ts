/** 付款记录: every way a bill was tried to be paid; transfers wait for the platform. */
import { choice, date, file, int, money, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { paymentFlow, paymentStatuses, payWays } from '../bill-states.ts';
import bill from './unit_bill.page.ts';

export default page({
  of: bill,
  by: 'billId',
  path: 'payment',
  title: '付款记录',
  duties: { confirm: 'check', deny: 'check' },
  fields: {
    billId: int('账单编号', { hidden: true }),
    way: choice('方式', payWays),
    amountFen: money('金额'),
    paidOn: date('付款日期'),
    bankFlowNo: text('银行流水号'),
    orderNo: text('渠道单号'),
    proof: file('回单'),
    status: choice('状态', paymentStatuses),
    makerName: text('登记人'),
    createdAt: time('登记时间', { sortable: true }),
    checkerName: text('确认人'),
    checkedAt: time('确认时间'),
    checkNote: text('说明'),
  },
  list: {
    // What a transfer is looked up by at the bank, and what shows it.
    important: ['amountFen', 'paidOn', 'bankFlowNo', 'proof', 'status'],
    subline: { makerName: 'createdAt', checkerName: 'checkedAt' },
    row: [
      paymentFlow.button('confirm', { only: ['platform'] }),
      paymentFlow.button('deny', { only: ['platform'] }),
      paymentFlow.button('withdraw', { only: ['organization', 'contractor', 'agent'] }),
    ],
  },
});
