/** The states of a manual charge and of its lines, and what may happen in each (domain.md §4). Both sides read it. */
import type { Choice } from '../../../kit/define/field.ts';
import { mayIn, type Transition } from '../../../kit/define/states.ts';

export const chargeKinds = [
  { value: 'ORDER', label: '代下单' },
  { value: 'REDEEM', label: '人工核销（扣次数）' },
  { value: 'SUPPLEMENT', label: '补扣' },
] as const satisfies readonly Choice[];
export type ChargeKind = (typeof chargeKinds)[number]['value'];

export const chargeWays = [
  { value: 'RULE', label: '按定值' },
  { value: 'PRICE', label: '每人固定金额' },
] as const satisfies readonly Choice[];

export const chargeReasons = [
  { value: 'DEVICE_DOWN', label: '设备故障' },
  { value: 'FORGOT_CARD', label: '忘带卡' },
  { value: 'LATE_ENTRY', label: '事后补录' },
  { value: 'OTHER', label: '其他' },
] as const satisfies readonly Choice[];

export const chargeStatuses = [
  { value: 'SUBMITTED', label: '待审核', tone: 'warning' },
  { value: 'APPROVED', label: '执行中', tone: 'info' },
  { value: 'POSTED', label: '已入账', tone: 'success' },
  { value: 'PART_FAILED', label: '部分失败', tone: 'danger' },
  { value: 'REVERSING', label: '撤销中', tone: 'info' },
  { value: 'REVERSED', label: '已撤销', tone: 'neutral' },
  { value: 'REJECTED', label: '已驳回', tone: 'neutral' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type ChargeStatus = (typeof chargeStatuses)[number]['value'];

export const lineStatuses = [
  { value: 'PENDING', label: '待执行', tone: 'info' },
  { value: 'POSTED', label: '已入账', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'REVERSED', label: '已撤销', tone: 'neutral' },
] as const satisfies readonly Choice[];

interface Step extends Transition<ChargeStatus> {
  /** Puts the run into the queue. */
  runs?: true;
}

export const chargeTransitions = {
  approve: { label: '审核通过', from: ['SUBMITTED'], to: 'APPROVED', runs: true },
  reject: { label: '驳回', from: ['SUBMITTED'], to: 'REJECTED' },
  cancel: { label: '撤回', from: ['SUBMITTED'], to: 'CANCELLED' },
  retry: { label: '重试失败行', from: ['PART_FAILED'], to: 'APPROVED', runs: true },
  reverse: { label: '撤销', from: ['POSTED', 'PART_FAILED'], to: 'REVERSING', runs: true },
} as const satisfies Record<string, Step>;
export type ChargeEvent = keyof typeof chargeTransitions;

/** May it happen to a charge in this state? */
export const chargeMay = mayIn(chargeTransitions);
