/** 第三方退款: refunds through WeChat and Alipay, with the channel's state, asked about or sent again under one number. */
import { choice, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { refundStatuses, thirdStatuses } from '../states.ts';

const { personId, jobNumber } = aboutPerson();

export default page({
  path: '/admin/organization/third_refund',
  title: '第三方退款',
  menu: ['资金账户', '充值存取'],
  fields: {
    personId,
    jobNumber,
    refundNo: text('退款单号', { columnWidth: 200 }),
    rechargeOrderId: ref('原充值单', '/admin/organization/recharge', {
      required: true,
      width: 400,
      help: '微信、支付宝充值的单据，可输入姓名、工号或单号',
    }),
    source: choice('原单', [
      { value: 'RECHARGE', label: '充值' },
      { value: 'MEAL', label: '消费' },
    ]),
    channel: choice('渠道', [
      { value: 'WECHAT', label: '微信' },
      { value: 'ALIPAY', label: '支付宝' },
    ]),
    amountFen: money('金额', { min: 1, max: 100_000_000, width: 200, help: '不填则退该单未用部分（先充先用）' }),
    status: choice('状态', thirdStatuses),
    reason: longText('原因', { required: true, max: 80, width: 400 }),
    at: time('时间', { sortable: true }),
    askedAt: time('最近查询'),
    refundStatus: choice('退款单状态', refundStatuses),
    tradeNo: text('原单号', { columnWidth: 200 }),
    channelNo: text('渠道原单', { columnWidth: 220 }),
    queryCount: int('查询次数', { unit: '次' }),
    channelRefundNo: text('渠道退款号', { columnWidth: 200 }),
    error: text('渠道应答'),
  },
  list: {
    columns: except('rechargeOrderId', 'askedAt', 'refundStatus'),
    subline: { personId: 'jobNumber' },
    search: [
      range('at'),
      'status',
      'channel',
      'source',
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'refundNo'),
      'channelNo',
    ],
    totals: ['amountFen'],
    row: [
      {
        key: 'ask',
        label: '查询结果',
        batch: true,
        when: (r) => r.status === 'PROCESSING',
        whyNot: (r) => (r.status === 'APPLIED' ? '尚未审核，未发往渠道' : '已有结果'),
        done: '已查询',
      },
      {
        key: 'retry',
        label: '重试',
        confirm: '用原退款单号 {refundNo} 重新发往渠道，退给 {personId} {amountFen} 元？',
        when: (r) =>
          (r.status === 'FAILED' || r.status === 'ABNORMAL') && (r.source === 'MEAL' || r.refundStatus === 'FAILED'),
        done: '已发往渠道',
      },
      {
        key: 'order',
        label: '退款单',
        when: (r) => r.source === 'RECHARGE',
        open: '/admin/organization/refund?keyword={refundNo}',
      },
      'view',
    ],
    tools: ['create'],
    createLabel: '发起退款',
  },
  form: {
    sections: [{ title: '发起退款', fields: ['rechargeOrderId', 'amountFen', 'reason'] }],
    submit: '发起退款',
    outcome: true,
    done: '已发起退款',
    createOnly: true,
  },
});
