/** 商超订阅账单: what the shop owes for the service, where the notice of a bill leads. */
import { choice, date, money, percent, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { billStatuses, subscribeTypes } from '../bill-states.ts';

export default page({
  path: '/admin/contractor/supermarket/subscribe_order',
  title: '商超订阅账单',
  menu: ['商超', '账单报表'],
  fields: {
    orderid: text('账单号'),
    name: text('订阅服务'),
    subscribeType: choice('周期', subscribeTypes),
    calcFrom: date('计费起'),
    calcTo: date('计费止'),
    orderAmountFen: money('计费订单额'),
    serviceFeeRatio: percent('服务费率'),
    amountFen: money('账单金额'),
    payBefore: time('最迟付款'),
    paidAt: time('付款时间'),
    payWay: text('付款方式'),
    status: choice('状态', billStatuses),
    createdAt: time('出账时间', { sortable: true }),
  },
  list: {
    columns: except('payWay', 'createdAt'),
    search: ['orderid', 'status', 'createdAt'],
    totals: ['orderAmountFen', 'amountFen'],
    row: ['view'],
  },
});
