/** 取款明细: cash given back at the counter, with its slip and its reversal; the sibling form pays out. */
import { choice, date, longText, money, signature, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { endSlipButton, printSlip, reverseButton, reversedAlready, undoAtOnce } from '../buttons.ts';

export default page({
  path: '/admin/organization/cash_out_detail',
  title: '取款明细',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 7,
  fields: {
    cashOutNo: text('取款单号', { columnWidth: 200 }),
    at: time('时间', { sortable: true }),
    ...aboutPerson('姓名', { required: true }),
    amountFen: money('金额', { required: true, min: 1, max: 100_000_000, width: 200, help: '不能超过主账户可用余额' }),
    reason: choice(
      '原因',
      [
        { value: 'PARTIAL', label: '部分取款' },
        { value: 'CLOSE_ACCOUNT', label: '销户取款' },
      ],
      { required: true, initial: 'PARTIAL', width: 200 },
    ),
    operatorName: text('操作员'),
    balanceAfterFen: money('余额'),
    businessDate: date('营业日期'),
    status: choice('状态', [
      { value: 'OK', label: '已取款', tone: 'success' },
      { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
    ]),
    remark: longText('备注', { max: 100, width: 400 }),
    signImage: signature('本人签字', { help: '领款人当面书写，印在凭条上；不签则在凭条上签' }),
  },
  list: {
    columns: except('businessDate', 'remark', 'signImage'),
    subline: { personId: 'jobNumber' },
    search: [
      range('at', 'thisMonth'),
      'operatorName',
      'departmentId',
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'cashOutNo'),
      'status',
      range('businessDate'),
      'personId',
    ],
    totals: ['amountFen'],
    row: [
      printSlip,
      reverseButton('OK', reversedAlready, '已冲正，金额已回到主账户，请收回现金'),
      endSlipButton,
      'view',
    ],
    tools: ['create'],
    createLabel: '取款',
  },
  form: {
    sections: [{ title: '取款', fields: ['personId', 'amountFen', 'reason', 'remark', 'signImage'] }],
    submit: '确认取款 {amountFen} 元',
    outcome: true,
    done: '取款已记账，请付现金',
    undo: undoAtOnce(undefined, '已撤销，请收回现金'),
    createOnly: true,
  },
});
