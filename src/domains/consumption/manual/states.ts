/** The states of a manual charge and of its lines, and what may happen in each (domain.md §4). Both sides read it. */
import { type Choice, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

/** The queue their runs wait in. */
export const chargeRuns = 'manual-charge';

/** Most people of one charge. */
export const mostPeople = 5_000;

export const chargeKinds = [
  { value: 'ORDER', label: '代下单' },
  { value: 'REDEEM', label: '人工核销（扣次数）' },
  { value: 'SUPPLEMENT', label: '补扣' },
  { value: 'COLLECT', label: '核销订餐' },
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
  { value: 'REJECTED', label: '已驳回', tone: 'danger' },
  { value: 'CANCELLED', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type ChargeStatus = (typeof chargeStatuses)[number]['value'];

/** Above the limit a reversal, too, takes another hand than the maker's: `change-charge.ts`. */
export const chargeFlow = flow(chargeStatuses, {
  approve: {
    label: '审核通过',
    from: ['SUBMITTED'],
    to: 'APPROVED',
    by: 'other',
    tone: 'primary',
    ask: { note: text('审核意见', { max: 100 }) },
    confirm: '单号 {batchNo}：{totalCount} 人，共 {totalFen} 元。通过后立即扣款。',
    done: '已通过，正在扣款',
    undo: { key: 'reverse', values: { reason: '审核后当场撤销' }, done: '正在撤销，逐笔退回原账户' },
  },
  reject: {
    label: '驳回',
    from: ['SUBMITTED'],
    to: 'REJECTED',
    decides: true,
    tone: 'danger',
    ask: { reason: longText('驳回原因', { required: true, max: 100 }) },
    done: '已驳回，没有动钱',
  },
  cancel: {
    label: '撤回',
    from: ['SUBMITTED'],
    to: 'CANCELLED',
    by: 'maker',
    tone: 'danger',
    confirm: '撤回 {batchNo}？没有动钱，可以重新提交。',
  },
  post: { label: '入账', from: ['APPROVED'], to: 'POSTED', by: 'house' },
  fail: { label: '记下失败', from: ['APPROVED', 'REVERSING'], to: 'PART_FAILED', by: 'house' },
  retry: {
    label: '重试失败行',
    from: ['PART_FAILED'],
    to: 'APPROVED',
    tone: 'primary',
    confirm: '重新执行 {batchNo} 失败的 {failedCount}，{failedFen} 元？已入账的不会重复。',
    done: '已重新执行失败行',
    unless: (r) => (Number(r.reversedCount) > 0 ? `已撤销 ${r.reversedCount} 笔，不能再重试失败行` : undefined),
  },
  reverse: {
    label: '撤销',
    from: ['POSTED', 'PART_FAILED'],
    to: 'REVERSING',
    tone: 'danger',
    ask: { reason: longText('撤销原因', { required: true, max: 100 }) },
    outcome: true,
    confirm: '撤销 {batchNo}：把已入账的 {postedCount} 笔 {postedFen} 元逐笔退回原账户。',
    done: '正在撤销',
    unless: (r) => (Number(r.postedCount) > 0 ? undefined : ''),
  },
  reversed: { label: '退回', from: ['REVERSING'], to: 'REVERSED', by: 'house', tone: 'danger' },
});
