/** The states of a batch and of its lines, and what may happen in each (domain.md §4). */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const batchStatuses = [
  { value: 'CHECKED', label: '已校验', tone: 'info' },
  { value: 'SUBMITTED', label: '待审核', tone: 'warning' },
  { value: 'RUNNING', label: '执行中', tone: 'info' },
  { value: 'DONE', label: '已完成', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
] as const;
export type BatchStatus = (typeof batchStatuses)[number]['value'];

const reason = (label: string) => ({ reason: longText(label, { required: true, max: 100 }) });

/** Nothing is undone here: what a run booked is taken back by reversing or refunding its own documents. */
export const batchFlow = flow(batchStatuses, {
  submit: {
    label: '提交',
    from: ['CHECKED'],
    to: 'SUBMITTED',
    tone: 'primary',
    confirm: '提交「{name}」：{totalCount} 笔，合计 {totalFen} 元，由另一人审核？',
    done: '已提交，等待另一人审核',
  },
  approve: {
    label: '审核通过',
    from: ['SUBMITTED'],
    to: 'RUNNING',
    by: 'other',
    tone: 'success',
    confirm: '「{name}」共 {totalCount} 笔，合计 {totalFen} 元，审核通过后立即执行。',
    done: '已审核通过，正在执行',
  },
  reject: {
    label: '退回',
    from: ['SUBMITTED'],
    to: 'CHECKED',
    by: 'other',
    tone: 'danger',
    ask: reason('退回原因'),
    done: '已退回',
  },
  finish: { label: '完成', from: ['RUNNING'], to: 'DONE', by: 'house' },
  fail: { label: '记下失败', from: ['RUNNING'], to: 'PART_FAILED', by: 'house', tone: 'danger' },
  retry: {
    label: '重试失败',
    from: ['PART_FAILED'],
    to: 'RUNNING',
    confirm: '重新执行「{name}」失败的 {failedCount}，{failedFen} 元？已成功的不会重复。',
    done: '已开始重试',
  },
  cancel: {
    label: '作废',
    from: ['CHECKED', 'SUBMITTED'],
    to: 'CANCELLED',
    tone: 'danger',
    ask: reason('作废原因'),
    done: '已作废',
  },
});

/** What a COUNT batch calls fen are meals. */
export type BatchKind = 'RECHARGE' | 'REFUND' | 'COUNT';

export const batchModes = [
  { value: 'IMPORT', label: '表格导入' },
  { value: 'BY_DEPT', label: '按部门' },
  { value: 'BY_TYPE', label: '按人员类别' },
  { value: 'LEAVERS', label: '销户中人员' },
] as const;
export type BatchMode = (typeof batchModes)[number]['value'];
