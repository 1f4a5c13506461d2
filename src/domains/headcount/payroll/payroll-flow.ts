/** A payroll run: drafted, confirmed by another, handed over; afterwards what changes is in the next. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const payrollStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'CONFIRMED', label: '已确认', tone: 'success' },
  { value: 'EXPORTED', label: '已交付', tone: 'success' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const;
export type PayrollStatus = (typeof payrollStatuses)[number]['value'];

export const payrollFlow = flow(payrollStatuses, {
  confirm: {
    label: '确认',
    from: ['DRAFT'],
    to: 'CONFIRMED',
    by: 'other',
    tone: 'success',
    confirm: '确认 {runNo}：{personCount} 人，共 {totalFen} 元从工资中代扣？',
    done: '已确认，可以导出明细交人事',
  },
  hand: {
    label: '标记已交付',
    from: ['CONFIRMED'],
    to: 'EXPORTED',
    confirm: '{runNo} 的明细已交人事？以后的变化记入下一期，不能再退回。',
    done: '已交付',
  },
  reopen: {
    label: '退回草稿',
    from: ['CONFIRMED'],
    to: 'DRAFT',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true, max: 100 }) },
  },
  drop: { label: '作废', from: ['DRAFT'], to: 'VOID', tone: 'danger', confirm: '作废 {runNo}？可重新生成。' },
});
