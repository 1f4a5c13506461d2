/** The states of an alert and who may move it (docs/adr/0020). */
import { choice, longText } from '../../kit/define/field.ts';
import { flow } from '../../kit/define/flow.ts';

export const alertStatuses = [
  { value: 'OPEN', label: '待处理', tone: 'warning' },
  { value: 'HANDLING', label: '处理中', tone: 'warning' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
  { value: 'IGNORED', label: '已忽略', tone: 'neutral' },
  { value: 'AUTO_RECOVERED', label: '已自行恢复', tone: 'success' },
] as const;
export type AlertStatus = (typeof alertStatuses)[number]['value'];

/** The states in which an alert is unfinished: one of them per kind and object at a time. */
export const live: readonly AlertStatus[] = ['OPEN', 'HANDLING'];

export const ignoreFor = [
  { value: '4', label: '4 小时' },
  { value: '24', label: '1 天' },
  { value: '168', label: '7 天' },
] as const;

export const alertFlow = flow(
  alertStatuses,
  {
    take: {
      label: '处理',
      from: ['OPEN', 'HANDLING'],
      to: 'HANDLING',
      tone: 'primary',
      batch: true,
      done: '已由您处理',
      unless: (row) => (row.owned === true ? '' : undefined),
    },
    close: {
      label: '关闭',
      from: ['OPEN', 'HANDLING', 'AUTO_RECOVERED'],
      to: 'CLOSED',
      batch: true,
      ask: { note: longText('做了什么', { required: true, max: 300 }) },
      done: '已关闭',
      unless: (row) => (row.status === 'AUTO_RECOVERED' && row.noteDue !== true ? '' : undefined),
    },
    ignore: {
      label: '忽略',
      from: ['OPEN', 'HANDLING'],
      to: 'IGNORED',
      batch: true,
      ask: {
        hours: choice('忽略多久', ignoreFor, { required: true, initial: '24', help: '这段时间内再次发生只计次数' }),
        reason: longText('原因', { required: true, max: 300 }),
      },
      done: '已忽略',
      unless: (row) => (row.level === 'CRITICAL' ? '严重预警不能忽略，请处理后关闭' : undefined),
    },
    reopen: {
      label: '重新打开',
      from: ['CLOSED', 'IGNORED', 'AUTO_RECOVERED'],
      to: 'OPEN',
      ask: { reason: longText('原因', { required: true, max: 300 }) },
      done: '已重新打开',
      unless: (row) => (row.reopenable === true ? undefined : ''),
    },
    recover: { label: '自行恢复', from: ['OPEN', 'HANDLING'], to: 'AUTO_RECOVERED', by: 'house' },
    again: { label: '再次发生', from: ['CLOSED', 'IGNORED', 'AUTO_RECOVERED'], to: 'OPEN', by: 'house' },
  },
  { life: true },
);

/** What may still be taken back, from its end. */
export const reopenMs = 24 * 3_600_000;
/** What comes back so soon after its end is the same alert. */
export const sameMs = 30 * 60_000;

export const stepEvents = [
  { value: 'RAISED', label: '发生', tone: 'danger' },
  { value: 'AGAIN', label: '再次发生', tone: 'danger' },
  { value: 'GRAVER', label: '升级为更高级别', tone: 'danger' },
  { value: 'TAKEN', label: '处理', tone: 'warning' },
  { value: 'ESCALATED', label: '转告上级', tone: 'warning' },
  { value: 'TOLD', label: '群机器人已发送', tone: 'info' },
  { value: 'NOT_TOLD', label: '群机器人发送失败', tone: 'danger' },
  { value: 'CLOSED', label: '关闭', tone: 'success' },
  { value: 'IGNORED', label: '忽略', tone: 'neutral' },
  { value: 'REOPENED', label: '重新打开', tone: 'warning' },
  { value: 'RECOVERED', label: '自行恢复', tone: 'success' },
] as const;
export type StepEvent = (typeof stepEvents)[number]['value'];

/** Who hears of an alert, one after the other: the index is the alert's stage. */
export const posts = [
  { value: 'DUTY', label: '当值人员' },
  { value: 'DIRECTOR', label: '食品安全总监' },
  { value: 'HEAD', label: '负责人' },
] as const;
export type Post = (typeof posts)[number]['value'];

const minuteMs = 60_000;
/** How long an untaken alert waits at each stage before the next post hears of it. */
export const patience: Readonly<Record<'INFO' | 'WARN' | 'CRITICAL', readonly number[]>> = {
  INFO: [],
  WARN: [240 * minuteMs],
  CRITICAL: [10 * minuteMs, 30 * minuteMs],
};

/** The stage an alert untaken for `ms` has come to. */
export const stageAfter = (level: keyof typeof patience, ms: number): number =>
  patience[level].filter((wait) => ms >= wait).length;
