/** 消费明细: every trade line for checking and export; what summaries add up stands here line by line. */
import { eq, same } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { purseKeys } from '../../fields.ts';
import { headFields, tradeFields } from './consume.page.ts';

export default page({
  path: '/admin/organization/consume_detail',
  title: '消费明细',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费报表'],
  order: 10,
  fields: { ...tradeFields, ...headFields },
  list: {
    columns: except('businessDate', 'deviceSeq', 'thirdChannel', 'suspicious'),
    // Who, when it was eaten and when it was booked, how much, and what became of it; the purses follow where there is room.
    important: ['tradeNo', 'occurredAt', 'personName', 'amountFen', 'status'],
    subline: { personName: 'jobNumber', occurredAt: 'recordedAt', deploySiteId: 'deviceId' },
    search: [
      range('businessDate', 'today'),
      'mealPeriodId',
      'restaurantId',
      'deviceId',
      'departmentId',
      'typeId',
      'mode',
      'kind',
      'status',
      'offline',
      keyword('姓名/工号/卡号', 'personName', 'jobNumber', 'cardNo'),
      'deploySiteId',
      'thirdPaid',
      'thirdChannel',
      'personId',
      'ownDepartmentId',
      'counted',
    ],
    totals: except('balanceAfterFen', 'reversedFen'),
  },
  report: { identities: [eq('amountFen', purseKeys), same('amountFen', 'consume_summary', { as: 'netFen' })] },
});
