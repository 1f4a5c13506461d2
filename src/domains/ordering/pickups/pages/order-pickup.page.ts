/** 取餐记录: what terminals told of orders handed out; what fits no order waits here for a clerk. */
import { bool, choice, longText, of, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';

export const pickupStates = [
  { value: 'TAKEN', label: '已取餐', tone: 'success' },
  { value: 'SUSPENSE', label: '待处理', tone: 'warning' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/order_pickup',
  title: '取餐记录',
  menu: ['订餐管理', '订餐报表'],
  order: 15,
  fields: {
    occurredAt: time('取餐时间', { sortable: true }),
    state: choice('状态', pickupStates),
    reason: text('原因', { columnWidth: 260 }),
    orderNo: text('订单号', { columnWidth: 190 }),
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    restaurantId: ref('餐厅', 'restaurant'),
    deviceName: text('设备'),
    cardNo: text('卡号'),
    code: text('取餐码'),
    offline: bool('脱机'),
    receivedAt: time('收到时间'),
    handledName: text('处理人'),
  },
  list: {
    subline: { personId: 'jobNumber' },
    search: [
      range('occurredAt', 'last7Days'),
      'state',
      'restaurantId',
      keyword('姓名/工号/订单号', 'personId', 'orderNo'),
    ],
    row: [
      {
        key: 'discard',
        label: '作废',
        batch: true,
        tone: 'danger',
        form: { why: longText('作废原因', { required: true, max: 100 }) },
        confirm: '作废所选取餐记录？订单照订餐明细里的状态处理；应取的请先到订餐明细核销。',
        when: (r) => r.state === 'SUSPENSE',
        done: '已作废',
      },
    ],
  },
});
