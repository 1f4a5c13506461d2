/** A line to be bought, and the order it is on: computed, above the buyer's limit agreed to by another, ordered with its supplier's others, accepted in one or more deliveries. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

const waiting = { value: 'WAITING', label: '超限待批', tone: 'warning' } as const satisfies Choice;
const placed = [
  { value: 'ORDERED', label: '已下单', tone: 'info' },
  { value: 'PART_RECEIVED', label: '部分到货', tone: 'info' },
  { value: 'RECEIVED', label: '已到货', tone: 'success' },
  { value: 'CLOSED', label: '已取消余量', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const purchaseStatuses = [
  { value: 'DRAFT', label: '待下单', tone: 'warning' },
  waiting,
  ...placed,
] as const satisfies readonly Choice[];

export const orderStatuses = [
  ...placed,
  waiting,
  { value: 'REFUSED', label: '已退回', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const purchaseFlow = flow(purchaseStatuses, {
  order: {
    label: '生成采购单',
    from: ['DRAFT'],
    to: 'ORDERED',
    tone: 'primary',
    batch: true,
    confirm: '按供应商、送货日和仓库生成采购单？',
    done: '已生成采购单',
  },
  ask: { label: '超限待批', from: ['DRAFT'], to: 'WAITING', by: 'house' },
  agree: { label: '批准', from: ['WAITING'], to: 'ORDERED', by: 'house' },
  refuse: { label: '退回', from: ['WAITING'], to: 'DRAFT', by: 'house' },
  arrive: { label: '部分到货', from: ['ORDERED', 'PART_RECEIVED'], to: 'PART_RECEIVED', by: 'house' },
  complete: { label: '到齐', from: ['ORDERED', 'PART_RECEIVED'], to: 'RECEIVED', by: 'house' },
  close: {
    label: '取消余量',
    from: ['ORDERED', 'PART_RECEIVED'],
    to: 'CLOSED',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '余量已取消，不再计入在订',
  },
});

/** An order: within the buyer's limit it begins as ordered, and follows its lines. */
export const orderFlow = flow(orderStatuses, {
  approve: {
    label: '批准下单',
    from: ['WAITING'],
    to: 'ORDERED',
    by: 'other',
    tone: 'primary',
    batch: true,
    confirm: '{supplierId}，{deliveryDate} 送货，共 {amountFen} 元，超过采购员限额。批准以后即为已下单。',
    done: '已批准，可以发给供应商',
  },
  refuse: {
    label: '退回',
    from: ['WAITING'],
    to: 'REFUSED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '已退回，各行回到待下单',
  },
  arrive: { label: '部分到货', from: ['ORDERED', 'PART_RECEIVED'], to: 'PART_RECEIVED', by: 'house' },
  complete: { label: '到齐', from: ['ORDERED', 'PART_RECEIVED'], to: 'RECEIVED', by: 'house' },
  close: { label: '取消余量', from: ['ORDERED', 'PART_RECEIVED'], to: 'CLOSED', by: 'house' },
});
