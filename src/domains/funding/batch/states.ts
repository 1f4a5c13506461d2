/** The states of a batch and of its lines, and what may happen in each (domain.md §4). */
import { labelIn, mayIn, type Transition } from '../../../kit/define/states.ts';

export const batchStatuses = [
  { value: 'CHECKED', label: '已校验', tone: 'info' },
  { value: 'SUBMITTED', label: '待审核', tone: 'warning' },
  { value: 'RUNNING', label: '执行中', tone: 'info' },
  { value: 'DONE', label: '已完成', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'CANCELLED', label: '已作废', tone: 'neutral' },
] as const;
export type BatchStatus = (typeof batchStatuses)[number]['value'];

/** Nothing is undone here: what a run booked is taken back by reversing or refunding its own documents. */
export const batchTransitions = {
  submit: { label: '提交', from: ['CHECKED'], to: 'SUBMITTED' },
  approve: { label: '审核通过', from: ['SUBMITTED'], to: 'RUNNING' },
  reject: { label: '退回', from: ['SUBMITTED'], to: 'CHECKED' },
  cancel: { label: '作废', from: ['CHECKED', 'SUBMITTED'], to: 'CANCELLED' },
  retry: { label: '重试失败', from: ['PART_FAILED'], to: 'RUNNING' },
} as const satisfies Record<string, Transition<BatchStatus>>;
export type BatchEvent = keyof typeof batchTransitions;

export const batchMay = mayIn(batchTransitions);

export const batchStatusLabel = (status: string) => labelIn(batchStatuses, status);

export const batchModes = [
  { value: 'IMPORT', label: '表格导入' },
  { value: 'BY_DEPT', label: '按部门' },
  { value: 'BY_TYPE', label: '按人员类别' },
  { value: 'LEAVERS', label: '销户中人员' },
] as const;
export type BatchMode = (typeof batchModes)[number]['value'];
