/** 商超订阅账单: what the shop owes for the service and what that was counted on; where the notice of a bill leads. */
import { choice, date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, page } from '../../../../kit/define/page.ts';
import { billStatuses, subscribeTypes, unpaid } from '../bill-states.ts';

const path = '/admin/contractor/supermarket/subscribe_order';

export const subscribeOrder = page({
  path,
  title: '商超订阅账单',
  menu: ['商超', '账单报表'],
  fields: {
    orderid: text('账单号', { columnWidth: 210 }),
    name: text('订阅服务'),
    subscribeType: choice('周期', subscribeTypes),
    calcFrom: date('计费起'),
    calcTo: date('计费止'),
    orderAmountFen: money('计费订单额', { help: '本期商超消费减去本期退款' }),
    serviceFeeRatio: percent('服务费率'),
    lateRefundFen: money('以前各期的退款', { help: '在本期退的、以前各期计过费的消费' }),
    lateFeeFen: money('退还服务费', { help: '按当期费率退还' }),
    creditInFen: money('上期结余'),
    creditOutFen: money('结余转下期'),
    amountFen: money('账单金额', { help: '计费订单额 × 服务费率 − 退还服务费 − 上期结余，不小于 0' }),
    payBefore: time('最迟付款'),
    paidAt: time('付款时间'),
    payWay: text('付款方式'),
    unitBillId: int('单位账单', { hidden: true }),
    status: choice('状态', billStatuses),
    createdAt: time('出账时间', { sortable: true }),
  },
  list: {
    columns: except('name', 'subscribeType', 'lateRefundFen', 'creditInFen', 'creditOutFen', 'payWay', 'createdAt'),
    important: ['orderid', 'calcFrom', 'calcTo', 'orderAmountFen', 'amountFen', 'payBefore', 'status'],
    search: ['orderid', 'status', 'createdAt'],
    totals: ['orderAmountFen', 'amountFen'],
    notice: true,
    drills: { orderAmountFen: { path: `${path}/record`, search: (row) => ({ id: row.id }) } },
    row: [
      {
        key: 'pay',
        label: '去结算',
        tone: 'primary',
        open: '/admin/contractor/unit_bill/record?id={unitBillId}',
        when: (row) => unpaid.some((one) => one === row.status),
      },
      'view',
    ],
  },
});

/** What it was counted on, by organization and month; the fees sum to the bill. */
export const subscribeOrderPart = page({
  of: subscribeOrder,
  by: 'billId',
  path: 'part',
  title: '计费明细',
  fields: {
    billId: int('账单'),
    organizationId: ref('单位', 'organization'),
    month: date('月份', { sortable: false }),
    soldFen: money('销售额'),
    refundFen: money('退款额'),
    orderFen: money('计费订单额'),
    feeFen: money('服务费'),
    restaurantId: int('商店', { hidden: true }),
    from: date('自', { hidden: true }),
    to: date('至', { hidden: true }),
  },
  list: {
    totals: all(),
    sort: 'month',
    drills: {
      soldFen: {
        path: '/admin/contractor/trade_record',
        search: (row) => ({
          organizationId: row.organizationId,
          restaurantId: row.restaurantId,
          businessDate: [row.from, row.to],
          kind: ['CONSUME', 'SUPPLEMENT'],
        }),
      },
    },
  },
});

export default [subscribeOrder, subscribeOrderPart];
