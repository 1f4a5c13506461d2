/** What somebody may agree that a face is used for. Both sides read it. */
import type { Choice } from '../../../kit/define/field.ts';

export const facePurposes = [
  { value: 'MEAL', label: '消费' },
  { value: 'GATE', label: '门禁' },
  { value: 'ATTENDANCE', label: '考勤' },
  { value: 'MORNING_CHECK', label: '晨检与后厨' },
  { value: 'DISPLAY', label: '公示' },
] as const satisfies readonly Choice[];
export type FacePurpose = (typeof facePurposes)[number]['value'];

export const purposeWords = (purposes: readonly string[]): string =>
  facePurposes
    .filter(({ value }) => purposes.includes(value))
    .map(({ label }) => label)
    .join('、') || '无';

/** Three different words for three different things. */
export const faceProofs = [
  { value: 'PROVEN', label: '已证实', tone: 'success' },
  { value: 'DECLARED', label: '设备声明', tone: 'warning' },
  { value: 'CONFIRMED', label: '人工确认', tone: 'info' },
] as const satisfies readonly Choice[];

export const consentKinds = [
  { value: 'ASKED', label: '征求同意', tone: 'warning' },
  { value: 'GIVEN', label: '同意', tone: 'success' },
  { value: 'NARROWED', label: '变更用途', tone: 'info' },
  { value: 'REFUSED', label: '不同意', tone: 'danger' },
  { value: 'WITHDRAWN', label: '撤回', tone: 'danger' },
  { value: 'LAPSED', label: '逾期失效', tone: 'danger' },
  { value: 'PAUSED', label: '暂停使用', tone: 'warning' },
] as const satisfies readonly Choice[];
export type ConsentKind = (typeof consentKinds)[number]['value'];
