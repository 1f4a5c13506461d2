/** 使用明细: what an activity gave, line by line, and what of it came back. */
import { choice, date, int, money, ref, text, time } from '../../../kit/define/field.ts';
import { all, page, range } from '../../../kit/define/page.ts';
import { useStatuses } from '../activities/states.ts';
import activity from './activity.page.ts';

export default page({
  of: activity,
  by: 'activityId',
  path: 'use',
  title: '使用明细',
  fields: {
    activityId: int('活动编号', { hidden: true }),
    at: time('时间'),
    businessDate: date('营业日', { sortable: true }),
    organizationId: ref('单位', 'organization'),
    personName: text('姓名', { mask: 'name' }),
    orderNo: text('订单号', { columnWidth: 190 }),
    baseFen: money('优惠前', { help: '充值金额，或减之前的价格' }),
    cutFen: money('优惠'),
    returnedFen: money('已退回', { help: '充值退款、消费全额纠错时收回' }),
    status: choice('状态', useStatuses),
    note: text('说明', { columnWidth: 200 }),
  },
  list: { search: [range('businessDate'), 'organizationId', 'status'], totals: all() },
});
