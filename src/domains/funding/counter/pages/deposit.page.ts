/** 现金存款: counter cash into the main account, with a slip. */
import { choice, date, longText, money, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { endSlipButton, printSlip, reverseButton, reversedAlready, undoAtOnce } from '../buttons.ts';

export const depositStates = [
  { value: 'OK', label: '已入账', tone: 'success' },
  { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/deposit',
  title: '现金存款',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 3,
  fields: {
    ...aboutPerson('存款人员', { required: true }),
    depositNo: text('单号', { columnWidth: 200 }),
    at: time('时间', { sortable: true }),
    businessDate: date('营业日期'),
    amountFen: money('存款金额', {
      required: true,
      min: 1,
      max: 500_000,
      width: 200,
      help: '与「充值」的现金同样记入本人钱箱和主账户，只是单据不同：存款单按现金存款汇总，充值单可带赠送和其他渠道',
    }),
    balanceAfterFen: money('存款后余额'),
    operatorName: text('操作员'),
    receiptNo: text('小票号', { columnWidth: 200 }),
    status: choice('状态', depositStates),
    remark: longText('备注', { max: 100, width: 400 }),
  },
  list: {
    columns: except('businessDate', 'remark'),
    subline: { personId: 'jobNumber' },
    search: [
      range('at', 'today'),
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'depositNo'),
      'status',
      'departmentId',
      'operatorName',
      range('businessDate'),
      'personId',
    ],
    totals: ['amountFen'],
    row: [printSlip, reverseButton('OK', reversedAlready, '已冲正，请把现金退给本人'), endSlipButton, 'view'],
    tools: ['create'],
    createLabel: '存款',
  },
  form: {
    sections: [{ title: '存款', fields: ['personId', 'amountFen', 'remark'] }],
    submit: '确认存款 {amountFen} 元',
    outcome: true,
    done: '存款已入账',
    undo: undoAtOnce(undefined, '已撤销，请把现金退给本人'),
    createOnly: true,
  },
});
