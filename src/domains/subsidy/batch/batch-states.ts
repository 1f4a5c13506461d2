/** States of a batch as data: who may move it where. */
import { type Choice, int, longText, money } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';
import type { Action } from '../../../kit/define/page.ts';
import type { GrantUnit } from '../units.ts';

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
  { value: 'SINGLE', label: '单人', notInForms: true },
  { value: 'CARRY', label: '结转', notInForms: true },
  { value: 'RESTORE', label: '清零恢复', notInForms: true },
] as const satisfies readonly Choice[];

export const batchKinds = [
  { value: 'GRANT', label: '发放', tone: 'success' },
  { value: 'RETURN', label: '退补贴', tone: 'warning' },
] as const satisfies readonly Choice[];

const reason = (label: string) => ({ reason: longText(label, { required: true, max: 100 }) });

export const batchFlow = flow(batchStatuses, {
  check: { label: '校验', from: ['DRAFT'], to: 'CHECKED', by: 'house' },
  submit: {
    label: '提交审核',
    from: ['CHECKED'],
    to: 'SUBMITTED',
    // The figures of the clerk's own sheet.
    ask: {
      controlCount: int('核对笔数', {
        required: true,
        min: 0,
        unit: '笔',
        width: 200,
        help: '按人事名单填写，与批次不符不能提交',
      }),
      controlFen: money('核对金额', { required: true, width: 200 }),
    },
    done: '已提交，等待另一人审核',
  },
  approve: {
    label: '审核通过',
    from: ['SUBMITTED'],
    to: 'APPROVED',
    by: 'other',
    tone: 'success',
    confirm: '「{name}」共 {totalCount} 笔，合计 {totalFen} 元，审核通过后将在 {grantOn} 入账。',
    done: '已审核通过',
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
  start: { label: '执行', from: ['APPROVED'], to: 'GRANTING', by: 'house' },
  finish: { label: '完成', from: ['GRANTING'], to: 'GRANTED', by: 'house' },
  fail: { label: '记下失败', from: ['GRANTING'], to: 'PART_FAILED', by: 'house', tone: 'danger' },
  retry: {
    label: '重试失败',
    from: ['PART_FAILED'],
    to: 'GRANTING',
    confirm: '重新执行「{name}」失败的 {failedCount}？已完成的不会重复。',
    done: '已开始重试',
  },
  stop: {
    label: '停止',
    from: ['GRANTING'],
    to: 'GRANTING',
    tone: 'danger',
    confirm: '停止执行「{name}」？已完成的保留，其余记为失败，可以重试。',
    done: '正在停止',
  },
  recheck: { label: '重新校验', from: ['CHECKED'], to: 'DRAFT', done: '正在重新校验' },
  expire: { label: '到期清零', from: ['GRANTED', 'PART_FAILED'], to: 'EXPIRED', by: 'house', tone: 'danger' },
  void: {
    label: '作废',
    from: ['DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED'],
    to: 'VOID',
    tone: 'danger',
    ask: reason('作废原因'),
    done: '已作废',
  },
});

/** The buttons of a batch counted in `unit`: whoever submits and whoever approves sees its own figures. */
export function batchButtons(unit: GrantUnit): readonly Action[] {
  if (unit.purse === 'SUBSIDY') return batchFlow.buttons;
  return batchFlow.buttons.map((button): Action => {
    const { form, confirm } = button;
    const controlFen = unit.amount(`核对${unit.word}`, { required: true, width: 200 });
    return {
      ...button,
      ...(confirm ? { confirm: confirm.replace('{totalFen} 元', '{totalFen}') } : {}),
      ...(form?.controlFen ? { form: { ...form, controlFen } } : {}),
    };
  });
}
