/** 主账户订单: recharges and refunds of main accounts with their state; unpaid ones are asked about and closed here. */
import { choice, longText, money, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { refundStatuses } from '../../refund/states.ts';
import { rechargeChannels, rechargeStates } from './recharge.page.ts';

const states = [
  ...rechargeStates,
  ...refundStatuses.map((s) => ({ ...s, value: `REFUND_${s.value}`, label: `退款·${s.label}` })),
];
const unpaid = new Set<unknown>(['CREATED', 'PAYING', 'PAID', 'CLOSED', 'FAILED']);

export default page({
  path: '/admin/organization/main_account_order',
  title: '主账户订单',
  menu: ['资金账户', '账户对账'],
  fields: {
    ...aboutPerson(),
    orderNo: text('订单号', { columnWidth: 200 }),
    kind: choice('类型', [
      { value: 'RECHARGE', label: '充值' },
      { value: 'REFUND', label: '退款' },
    ]),
    createdAt: time('下单时间', { sortable: true }),
    amountFen: money('金额', { help: '退款为负' }),
    status: choice('状态', states),
    error: text('异常'),
    remark: longText('备注'),
    channel: choice('渠道', rechargeChannels),
    channelNo: text('渠道流水号', { columnWidth: 220 }),
    operatorName: text('操作员'),
    finishedAt: time('完成时间'),
  },
  list: {
    columns: except('departmentId', 'remark'),
    subline: { personId: 'jobNumber' },
    search: [
      range('createdAt', 'last7Days'),
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'orderNo'),
      'kind',
      'status',
      'channel',
      'channelNo',
      'departmentId',
    ],
    totals: ['amountFen'],
    row: [
      {
        key: 'ask',
        label: '查询到账',
        when: (r) => r.kind === 'RECHARGE' && unpaid.has(r.status),
        done: '已向渠道查询',
      },
      {
        key: 'close',
        label: '关闭订单',
        tone: 'danger',
        confirm: '关闭订单 {orderNo}？会先向渠道查询，已支付的订单将入账而不是关闭。',
        when: (r) => r.kind === 'RECHARGE' && (r.status === 'CREATED' || r.status === 'PAYING'),
        done: '已处理',
      },
      {
        key: 'recharge',
        label: '充值单',
        open: '/admin/organization/recharge?keyword={orderNo}&createdAt=*',
        when: (r) => r.kind === 'RECHARGE' && !unpaid.has(r.status),
      },
      {
        key: 'refund',
        label: '退款单',
        open: '/admin/organization/refund?keyword={orderNo}',
        when: (r) => r.kind === 'REFUND',
      },
      'view',
    ],
  },
  verbs: { bill_check: '核对渠道账单' },
});
