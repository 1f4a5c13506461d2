/** 取款明细: cash given back at the counter, with its slip and its reversal; the sibling form pays out. */
import { choice, date, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { printSlip, reverseButton, reversedAlready } from '../counter/buttons.ts';

export default page({
  path: '/admin/organization/cash_out_detail',
  title: '取款明细',
  menu: ['资金账户', '充值存取'],
  order: 7,
  kind: 'report',
  fields: {
    cashOutNo: text('取款单号', { columnWidth: 200 }),
    at: time('时间', { sortable: true }),
    personId: ref('姓名', '/admin/organization/user', {
      required: true,
      width: 400,
      help: '可输入姓名、工号，或把卡放到读卡器上',
    }),
    jobNumber: text('工号'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
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
  },
  list: {
    columns: [
      'cashOutNo',
      'at',
      'personId',
      'jobNumber',
      'departmentId',
      'amountFen',
      'reason',
      'operatorName',
      'balanceAfterFen',
      'status',
    ],
    search: [
      range('at', 'thisMonth'),
      'operatorName',
      'departmentId',
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'cashOutNo'),
      'status',
      range('businessDate'),
      'personId',
    ],
    sort: '-at',
    totals: ['amountFen'],
    row: [printSlip, reverseButton('OK', reversedAlready, '已冲正，金额已回到主账户，请收回现金'), 'view'],
    tools: ['create'],
    export: true,
  },
  form: {
    sections: [{ title: '取款', fields: ['personId', 'amountFen', 'reason', 'remark'] }],
    submit: '确认取款 {amountFen} 元',
    create: '取款',
    done: '取款已记账，请付现金',
    createOnly: true,
  },
});
