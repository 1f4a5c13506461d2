/** The way of a correction between units: written by one, decided by another account, whatever identity it comes under. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const adjustStatuses = [
  { value: 'WAITING', label: '待审核', tone: 'warning' },
  { value: 'POSTED', label: '已入账', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const adjustFlow = flow(adjustStatuses, {
  approve: {
    label: '审核通过',
    from: ['WAITING'],
    to: 'POSTED',
    by: 'other',
    tone: 'success',
    outcome: true,
    done: '已入账，双方的资金流水里各有一笔',
  },
  reject: {
    label: '驳回',
    from: ['WAITING'],
    to: 'REJECTED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回，没有动账',
  },
  cancel: {
    label: '撤回',
    from: ['WAITING'],
    to: 'CANCELLED',
    by: 'maker',
    tone: 'danger',
    confirm: '撤回 {adjustNo}？没有动账。',
    done: '已撤回',
  },
});
