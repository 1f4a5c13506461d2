/** Leave and forgotten punches: asked for by one, decided by another. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const requestStatuses = [
  { value: 'ASKED', label: '待审批', tone: 'warning' },
  { value: 'APPROVED', label: '已同意', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤销', tone: 'neutral' },
] as const;

export const requestFlow = flow(requestStatuses, {
  approve: { label: '同意', from: ['ASKED'], to: 'APPROVED', by: 'other', batch: true, done: '已同意，考勤已重新计算' },
  reject: {
    label: '驳回',
    from: ['ASKED'],
    to: 'REJECTED',
    by: 'other',
    tone: 'danger',
    ask: { note: longText('原因', { required: true, max: 100 }) },
  },
  cancel: {
    label: '撤销',
    from: ['ASKED', 'APPROVED'],
    to: 'CANCELLED',
    tone: 'danger',
    ask: { note: longText('原因', { required: true, max: 100 }) },
    done: '已撤销，考勤已重新计算',
  },
});
