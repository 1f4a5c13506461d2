/** States of a batch as data: who may move it where. */
import type { Choice } from '../../../kit/define/field.ts';
import { labelIn, mayIn } from '../../../kit/define/states.ts';

export type BatchKind = 'GRANT' | 'RETURN';
export type BatchMode = 'RULE' | 'MANUAL' | 'IMPORT' | 'SINGLE' | 'CARRY' | 'RESTORE';

export const batchStatuses = [
  { value: 'DRAFT', label: '正在校验', tone: 'info' },
  { value: 'CHECKED', label: '已校验', tone: 'info' },
  { value: 'SUBMITTED', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '已审核', tone: 'info' },
  { value: 'GRANTING', label: '执行中', tone: 'info' },
  { value: 'GRANTED', label: '已完成', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'EXPIRED', label: '已到期清零', tone: 'neutral' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type BatchStatus = (typeof batchStatuses)[number]['value'];

export const batchModes = [
  { value: 'RULE', label: '按规则' },
  { value: 'MANUAL', label: '按人员范围' },
  { value: 'IMPORT', label: '表格导入' },
  { value: 'SINGLE', label: '单人' },
  { value: 'CARRY', label: '结转' },
  { value: 'RESTORE', label: '清零恢复' },
] as const satisfies readonly Choice[];

export const batchKinds = [
  { value: 'GRANT', label: '发放', tone: 'success' },
  { value: 'RETURN', label: '退补贴', tone: 'warning' },
] as const satisfies readonly Choice[];

interface Transition {
  label: string;
  from: readonly BatchStatus[];
  to: readonly BatchStatus[];
  /** `maker` made it, `other` is anybody else with the right, `system` is a job. */
  by: 'maker' | 'other' | 'anyone' | 'system';
}

export const batchTransitions = {
  check: { label: '校验', from: ['DRAFT'], to: ['CHECKED'], by: 'system' },
  recheck: { label: '重新校验', from: ['CHECKED'], to: ['DRAFT'], by: 'anyone' },
  submit: { label: '提交审核', from: ['CHECKED'], to: ['SUBMITTED'], by: 'anyone' },
  approve: { label: '审核通过', from: ['SUBMITTED'], to: ['APPROVED'], by: 'other' },
  reject: { label: '退回', from: ['SUBMITTED'], to: ['CHECKED'], by: 'other' },
  start: { label: '执行', from: ['APPROVED'], to: ['GRANTING'], by: 'system' },
  stop: { label: '停止', from: ['GRANTING'], to: ['GRANTING'], by: 'anyone' },
  finish: { label: '完成', from: ['GRANTING'], to: ['GRANTED', 'PART_FAILED'], by: 'system' },
  retry: { label: '重试失败', from: ['PART_FAILED'], to: ['GRANTING'], by: 'anyone' },
  expire: { label: '到期清零', from: ['GRANTED', 'PART_FAILED'], to: ['EXPIRED'], by: 'system' },
  void: { label: '作废', from: ['DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED'], to: ['VOID'], by: 'anyone' },
} as const satisfies Record<string, Transition>;
export type BatchEvent = keyof typeof batchTransitions;

/** May `event` happen in this state? */
export const batchMay = mayIn(batchTransitions);

export const batchStatusLabel = (status: string) => labelIn(batchStatuses, status);

/** Why an account may not do it to a batch it made, or did not make; undefined when it may. */
export function wrongHand(event: BatchEvent, makerId: number | null, accountId: number): string | undefined {
  return batchTransitions[event].by === 'other' && makerId === accountId
    ? `制单人不能${batchTransitions[event].label}自己的批次，须由另一人审核`
    : undefined;
}
