/** A line to be bought: computed, ordered with its supplier's others, accepted in one or more deliveries. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const purchaseStatuses = [
  { value: 'DRAFT', label: '待下单', tone: 'warning' },
  { value: 'ORDERED', label: '已下单', tone: 'info' },
  { value: 'PART_RECEIVED', label: '部分到货', tone: 'info' },
  { value: 'RECEIVED', label: '已到货', tone: 'success' },
  { value: 'CLOSED', label: '已取消余量', tone: 'neutral' },
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
