/** What was going on when a cabinet or its camera saw something. Both sides read it. */
export const snapshotEvents = [
  { value: 'OPEN', label: '开柜' },
  { value: 'PUT', label: '入柜' },
  { value: 'TAKE', label: '取出' },
  { value: 'WEIGH', label: '称重' },
  { value: 'STRANGER', label: '陌生人', tone: 'warning' },
  { value: 'OTHER', label: '其他', tone: 'neutral' },
] as const;
export type SnapshotEvent = (typeof snapshotEvents)[number]['value'];
