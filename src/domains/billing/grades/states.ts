/** A proposal that an agent changes its grade. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const proposalStatuses = [
  { value: 'PROPOSED', label: '待确认', tone: 'warning' },
  { value: 'CONFIRMED', label: '已调整', tone: 'success' },
  { value: 'DROPPED', label: '不调整', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const proposalFlow = flow(proposalStatuses, {
  confirm: {
    label: '确认调整',
    from: ['PROPOSED'],
    to: 'CONFIRMED',
    decides: true,
    tone: 'primary',
    confirm: '「{agentName}」由{fromGradeName}调整为{toGradeName}？以后的采购折扣与佣金按新等级。',
    done: '已调整等级',
  },
  drop: {
    label: '不调整',
    from: ['PROPOSED'],
    to: 'DROPPED',
    decides: true,
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '保持原等级',
  },
});
