/** A recall's way: sealed at once, traced, closed by another person when nothing is left; or released as harmless. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const recallStatuses = [
  { value: 'SEALED', label: '已封存', tone: 'danger' },
  { value: 'TRACED', label: '已追溯', tone: 'warning' },
  { value: 'CLOSED', label: '已结案', tone: 'success' },
  { value: 'RELEASED', label: '已解除', tone: 'neutral' },
] as const satisfies readonly Choice[];

const note = longText('说明', { required: true, max: 200 });

export const recallFlow = flow(recallStatuses, {
  trace: { label: '完成追溯', from: ['SEALED'], to: 'TRACED', tone: 'primary', ask: { note }, done: '已记录追溯结论' },
  close: {
    label: '结案',
    from: ['TRACED'],
    to: 'CLOSED',
    by: 'other',
    tone: 'success',
    ask: { note },
    done: '已结案',
  },
  release: {
    label: '解除封存',
    from: ['SEALED', 'TRACED'],
    to: 'RELEASED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('解除依据', { required: true, max: 200 }) },
    done: '已解除，批次可以出库',
  },
});
