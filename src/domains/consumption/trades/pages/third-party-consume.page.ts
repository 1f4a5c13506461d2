/** 第三方消费: meals and orders of shops paid by a code of a channel, with the channel's word on each. */
import { bool, choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';

export const codeChannels = [
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
] as const;

export const codeStates = [
  { value: 'PAYING', label: '等待付款', tone: 'warning' },
  { value: 'SUCCESS', label: '已入账', tone: 'success' },
  { value: 'CLOSED', label: '未付款', tone: 'neutral' },
  { value: 'PART_REFUNDED', label: '部分退款', tone: 'warning' },
  { value: 'REFUNDED', label: '已退款', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/third_party_consume',
  title: '第三方消费',
  menu: ['消费管理', '消费处理'],
  order: 8,
  fields: {
    at: time('时间', { sortable: true }),
    businessDate: date('营业日期'),
    tradeNo: text('商户单号', { columnWidth: 190 }),
    channel: choice('渠道', codeChannels),
    amountFen: money('金额'),
    feeFen: money('手续费', { help: '先按商户费率计算，核对渠道账单后以账单为准' }),
    refundedFen: money('已退'),
    status: choice('状态', codeStates),
    restaurantId: ref('餐厅', 'restaurant'),
    deploySiteId: ref('部署点', 'deploy_site'),
    deviceId: ref('设备', 'device'),
    deviceSeq: text('设备流水号', { columnWidth: 130 }),
    postingId: int('消费交易号'),
    orderNo: text('商超订单', { columnWidth: 190 }),
    channelNo: text('渠道流水', { columnWidth: 220 }),
    payerMask: text('付款人'),
    error: text('说明', { columnWidth: 220 }),
    lapsed: bool('逾时未了结', { hidden: true }),
  },
  list: {
    columns: except('businessDate', 'deploySiteId', 'deviceSeq', 'postingId', 'orderNo', 'payerMask'),
    search: [
      range('businessDate', 'today'),
      'channel',
      'status',
      'restaurantId',
      'deviceId',
      'tradeNo',
      'channelNo',
      'lapsed',
    ],
    totals: all(),
    row: [
      { key: 'ask', label: '查询结果', batch: true, when: (r) => r.status === 'PAYING', done: '已向渠道查询' },
      {
        key: 'correct',
        label: '纠错',
        open: '/admin/organization/correct/form?tradeId={postingId}',
        when: (r) => (r.status === 'SUCCESS' || r.status === 'PART_REFUNDED') && !r.orderNo,
        whyNot: (r) =>
          r.orderNo ? '商超订单的款在订单上退' : r.status === 'REFUNDED' ? '已全部退回付款人' : '没有入账',
      },
      {
        key: 'refunds',
        label: '退款',
        open: '/admin/organization/third_refund?keyword={tradeNo}',
        when: (r) => Number(r.refundedFen) > 0,
      },
      'view',
    ],
    refreshSeconds: 30,
  },
});
