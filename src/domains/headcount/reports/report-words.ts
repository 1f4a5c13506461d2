/** What reports of meals are called on every page. */
export const reportStatuses = [
  { value: 'REPORTED', label: '已报', tone: 'success' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const;

export const reportSources = [
  { value: 'MANUAL', label: '人工报餐' },
  { value: 'IMPORT', label: '导入' },
  { value: 'AUTO', label: '默认就餐' },
  { value: 'SELF', label: '本人' },
  { value: 'DEVICE', label: '终端' },
] as const;

/** What became of a report; empty until its meal is over. */
export const fates = [
  { value: 'EATEN', label: '已就餐', tone: 'success' },
  { value: 'EXCUSED', label: '免责', tone: 'info' },
  { value: 'UNCLEAR', label: '待判定', tone: 'warning' },
  { value: 'IGNORED', label: '未就餐', tone: 'danger' },
  { value: 'WARNED', label: '未就餐·警告', tone: 'warning' },
  { value: 'EXEMPT', label: '未就餐·免扣', tone: 'info' },
  { value: 'CHARGE', label: '未就餐·扣费', tone: 'danger' },
] as const;

/** Where a report stands among the figures of the summaries. */
export const outcomes = [
  { value: 'WAITING', label: '待就餐', tone: 'info' },
  { value: 'EATEN', label: '已就餐', tone: 'success' },
  { value: 'MISSED', label: '未就餐', tone: 'danger' },
  { value: 'UNCLEAR', label: '待判定', tone: 'warning' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
] as const;

/** Permission to report and take back after the cut-off. */
export const lateVerb = 'late';
