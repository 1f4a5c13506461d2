/** What people are told of their meals. */
export const noticeKinds = [
  { value: 'UNREPORTED', label: '临近截止未报餐', tone: 'warning' },
  { value: 'UNORDERED', label: '临近截止未订餐', tone: 'warning' },
  { value: 'WARNED', label: '未就餐', tone: 'danger' },
  { value: 'FORGIVEN', label: '扣费退回', tone: 'success' },
] as const;
export type NoticeKind = (typeof noticeKinds)[number]['value'];

/** Before a cut-off people are told twice. */
export const noticeStages = [
  { value: '2H', label: '截止前 2 小时' },
  { value: '30M', label: '截止前 30 分钟' },
] as const;
export type NoticeStage = (typeof noticeStages)[number]['value'];

const minuteMs = 60_000;

/** The word that is due now; undefined while the cut-off is far, or passed. */
export function stageAt(closesAt: number, nowMs: number): NoticeStage | undefined {
  const leftMs = closesAt - nowMs;
  if (leftMs <= 0 || leftMs > 120 * minuteMs) return undefined;
  return leftMs > 30 * minuteMs ? '2H' : '30M';
}
