/** 银行对账: what the platform's bank says its accounts hold, against what channels sent and units paid and were paid. */
import { choice, date, file, longText, money, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { bankAccounts, bankResults } from '../bank-accounts.ts';

export default page({
  title: '银行对账',
  path: '/admin/platform/bank_statement',
  menu: ['交易', '核对结算'],
  order: 45,
  duties: { void: 'check' },
  fields: {
    account: choice('账户', bankAccounts, { required: true, width: 300, columnWidth: 170 }),
    day: date('日期', { required: true, sortable: true }),
    balanceFen: money('银行余额', { required: true, width: 200, help: '当天终了时银行对账单上的余额' }),
    beforeFen: money('上次余额'),
    channelFen: money('渠道提现', { help: '资金账单里提现减充值；资金账单没有导入的日子不在内' }),
    receivedFen: money('转账收款', { help: '已确认的账单转账' }),
    paidFen: money('打款', { help: '打款成功的提现，减去退票' }),
    otherFen: money('其他收支', {
      initial: 0,
      width: 200,
      min: -100_000_000_000,
      help: '从上次到这一天，与单位无关的：利息、手续费、平台自有资金，支出为负；在途的先记在这里，到账那天记相反数',
    }),
    otherNote: text('其他收支说明', { max: 200, width: 500 }),
    expectedFen: money('账面应有', { help: '上次余额 + 渠道提现 + 转账收款 − 打款 + 其他收支' }),
    gapFen: money('本期差额', { alarm: true, help: '银行余额 − 账面应有' }),
    offFen: money('累计差额', { alarm: true, help: '从期初起；隔日到账的当天有差，次日相抵' }),
    result: choice('结果', bankResults),
    proof: file('对账单'),
    makerName: text('录入人'),
    createdAt: time('录入时间'),
    voidNote: text('作废原因'),
    voidName: text('作废人'),
  },
  list: {
    columns: except('otherNote', 'proof', 'createdAt', 'voidNote', 'voidName'),
    important: ['account', 'day', 'balanceFen', 'expectedFen', 'offFen', 'result'],
    search: [range('day'), 'account', 'result'],
    sort: '-day',
    notice: true,
    tools: ['create'],
    createLabel: '录入银行余额',
    row: [
      {
        key: 'void',
        label: '作废',
        tone: 'danger',
        when: (row) => row.result !== 'VOID',
        form: { reason: longText('作废原因', { required: true, min: 2, max: 100 }) },
        done: '已作废，其余各天重新计算',
      },
      'view',
    ],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['account', 'day', 'balanceFen', 'otherFen', 'otherNote', 'proof'] }],
    done: '已录入',
  },
});
