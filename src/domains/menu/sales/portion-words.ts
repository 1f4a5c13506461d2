/** What became of a portion that was ordered, and the states of orders that mean it. */

export const portionStates = [
  { value: 'WAITING', label: '待取', tone: 'warning' },
  { value: 'PICKED', label: '已取', tone: 'success' },
  { value: 'LEFT', label: '未取', tone: 'danger' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
  { value: 'REFUNDED', label: '已退款', tone: 'neutral' },
] as const;
export type PortionState = (typeof portionStates)[number]['value'];

/** States that stand: neither taken back nor given back. */
export const standingStates = ['WAITING', 'PICKED', 'LEFT'] as const satisfies readonly PortionState[];

/** Words of the figures the pages are held against. */
export const pickedElsewhere = '订餐单已取份数';
export const bookedElsewhere = '订餐入账与点餐实收';
