/** States of an offline record that waits for a clerk, what may happen in each, and why it waits. Both sides read it. */
import type { Choice } from '../../../kit/define/field.ts';
import { mayIn, type Transition } from '../../../kit/define/states.ts';

export const offlineStatuses = [
  { value: 'SUSPENSE', label: '待处理', tone: 'warning' },
  { value: 'POSTED', label: '已补扣', tone: 'success' },
  { value: 'POSTED_OVERDRAFT', label: '已入账（欠款）', tone: 'info' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type OfflineStatus = (typeof offlineStatuses)[number]['value'];

export const offlineTransitions = {
  post: { label: '补扣', from: ['SUSPENSE'], to: 'POSTED' },
  overdraft: { label: '入账为欠款', from: ['SUSPENSE'], to: 'POSTED_OVERDRAFT' },
  void: { label: '作废', from: ['SUSPENSE'], to: 'VOID' },
  restore: { label: '恢复待处理', from: ['VOID'], to: 'SUSPENSE' },
} as const satisfies Record<string, Transition<OfflineStatus>>;
export type OfflineEvent = keyof typeof offlineTransitions;

/** May it happen to a record in this state? */
export const offlineMay = mayIn(offlineTransitions);

/** Why a record waits, in the words of the field; each stands for refusal codes of the swipe. */
export const conflicts = [
  { value: 'INSUFFICIENT', label: '余额不足' },
  { value: 'LOST_CARD', label: '挂失卡' },
  { value: 'CLOSED_ACCOUNT', label: '账户或卡不可用' },
  { value: 'UNKNOWN_PERSON', label: '未知卡' },
  { value: 'TIME_SKEW', label: '时间不符' },
  { value: 'NO_PRICE', label: '无法计价' },
  { value: 'OVER_LIMIT', label: '超限' },
  { value: 'NOT_HERE', label: '不能在此就餐' },
  { value: 'OTHER', label: '其他' },
] as const satisfies readonly Choice[];
export type Conflict = (typeof conflicts)[number]['value'];

export const conflictCodes: Readonly<Record<Exclude<Conflict, 'OTHER'>, readonly string[]>> = {
  INSUFFICIENT: ['INSUFFICIENT_BALANCE', 'INSUFFICIENT_COUNT', 'MIN_BALANCE'],
  LOST_CARD: ['CARD_LOST'],
  CLOSED_ACCOUNT: ['CARD_NOT_VALID', 'PERSON_NOT_NORMAL', 'NO_PURSE', 'PURSE_FROZEN', 'EXPIRED'],
  UNKNOWN_PERSON: ['UNKNOWN_CARD', 'PERSON_UNKNOWN'],
  TIME_SKEW: ['TIME_SKEW'],
  NO_PRICE: ['NO_PRICE', 'NO_MEAL_NOW', 'AMOUNT_NEEDED', 'DEVICE_NOT_PLACED'],
  NOT_HERE: [
    'SITE_DISABLED',
    'RESTAURANT_CLOSED',
    'SITE_NOT_FOR_TYPE',
    'MEAL_NOT_FOR_TYPE',
    'NOT_REGISTERED_FOR_DAY',
    'WALK_IN_NOT_ALLOWED',
  ],
  OVER_LIMIT: ['LIMIT_SINGLE', 'LIMIT_PER_MEAL', 'LIMIT_PER_MEAL_AMOUNT', 'LIMIT_PER_DAY', 'LIMIT_PER_DAY_AMOUNT'],
};
