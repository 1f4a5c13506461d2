/** The states of a correction and of a batch of them, and what may happen in each (domain.md §4). Both sides read it. */
import { type Choice, choice, longText, money, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

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
  { value: 'CONTRACTOR', label: '承包商申请' },
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

/** The queue the runs of batches wait in. */
export const batchRuns = 'correct-batch';

/** Most charges one batch puts right. */
export const mostLines = 5_000;

const inBatch = (r: Readonly<Record<string, unknown>>) =>
  r.batchNo ? `属于批量纠错 ${r.batchNo}，请在批量纠错中处理` : undefined;
const notShownInBatch = (r: Readonly<Record<string, unknown>>) => (r.batchNo ? '' : undefined);

/** 受理 turns a diner's report into the clerk's request; an approval is posted at once, and stays APPROVED when it cannot be. */
export const correctionFlow = flow(correctionStatuses, {
  accept: {
    label: '受理',
    outcome: true,
    from: ['REPORTED'],
    to: 'PENDING_AUDIT',
    ask: {
      kind: choice('类型', correctionKinds, { required: true }),
      amountFen: money('金额', { min: 1, max: 1_000_000, help: '部分退、补扣时填写' }),
    },
    done: '已受理：限额以内的已入账，超过的转审核',
  },
  approve: {
    label: '审核通过',
    outcome: true,
    from: ['PENDING_AUDIT'],
    to: 'APPROVED',
    by: 'other',
    ask: { note: text('审核意见', { max: 100 }) },
    confirm: '通过后立即入账，金额按原扣款顺序退回（补扣则再扣一次）。审核人不能是申请人。',
    unless: inBatch,
    batch: true,
    done: '已审核',
  },
  retry: {
    label: '重试入账',
    outcome: true,
    from: ['APPROVED'],
    to: 'POSTED',
    unless: inBatch,
    batch: true,
    done: '已重试',
  },
  reject: {
    label: '驳回',
    from: ['REPORTED', 'PENDING_AUDIT'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    unless: notShownInBatch,
    batch: true,
    done: '已驳回，没有动钱',
  },
  cancel: {
    label: '撤回',
    from: ['REPORTED', 'PENDING_AUDIT', 'APPROVED'],
    to: 'CANCELLED',
    by: { PENDING_AUDIT: 'maker' },
    tone: 'danger',
    ask: { reason: longText('撤回原因', { required: true, max: 100 }) },
    unless: notShownInBatch,
    done: '已撤回，没有动钱',
  },
});
export type CorrectionEvent = keyof typeof correctionFlow.moves;

/** States in which nothing is decided for good yet; a trade has at most one such correction. */
export const openStatuses = ['REPORTED', 'PENDING_AUDIT', 'APPROVED'] as const;

export const batchStatuses = [
  { value: 'PENDING_AUDIT', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '执行中', tone: 'info' },
  { value: 'POSTED', label: '已完成', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type BatchStatus = (typeof batchStatuses)[number]['value'];

/** Giving up leaves the failed lines as they are and closes the batch. */
export const batchFlow = flow(batchStatuses, {
  approve: {
    label: '审核通过',
    from: ['PENDING_AUDIT'],
    to: 'APPROVED',
    by: 'other',
    tone: 'primary',
    ask: { note: text('审核意见', { max: 100 }) },
    confirm: '批次 {batchNo}：{totalCount} 笔，退回 {refundFen} 元，补扣 {supplementFen} 元。通过后立即执行。',
    done: '已通过，正在执行',
  },
  reject: {
    label: '驳回',
    from: ['PENDING_AUDIT'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回，没有动钱',
  },
  cancel: {
    label: '撤回',
    from: ['PENDING_AUDIT'],
    to: 'CANCELLED',
    by: 'maker',
    tone: 'danger',
    confirm: '撤回批次 {batchNo}？没有动钱，可以重新提交。',
  },
  post: { label: '入账', from: ['APPROVED'], to: 'POSTED', by: 'house' },
  fail: { label: '记下失败', from: ['APPROVED'], to: 'PART_FAILED', by: 'house' },
  retry: {
    label: '重试失败行',
    from: ['PART_FAILED'],
    to: 'APPROVED',
    tone: 'primary',
    confirm: '重新执行批次 {batchNo} 失败的 {failedCount}？已入账的不会重复。',
    done: '已重新执行失败行',
  },
  giveUp: {
    label: '放弃失败行',
    from: ['PART_FAILED'],
    to: 'POSTED',
    tone: 'danger',
    confirm: '放弃批次 {batchNo} 的 {failedCount} 笔失败行？已入账的不变，失败的可再单独纠错。',
  },
});
