/** A health certificate holds once a second person has seen it. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const certificateStatuses = [
  { value: 'PENDING', label: '待确认', tone: 'warning' },
  { value: 'CONFIRMED', label: '已确认', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
] as const;

export const certificateFlow = flow(certificateStatuses, {
  confirm: {
    label: '确认',
    from: ['PENDING'],
    to: 'CONFIRMED',
    by: 'other',
    confirm: '确认已核对健康证原件：{no}，{issueDate} 至 {expireDate}？',
    done: '已确认',
  },
  reject: {
    label: '驳回',
    from: ['PENDING'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { note: longText('原因', { required: true, max: 100 }) },
  },
});
