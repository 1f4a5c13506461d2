/** 第三方消费汇总: consumption paid by WeChat, Alipay, bank codes or another system, per channel. */
import { choice, date, int, money, ref } from '../../../kit/define/field.ts';
import { type Lines, page, range } from '../../../kit/define/page.ts';

export const thirdChannels = [
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
  { value: 'BANK', label: '银行' },
  { value: 'TRANSFER', label: '转账' },
  { value: 'CASH', label: '现金' },
  { value: 'DEVICE', label: '自助机' },
  { value: 'IMPORT', label: '批量导入' },
  { value: 'THIRD_SYSTEM', label: '第三方系统' },
] as const;

/** A reversal's refund is asked for on its day. */
const refunds: Lines = {
  path: '/admin/organization/third_refund',
  search: (row) => ({ at: [row.businessDate, row.businessDate], channel: row.channel, source: 'MEAL' }),
};

const totals = ['count', 'amountFen', 'refundCount', 'refundFen', 'feeFen', 'netFen'] as const;

export default page({
  path: '/admin/organization/third_party_consume_summary',
  title: '第三方消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 90,
  kind: 'report',
  fields: {
    businessDate: date('日期'),
    channel: choice('渠道', thirdChannels),
    restaurantId: ref('餐厅', '/admin/organization/restaurant'),
    count: int('笔数', { unit: '笔' }),
    amountFen: money('金额'),
    refundCount: int('退款笔数', { unit: '笔' }),
    refundFen: money('退款'),
    feeFen: money('手续费', { help: '先按商户费率计算，核对渠道账单后以账单为准；退款退回的手续费已减去' }),
    netFen: money('净额'),
  },
  list: {
    columns: ['businessDate', 'channel', 'restaurantId', ...totals],
    search: [range('businessDate', 'thisMonth'), 'channel', 'restaurantId'],
    totals,
    export: true,
  },
  report: {
    identity: '净额 = 金额 − 退款 − 手续费；金额 = 消费汇总的第三方支付',
    drill: {
      path: '/admin/organization/third_party_consume',
      search: (row) => ({
        businessDate: [row.businessDate, row.businessDate],
        channel: row.channel,
        restaurantId: row.restaurantId,
      }),
      other: { refundCount: refunds, refundFen: refunds },
    },
  },
});
