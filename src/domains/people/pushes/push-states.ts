/** The states of what is sent to a device about a person, and what may happen in each (domain.md §4, Device push item). */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

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
export const pushFlow = flow(
  pushStatuses,
  {
    fetch: { label: '取走', from: ['PENDING', 'SENT'], to: 'SENT', by: 'house' },
    done: { label: '成功', from: ['SENT'], to: 'OK', by: 'house' },
    fail: { label: '失败', from: ['SENT'], to: 'FAILED', by: 'house' },
    expire: { label: '过期', from: ['PENDING'], to: 'EXPIRED', by: 'house' },
    retry: {
      label: '重试',
      from: ['FAILED', 'EXPIRED'],
      to: 'PENDING',
      tone: 'primary',
      batch: true,
      done: '已重新排队，设备下次同步名单时取走',
    },
    cleared: {
      label: '确认已清除',
      from: ['PENDING', 'SENT', 'FAILED', 'EXPIRED'],
      to: 'OK',
      tone: 'danger',
      ask: {
        reason: longText('说明', { required: true, max: 100, placeholder: '如：设备已报废、已在设备上手工删除' }),
      },
      unless: (row) => (row.action === 'DELETE' ? undefined : '只有删除任务可以人工确认'),
    },
    supersede: { label: '替代', from: ['PENDING', 'SENT', 'OK', 'FAILED', 'EXPIRED'], to: 'SUPERSEDED', by: 'house' },
  },
  { life: true },
);
export type PushEvent = keyof typeof pushFlow.moves;

/** An item nobody fetched for so long is no longer wanted. */
export const expireDays = 7;
/** A fetched item without an answer is handed out again after this … */
export const againMinutes = 2;
/** … and counts as failed after so many times. */
export const mostTries = 5;
