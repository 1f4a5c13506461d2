/** States of a subscription bill (domain.md §4). */

export const billStatuses = [
  { value: 'CALCULATING', label: '计算中', tone: 'neutral' },
  { value: 'UNPAID', label: '待付款', tone: 'warning' },
  { value: 'PAID', label: '已付款', tone: 'success' },
  { value: 'OVERDUE', label: '已逾期', tone: 'danger' },
  { value: 'FROZEN', label: '已冻结', tone: 'warning' },
  { value: 'WAIVED', label: '已减免', tone: 'info' },
] as const;

/** States in which a bill waits for its payment. */
export const unpaid = ['UNPAID', 'OVERDUE', 'FROZEN'] as const;

export const subscribeTypes = [
  { value: 'MONTHLY', label: '按月' },
  { value: 'YEARLY', label: '按年' },
] as const;
