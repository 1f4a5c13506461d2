/** 补贴退款: subsidy given back to its lot because a consumption was undone; undoing one starts here too. */
import { choice, date, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../kit/define/page.ts';

export const backStates = [
  { value: 'ACTIVE', label: '可继续使用', tone: 'success' },
  { value: 'EXPIRED', label: '已到期，待清零', tone: 'warning' },
  { value: 'EMPTY', label: '该笔补贴已无余额', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/subsidy/refund',
  title: '补贴退款',
  menu: ['补贴管理', '补贴发放'],
  order: 5,
  fields: {
    tradeId: ref('消费记录', '/admin/organization/subsidy/refund', {
      required: true,
      width: 500,
      help: '输入姓名或工号，只列出用过补贴且未全部退回的消费',
    }),
    personName: text('姓名'),
    jobNumber: text('工号'),
    at: time('退回时间', { sortable: true }),
    businessDate: date('日期'),
    amountFen: money('退回补贴'),
    refundFen: money('退款金额', {
      min: 1,
      width: 200,
      help: '不填则全部退回；部分退款按扣款的相反顺序，先退主账户，再退补贴',
    }),
    totalFen: money('本次共退'),
    status: choice('去向', backStates),
    batchId: ref('补贴批次', 'subsidy_batch', { columnWidth: 150 }),
    expiresOn: date('补贴到期日'),
    tradeAt: time('原消费时间'),
    departmentId: ref('部门', 'department'),
    reason: longText('原因', { required: true, max: 100, width: 400 }),
    operatorName: text('操作员'),
  },
  list: {
    columns: except('tradeId', 'businessDate', 'refundFen'),
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'thisMonth'),
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'batchId',
      'departmentId',
    ],
    totals: ['amountFen'],
    row: [
      { key: 'trade', label: '原消费', open: '/admin/organization/consume_detail?keyword={tradeId}&businessDate=*' },
      { key: 'again', label: '补扣', open: '/admin/organization/artificial_chopping/form' },
    ],
    tools: ['create'],
    createLabel: '补贴退款',
  },
  form: {
    done: '已退款，补贴部分已回到原补贴',
    createOnly: true,
    sections: [{ fields: ['tradeId', 'refundFen', 'reason'] }],
    submit: '确认退款',
    outcome: true,
  },
});
