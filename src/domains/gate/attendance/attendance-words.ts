/** What days of attendance come to, and what may be asked for. Both sides read it. */

export const results = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'LATE', label: '迟到', tone: 'warning' },
  { value: 'EARLY', label: '早退', tone: 'warning' },
  { value: 'MISSED', label: '缺卡', tone: 'warning' },
  { value: 'ABSENT', label: '缺勤', tone: 'danger' },
  { value: 'LEAVE', label: '请假', tone: 'info' },
  { value: 'PENDING', label: '待定', tone: 'info' },
  { value: 'REST', label: '休息', tone: 'neutral' },
] as const;
export type Result = (typeof results)[number]['value'];

export const requestKinds = [
  { value: 'PERSONAL', label: '事假' },
  { value: 'SICK', label: '病假' },
  { value: 'OFFICIAL', label: '公假/出差' },
  { value: 'PUNCH_IN', label: '补签（进）' },
  { value: 'PUNCH_OUT', label: '补签（出）' },
] as const;
export type RequestKind = (typeof requestKinds)[number]['value'];

export const halves = [
  { value: 'ALL', label: '全天' },
  { value: 'AM', label: '上午' },
  { value: 'PM', label: '下午' },
] as const;
export type Half = (typeof halves)[number]['value'];
