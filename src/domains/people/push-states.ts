/** The states of what is sent to a device about a person, and what may happen in each (domain.md §4, Device push item). */
import { labelIn, mayIn, type Transition } from '../../kit/define/states.ts';

export const pushStatuses = [
  { value: 'PENDING', label: '待下发', tone: 'warning' },
  { value: 'SENT', label: '已取走', tone: 'info' },
  { value: 'OK', label: '成功', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'EXPIRED', label: '已过期', tone: 'neutral' },
  { value: 'SUPERSEDED', label: '已被新版替代', tone: 'neutral' },
] as const;
export type PushStatus = (typeof pushStatuses)[number]['value'];

export const pushTargets = [
  { value: 'PERSON', label: '人员/卡' },
  { value: 'FACE', label: '人脸' },
] as const;
export type PushTarget = (typeof pushTargets)[number]['value'];

export const pushActions = [
  { value: 'ADD', label: '新增', tone: 'info' },
  { value: 'UPDATE', label: '更新', tone: 'info' },
  { value: 'DELETE', label: '删除', tone: 'danger' },
] as const;
export type PushAction = (typeof pushActions)[number]['value'];

/**
 * `fetch` and `fail` are the device's; a fetched item without an answer is handed out again until it counts as failed. An OK
 * item is superseded once a newer one is OK: what is OK is on the device, or off it, now.
 */
export const pushTransitions = {
  fetch: { label: '取走', from: ['PENDING', 'SENT'], to: 'SENT' },
  done: { label: '成功', from: ['SENT'], to: 'OK' },
  fail: { label: '失败', from: ['SENT'], to: 'FAILED' },
  expire: { label: '过期', from: ['PENDING'], to: 'EXPIRED' },
  retry: { label: '重试', from: ['FAILED', 'EXPIRED'], to: 'PENDING' },
  cleared: { label: '确认已清除', from: ['PENDING', 'SENT', 'FAILED', 'EXPIRED'], to: 'OK' },
  supersede: { label: '替代', from: ['PENDING', 'SENT', 'OK', 'FAILED', 'EXPIRED'], to: 'SUPERSEDED' },
} as const satisfies Record<string, Transition<PushStatus>>;
export type PushEvent = keyof typeof pushTransitions;

/** May `event` happen to an item in this state? */
export const pushMay = mayIn(pushTransitions);

export const pushStatusLabel = (status: string) => labelIn(pushStatuses, status);

/** An item nobody fetched for so long is no longer wanted. */
export const expireDays = 7;
/** A fetched item without an answer is handed out again after this … */
export const againMinutes = 2;
/** … and counts as failed after so many times. */
export const mostTries = 5;
