/** Making half-finished goods: planned by recipe, weighed by the cook, booked by another who has looked at it, taken back by another. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const makingStatuses = [
  { value: 'PLANNED', label: '待加工', tone: 'warning' },
  { value: 'MADE', label: '已入库', tone: 'success' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
  { value: 'REVERSED', label: '已冲销', tone: 'danger' },
] as const satisfies readonly Choice[];

export const makingFlow = flow(makingStatuses, {
  finish: {
    label: '复核入库',
    from: ['PLANNED'],
    to: 'MADE',
    by: 'other',
    tone: 'primary',
    confirm: '{productionNo} 的用料立即出库，产出按用料的成本入库成为一个批次。没有填写实投的按备料数量。确定入库？',
    done: '已入库',
  },
  cancel: {
    label: '作废',
    from: ['PLANNED'],
    to: 'CANCELLED',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '已作废',
  },
  reverse: {
    label: '冲销',
    from: ['MADE'],
    to: 'REVERSED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('冲销原因', { required: true, max: 100 }) },
    done: '已冲销，用料退回原批次',
  },
});
