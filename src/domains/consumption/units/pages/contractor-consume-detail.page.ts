/**
 * 消费明细 across units: every trade line of the restaurants a contractor served, on the days it did; the platform sees those of
 * all units. What the summaries add up stands here line by line.
 */
import { againstInScope, eq } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { purseKeys } from '../../fields.ts';
import { unitTradeFields } from '../unit-trade-fields.ts';

export const summedNet = '消费汇总净额';

export default page({
  title: '消费明细',
  places: [
    { path: '/admin/contractor/consume_detail', menu: ['交易管理', '交易'] },
    { path: '/admin/contractor/report_form/trade_record_detail', title: '交易记录明细', menu: ['报表中心', '明细'] },
    { path: '/admin/platform/consume', title: '消费记录', menu: ['交易', '交易'] },
  ],
  wide: ['organizationId'],
  order: 10,
  fields: unitTradeFields,
  list: {
    columns: except('contractorId'),
    important: ['organizationId', 'occurredAt', 'personName', 'restaurantName', 'mealName', 'amountFen', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'last7Days'),
      'contractorId',
      'restaurantId',
      'mealName',
      'restaurantName',
      'deviceName',
      'departmentName',
      'typeName',
      'mode',
      'kind',
      'status',
      'offline',
      keyword('姓名/工号/卡号', 'personName', 'jobNumber', 'cardNo'),
      'mealPeriodId',
      'deviceId',
      'thirdPaid',
      'selfRun',
      'suspicious',
      'counted',
    ],
    totals: except('balanceAfterFen', 'reversedFen'),
    row: ['view'],
  },
  report: { identities: [eq('amountFen', purseKeys), againstInScope('amountFen', summedNet)] },
});
