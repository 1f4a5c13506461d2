/**
 * 订餐明细 of a contractor: every line ordered at its restaurants, in the units it serves; names in full only with a reason.
 * The platform opens the lines behind its 订餐汇总 here.
 */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { countedFields, countedIdentities, countedKeys } from '../../orders/counted.ts';
import { orderPayTimes, orderStatuses } from '../../orders/order-words.ts';

export default page({
  title: '订餐明细',
  places: [
    { path: '/admin/contractor/report_form/order_detail', menu: ['报表中心', '明细'] },
    { path: '/admin/platform/order_detail', menu: null },
  ],
  wide: ['organizationId'],
  order: 40,
  fields: {
    organizationId: ref('单位', 'organization'),
    orderNo: text('订单号', { columnWidth: 190 }),
    orderedAt: time('下单时间'),
    diningDate: date('就餐日期', { sortable: true }),
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    restaurantName: text('餐厅'),
    restaurantId: ref('餐厅', 'restaurant', { hidden: true, only: ['contractor'] }),
    personName: text('姓名', { mask: 'name' }),
    jobNumber: text('工号'),
    departmentName: text('部门'),
    dishName: text('菜品', { columnWidth: 160 }),
    qty: int('份数', { unit: '份' }),
    priceFen: money('单价'),
    amountFen: money('金额'),
    feeFen: money('送餐费', { help: '一单收一次，记在订单的第一行' }),
    refundedQty: int('退菜', { unit: '份' }),
    refundedFen: money('退菜金额'),
    counts: int('扣次', { unit: '次', help: '计次订单的次数，记在订单的第一行' }),
    bookedFen: money('已扣', { help: '取餐或未就餐时入账的全单金额，记在订单的第一行' }),
    payTime: choice('支付方式', orderPayTimes),
    addressName: text('地址'),
    status: choice('状态', orderStatuses),
    ...countedFields,
  },
  list: {
    important: [
      'organizationId',
      'orderNo',
      'diningDate',
      'mealName',
      'personName',
      'dishName',
      'qty',
      'amountFen',
      'status',
    ],
    subline: { personName: 'jobNumber' },
    search: [
      range('diningDate', 'last7Days'),
      'organizationId',
      'restaurantId',
      'mealName',
      'status',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'mealPeriodId',
      'payTime',
    ],
    totals: ['qty', 'amountFen', 'feeFen', 'refundedQty', 'refundedFen', 'counts', 'bookedFen', ...countedKeys],
    row: ['view'],
    notice: true,
  },
  report: { identities: countedIdentities('lines') },
});
