/** 第三方支付回调: what the channels sent, as it came; one that could not be booked is verified and taken in again. */
import { bool, choice, int, json, money, text, time } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { unitField } from '../unit-fields.ts';

export const callbackStates = [
  { value: 'RECEIVED', label: '已收到', tone: 'info' },
  { value: 'HANDLED', label: '已处理', tone: 'success' },
  { value: 'DUPLICATE', label: '重复通知', tone: 'neutral' },
  { value: 'NO_ORDER', label: '没有订单', tone: 'danger' },
  { value: 'AMOUNT_MISMATCH', label: '金额不符', tone: 'danger' },
  { value: 'FAILED', label: '未能入账', tone: 'danger' },
  { value: 'BAD_SIGN', label: '验签失败', tone: 'danger' },
] as const;

const done = new Set<unknown>(['HANDLED', 'DUPLICATE']);

export default page({
  path: '/admin/platform/third_pay_callback',
  title: '第三方支付回调',
  menu: ['资金', '资金'],
  order: 40,
  fields: {
    receivedAt: time('收到时间', { sortable: true }),
    channel: choice('渠道', [
      { value: 'WECHAT', label: '微信' },
      { value: 'ALIPAY', label: '支付宝' },
    ]),
    merchantNo: text('商户号', { columnWidth: 130 }),
    outTradeNo: text('商户订单号', { columnWidth: 200 }),
    channelNo: text('渠道流水号', { columnWidth: 220 }),
    amountFen: money('金额'),
    signOk: bool('验签', {
      words: [
        { label: '通过', tone: 'success' },
        { label: '未通过', tone: 'danger' },
      ],
    }),
    status: choice('状态', callbackStates),
    organizationId: { ...unitField, none: '未匹配' },
    error: text('说明', { columnWidth: 200 }),
    retry: int('重新处理', { unit: '次' }),
    handledAt: time('处理时间'),
    headers: json('签名头'),
    raw: text('原文', { help: '验签未通过的只留摘要' }),
  },
  list: {
    columns: except('headers', 'raw', 'merchantNo', 'handledAt'),
    important: ['receivedAt', 'channel', 'outTradeNo', 'amountFen', 'signOk', 'status', 'error'],
    search: [
      range('receivedAt', 'last7Days'),
      'status',
      'channel',
      'outTradeNo',
      'channelNo',
      'organizationId',
      'signOk',
    ],
    row: [
      {
        key: 'again',
        label: '重新处理',
        confirm: '按存下的原文重新验签并入账 {outTradeNo}？已入账的不会再入一次。',
        when: (row) => !done.has(row.status) && row.signOk === true,
        whyNot: (row) => (row.signOk === true ? '已处理' : '验签未通过，不能重新处理；请用「线上充值补单」向渠道查询'),
        done: '已按原文重新处理',
      },
      'view',
    ],
  },
});
