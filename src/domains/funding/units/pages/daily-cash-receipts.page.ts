/**
 * 每日收款 of the platform: what came in online per day, unit, channel and merchant number, beside what the channel's bill of the
 * day says. Days are the channel's: midnight to midnight, by the time of payment.
 */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { eq, sum } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { unitField } from '../unit-fields.ts';

export const billStates = [
  { value: 'NONE', label: '未到账单', tone: 'neutral' },
  { value: 'DIRECT', label: '资金直达', tone: 'neutral' },
  { value: 'EVEN', label: '已核平', tone: 'success' },
  { value: 'TRANSIT', label: '在途', tone: 'info' },
  { value: 'DIFF', label: '有差异', tone: 'danger' },
  { value: 'EXPLAINED', label: '已说明', tone: 'neutral' },
] as const;
export type BillState = (typeof billStates)[number]['value'];

export default page({
  path: '/admin/platform/daily_cash_receipts',
  aliases: ['/admin/platform/daily_cash'],
  title: '每日收款',
  menu: ['资金', '收款报表'],
  order: 10,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    day: date('日期'),
    channel: choice('渠道', [
      { value: 'WECHAT', label: '微信' },
      { value: 'ALIPAY', label: '支付宝' },
    ]),
    merchantNo: text('商户号', { columnWidth: 130 }),
    count: int('笔数', { unit: '笔' }),
    rechargeFen: money('充值'),
    codeFen: money('付款码消费'),
    receivedFen: money('收款额'),
    bookedFen: money('其中已入账', { help: '账上为这些收款记下的金额' }),
    refundFen: money('退款额', { help: '渠道已退给付款人的，按退成那天' }),
    feeFen: money('手续费', { help: '先按费率计算，以账单为准；随退款退回的已减去' }),
    netFen: money('净收款'),
    billFen: money('渠道账单', { help: '渠道账单逐笔对到这个单位的收款减退款；账单没有到的不显示' }),
    differenceFen: money('差额', { help: '渠道账单 −（收款额 − 退款额）' }),
    billState: choice('账单', billStates),
  },
  list: {
    important: [
      'organizationId',
      'day',
      'channel',
      'receivedFen',
      'refundFen',
      'billFen',
      'differenceFen',
      'billState',
    ],
    search: [range('day', 'last7Days'), 'organizationId', 'channel'],
    totals: all(),
  },
  report: {
    identities: [
      sum('receivedFen', ['rechargeFen', 'codeFen']),
      eq('receivedFen', 'bookedFen'),
      sum('netFen', ['receivedFen', '-refundFen', '-feeFen']),
    ],
    drill: {
      path: '/admin/platform/recharge_records',
      search: (row) => ({ createdAt: null, paidAt: [row.day, row.day], channel: row.channel, online: true }),
      columns: {
        // Payments by code at the till, refunds and bills have no list of the platform by the channel's day.
        count: null,
        codeFen: null,
        receivedFen: null,
        bookedFen: null,
        refundFen: null,
        feeFen: null,
        netFen: null,
        billFen: null,
        differenceFen: {
          path: '/admin/platform/abnormal_trade_record',
          search: (row) => ({
            day: [row.day, row.day],
            channel: row.channel,
            organizationId: row.organizationId,
            foundAt: null,
          }),
        },
      },
    },
  },
});
