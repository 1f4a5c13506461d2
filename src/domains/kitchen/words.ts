/** What people of the kitchen and their checks are called. */
import type { Choice } from '../../kit/define/field.ts';

export const posts = [
  { value: 'CHEF', label: '厨师长' },
  { value: 'COOK', label: '厨师' },
  { value: 'PREP', label: '切配' },
  { value: 'COLD_DISH', label: '冷菜/面点' },
  { value: 'WASH', label: '洗消' },
  { value: 'STORE', label: '库管' },
  { value: 'SERVE', label: '备餐/售卖' },
] as const satisfies readonly Choice[];
export type Post = (typeof posts)[number]['value'];

/** How many days ahead the end of a certificate is told: each once. */
export const noticeDays = [60, 30, 7, 0] as const;

/** A certificate is EXPIRING from so many days before its last. */
export const expiringDays = 30;

export const hands = [
  { value: 'WOUND', label: '伤口' },
  { value: 'PUS', label: '化脓' },
  { value: 'PLASTER', label: '创可贴' },
  { value: 'FOREIGN', label: '异物' },
  { value: 'JEWELLERY', label: '饰物' },
  { value: 'LONG_NAILS', label: '指甲长' },
  { value: 'NAIL_POLISH', label: '指甲油' },
  { value: 'ONYCHOMYCOSIS', label: '灰指甲' },
] as const satisfies readonly Choice[];
export type Hand = (typeof hands)[number]['value'];

export const symptoms = [
  { value: 'FEVER', label: '发热' },
  { value: 'DIARRHOEA', label: '腹泻' },
  { value: 'VOMITING', label: '呕吐' },
  { value: 'SORE_THROAT', label: '咽痛' },
  { value: 'COUGH', label: '咳嗽' },
  { value: 'RASH', label: '皮疹' },
  { value: 'JAUNDICE', label: '黄疸' },
  { value: 'SKIN', label: '化脓性皮肤病' },
] as const satisfies readonly Choice[];
export type Symptom = (typeof symptoms)[number]['value'];

export const results = [
  { value: 'PASS', label: '合格', tone: 'success' },
  { value: 'FIX', label: '整改', tone: 'warning' },
  { value: 'RESTRICTED', label: '限岗', tone: 'warning' },
  { value: 'FAIL', label: '不合格', tone: 'danger' },
] as const satisfies readonly Choice[];
export type Result = (typeof results)[number]['value'];

/** Where somebody stands at a shift. */
export const standings = [
  { value: 'NOT_CHECKED', label: '未检', tone: 'danger' },
  { value: 'PASS', label: '合格', tone: 'success' },
  { value: 'RECHECK_PASS', label: '整改合格', tone: 'success' },
  { value: 'RESTRICTED', label: '限岗', tone: 'warning' },
  { value: 'FIX', label: '待复检', tone: 'warning' },
  { value: 'OFF_DUTY', label: '停岗', tone: 'danger' },
  { value: 'LEAVE', label: '请假', tone: 'info' },
] as const satisfies readonly Choice[];
export type Standing = (typeof standings)[number]['value'];

export const steps = [
  { value: 'WASH', label: '清洗/修剪' },
  { value: 'REPLACE', label: '更换着装' },
  { value: 'OFF_DUTY', label: '停岗离开' },
  { value: 'HOSPITAL', label: '就医' },
  { value: 'RETURN', label: '复岗' },
] as const satisfies readonly Choice[];
export type StepKind = (typeof steps)[number]['value'];

/** Zones a covered wound may work in: away from food that is ready to be eaten (餐饮服务食品安全操作规范). */
export const roughZones = ['ROUGH', 'WASH', 'STORE'] as const;

/** How long somebody sent back may take to come again, in minutes. */
export const recheckMinutes = 30;
/** A check belongs to the shift it is taken this long before, or while it lasts. */
export const windowBeforeMs = 2 * 3_600_000;
/** Passes last this long past the shift. */
export const passAfterMs = 3_600_000;
/** Who is rostered and unchecked is told this long after the shift began. */
export const missedAfterMs = 30 * 60_000;

/** What a pass that a check gave rests on ends so; the judgement of a passage repeats it. */
export const byCheck = '晨检合格';

/** How somebody who came in stood with the morning check at that moment. */
export const entryStandings = [
  { value: 'PASS', label: '合格', tone: 'success' },
  { value: 'NO_CHECK', label: '未检', tone: 'danger' },
  { value: 'FAILED_CHECK', label: '不合格', tone: 'danger' },
  { value: 'EXEMPT', label: '免检', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type EntryStanding = (typeof entryStandings)[number]['value'];

/** Why the server would have let somebody in, or not. */
export const entryResults = [
  { value: 'PASS', label: '放行', tone: 'success' },
  { value: 'NO_PERMISSION', label: '无权限', tone: 'danger' },
  { value: 'NO_MORNING_CHECK', label: '未晨检', tone: 'danger' },
  { value: 'FAILED_CHECK', label: '晨检不合格', tone: 'danger' },
  { value: 'CERT_EXPIRED', label: '健康证无效', tone: 'danger' },
  { value: 'STRANGER', label: '陌生人', tone: 'warning' },
] as const satisfies readonly Choice[];
