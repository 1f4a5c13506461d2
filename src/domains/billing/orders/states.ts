/** An agent's order of devices, and its shipments (units.md §7). */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const purchaseStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'SUBMITTED', label: '待付款', tone: 'warning' },
  { value: 'PAID', label: '待发货', tone: 'info' },
  { value: 'SHIPPED', label: '已发货', tone: 'info' },
  { value: 'RECEIVED', label: '已收货', tone: 'success' },
  { value: 'CLOSED', label: '已完成', tone: 'success' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const purchaseFlow = flow(purchaseStatuses, {
  submit: {
    label: '提交订单',
    from: ['DRAFT'],
    to: 'SUBMITTED',
    tone: 'primary',
    outcome: true,
    done: '已提交，价格与库存已锁定，请到「平台账单」付款',
  },
  settle: { label: '到账', from: ['SUBMITTED'], to: 'PAID', by: 'house' },
  ship: { label: '发货', from: ['PAID', 'SHIPPED'], to: 'SHIPPED', by: 'house' },
  arrive: { label: '全部收货', from: ['SHIPPED'], to: 'RECEIVED', by: 'house' },
  close: {
    label: '完成',
    from: ['RECEIVED'],
    to: 'CLOSED',
    confirm: '完成后不能再退货。确定完成 {orderNo}？',
    done: '已完成',
  },
  cancel: {
    label: '取消',
    from: ['DRAFT', 'SUBMITTED'],
    to: 'CANCELLED',
    tone: 'danger',
    confirm: '取消订单 {orderNo}？',
    done: '已取消，锁定的库存已释放',
  },
  refund: { label: '退款取消', from: ['PAID'], to: 'CANCELLED', by: 'house' },
});

export const shipmentStatuses = [
  { value: 'SHIPPED', label: '在途', tone: 'info' },
  { value: 'RECEIVED', label: '已收货', tone: 'success' },
] as const satisfies readonly Choice[];

export const shipmentFlow = flow(shipmentStatuses, {
  receive: {
    label: '确认收货',
    from: ['SHIPPED'],
    to: 'RECEIVED',
    tone: 'primary',
    confirm: '物流单 {shipNo} 的货物已收到并清点？设备将记入本代理商的库存。',
    done: '已收货，设备已记入库存',
  },
  lapse: { label: '到期收货', from: ['SHIPPED'], to: 'RECEIVED', by: 'house' },
});

/** Days after which a shipment counts as received. */
export const autoReceiveDays = 10;

export const itemStatuses = [
  { value: 'SHIPPED', label: '在途', tone: 'info' },
  { value: 'RECEIVED', label: '已收货', tone: 'success' },
  { value: 'RETURNED', label: '已退货', tone: 'neutral' },
] as const satisfies readonly Choice[];

/** Asked for what came back. */
export const returnAsk = {
  sns: longText('退回的序列号', { required: true, max: 4_000, help: '每行一个，可连续扫码' }),
  reason: longText('原因', { required: true, max: 100 }),
};
