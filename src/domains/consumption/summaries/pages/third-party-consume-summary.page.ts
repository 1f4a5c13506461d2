/** 第三方消费汇总: consumption paid by WeChat, Alipay, bank codes or another system, per channel. */
import { choice, date, int, money, ref } from '../../../../kit/define/field.ts';
import { same, sum } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { thirdChannels } from '../../fields.ts';

const taken = ['CONSUME', 'SUPPLEMENT'];
const lines = (row: Record<string, unknown>) => ({
  businessDate: [row.businessDate, row.businessDate],
  restaurantId: row.restaurantId,
  thirdChannel: row.channel,
});

export default page({
  path: '/admin/organization/third_party_consume_summary',
  title: '第三方消费汇总',
  menu: ['消费管理', '消费报表'],
  order: 90,
  fields: {
    businessDate: date('日期'),
    channel: choice('渠道', thirdChannels),
    restaurantId: ref('餐厅', 'restaurant'),
    count: int('笔数', { unit: '笔' }),
    amountFen: money('金额'),
    refundCount: int('退款笔数', { unit: '笔' }),
    refundFen: money('退款'),
    feeFen: money('手续费', { help: '先按商户费率计算，核对渠道账单后以账单为准；退款退回的手续费已减去' }),
    netFen: money('净额'),
  },
  list: { search: [range('businessDate', 'thisMonth'), 'channel', 'restaurantId'], totals: all() },
  report: {
    identities: [
      sum('netFen', ['amountFen', '-refundFen', '-feeFen']),
      same('amountFen', 'consume_summary', { as: 'thirdFen' }),
    ],
    // 金额 is what was consumed, 退款 what came back: together the net.
    drill: {
      path: '/admin/organization/consume_detail',
      search: lines,
      columns: {
        count: { path: '/admin/organization/consume_detail', search: (row) => ({ ...lines(row), kind: taken }) },
        amountFen: { path: '/admin/organization/consume_detail', search: (row) => ({ ...lines(row), kind: taken }) },
        refundCount: {
          path: '/admin/organization/consume_detail',
          search: (row) => ({ ...lines(row), kind: 'REVERSE' }),
        },
        refundFen: {
          path: '/admin/organization/consume_detail',
          search: (row) => ({ ...lines(row), kind: 'REVERSE' }),
        },
        // What a refund of another day gives back is in it: its lines are those of its three parts.
        netFen: null,
        feeFen: {
          path: '/admin/organization/third_party_consume',
          search: (row) => ({
            businessDate: [row.businessDate, row.businessDate],
            channel: row.channel,
            restaurantId: row.restaurantId,
          }),
        },
      },
    },
  },
});
