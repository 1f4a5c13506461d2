/**
 * 线上充值补单: orders of all units that were opened at a channel more than ten minutes ago and are not credited. What the channel
 * has of one is asked; amount and number come from the channel, nobody types them, and a payment is credited once.
 */
import { choice, int, money, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { rechargeStates } from '../../counter/pages/recharge.page.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

export default page({
  path: '/admin/platform/re_onlinere_charge',
  title: '线上充值补单',
  menu: ['资金', '资金'],
  order: 30,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    orderNo: text('充值单号', { columnWidth: 200 }),
    createdAt: time('下单时间', { sortable: true }),
    personName: unitPerson.personName,
    jobNumber: unitPerson.jobNumber,
    amountFen: money('金额'),
    channel: choice('渠道', [
      { value: 'WECHAT', label: '微信' },
      { value: 'ALIPAY', label: '支付宝' },
    ]),
    merchantNo: text('商户号'),
    status: choice('状态', rechargeStates),
    waitMinutes: int('已等', { unit: '分钟' }),
    payError: text('原因', { columnWidth: 220 }),
  },
  list: {
    important: ['organizationId', 'orderNo', 'createdAt', 'personName', 'amountFen', 'channel', 'status', 'payError'],
    subline: { personName: 'jobNumber' },
    search: [
      range('createdAt', 'last7Days'),
      'channel',
      'status',
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'orderNo'),
    ],
    totals: ['amountFen'],
    row: [
      { key: 'ask', label: '查单', shows: 'receipt', done: '已向渠道查询' },
      {
        key: 'credit',
        label: '补单',
        tone: 'primary',
        batch: true,
        confirm: '向渠道查询后补入账 {orderNo}？金额与流水号以渠道的回答为准，已入账的不会再入一次。',
        done: '渠道已收款的订单已入账',
      },
      'view',
    ],
  },
});
