/** The states of a correction and of a batch of them, and what may happen in each (domain.md §4). Both sides read it. */
import type { Choice } from '../../../kit/define/field.ts';
import { mayIn, type Transition } from '../../../kit/define/states.ts';

export const correctionKinds = [
  { value: 'FULL_REVERSE', label: '全额冲正' },
  { value: 'PART_REVERSE', label: '部分退' },
  { value: 'SUPPLEMENT', label: '补扣' },
  { value: 'DUPLICATE', label: '重复扣款' },
] as const satisfies readonly Choice[];
export type CorrectionKind = (typeof correctionKinds)[number]['value'];

export const correctionSources = [
  { value: 'USER_REPORT', label: '就餐人申报' },
  { value: 'STAFF', label: '工作人员' },
  { value: 'SYSTEM', label: '批量纠错' },
] as const satisfies readonly Choice[];

export const correctionStatuses = [
  { value: 'REPORTED', label: '待受理', tone: 'warning' },
  { value: 'PENDING_AUDIT', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '已通过，待入账', tone: 'info' },
  { value: 'POSTED', label: '已入账', tone: 'success' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type CorrectionStatus = (typeof correctionStatuses)[number]['value'];

/** 受理 turns a diner's report into the clerk's request; an approval is posted at once, and stays APPROVED when it cannot be. */
export const correctionTransitions = {
  accept: { label: '受理', from: ['REPORTED'], to: 'PENDING_AUDIT' },
  approve: { label: '审核通过', from: ['PENDING_AUDIT'], to: 'APPROVED' },
  post: { label: '重试入账', from: ['APPROVED'], to: 'POSTED' },
  reject: { label: '驳回', from: ['REPORTED', 'PENDING_AUDIT'], to: 'REJECTED' },
  cancel: { label: '撤回', from: ['REPORTED', 'PENDING_AUDIT', 'APPROVED'], to: 'CANCELLED' },
} as const satisfies Record<string, Transition<CorrectionStatus>>;
export type CorrectionEvent = keyof typeof correctionTransitions;

/** May it happen to a correction in this state? */
export const correctionMay = mayIn(correctionTransitions);

/** States in which nothing is decided for good yet; a trade has at most one such correction. */
export const openStatuses = ['REPORTED', 'PENDING_AUDIT', 'APPROVED'] as const;

export const batchStatuses = [
  { value: 'PENDING_AUDIT', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '执行中', tone: 'info' },
  { value: 'POSTED', label: '已完成', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'REJECTED', label: '已驳回', tone: 'neutral' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type BatchStatus = (typeof batchStatuses)[number]['value'];

/** Giving up leaves the failed lines as they are and closes the batch. */
export const batchTransitions = {
  approve: { label: '审核通过', from: ['PENDING_AUDIT'], to: 'APPROVED' },
  reject: { label: '驳回', from: ['PENDING_AUDIT'], to: 'REJECTED' },
  cancel: { label: '撤回', from: ['PENDING_AUDIT'], to: 'CANCELLED' },
  retry: { label: '重试失败行', from: ['PART_FAILED'], to: 'APPROVED' },
  giveUp: { label: '放弃失败行', from: ['PART_FAILED'], to: 'POSTED' },
} as const satisfies Record<string, Transition<BatchStatus>>;
export type BatchEvent = keyof typeof batchTransitions;

/** May it happen to a batch in this state? */
export const batchMay = mayIn(batchTransitions);
