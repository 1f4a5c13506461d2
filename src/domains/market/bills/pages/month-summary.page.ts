/** 商超月汇总: what the shops sold in a month, and the service fee on it as the bills have it. */
import { date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { againstInScope, sum } from '../../../../kit/define/identity.ts';
import { wholeMonths } from '../../../../kit/define/month.ts';
import { all, except, months, page } from '../../../../kit/define/page.ts';

export const billed = '订阅账单金额';

export default page({
  path: '/admin/contractor/supermarket/month_summary',
  title: '商超月汇总',
  menu: ['商超', '账单报表'],
  order: 30,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    month: date('月份'),
    monthName: text('月份', { columnWidth: 90 }),
    orderCount: int('订单数', { unit: '笔', help: '商超订单与收银消费的笔数' }),
    amountFen: money('销售额'),
    backFen: money('退款额', { help: '这些消费至今退回的金额' }),
    netFen: money('净额'),
    orderFen: money('计费订单额', { help: '账单计费的金额：消费减去在同一计费期内的退款' }),
    feeFen: money('服务费', { help: '各期账单金额按计费订单额分到单位和月份，合计等于账单' }),
    dueFen: money('应收', { help: '服务费中账单还没有付款的部分' }),
  },
  list: {
    columns: except('month'),
    important: ['monthName', 'organizationId', 'netFen', 'feeFen', 'dueFen'],
    search: [months('month'), 'organizationId'],
    sort: '-month',
    totals: all(),
  },
  report: {
    identities: [sum('netFen', ['amountFen', '-backFen']), againstInScope('feeFen', billed)],
    drill: {
      path: '/admin/contractor/consume_detail',
      search: ({ organizationId, month }) => ({
        organizationId,
        businessDate: wholeMonths(String(month), String(month)),
        mode: ['SHOP'],
        kind: ['CONSUME', 'SUPPLEMENT'],
      }),
      columns: { orderCount: null, backFen: null, netFen: null, orderFen: null, feeFen: null, dueFen: null },
    },
  },
});
