/** Words of the sheets of meals, and where each kind of posting stands in 计次对账单. */

/** Kind of a posting; `_BACK` undoes one. */
export const countKinds = [
  { value: 'SUBSIDY_GRANT', label: '充入' },
  { value: 'SUBSIDY_GRANT_BACK', label: '充入冲正' },
  { value: 'CONSUME', label: '计次消费' },
  { value: 'CONSUME_BACK', label: '纠错退回' },
  { value: 'SUBSIDY_RETURN', label: '退次数' },
  { value: 'SUBSIDY_RETURN_BACK', label: '撤销退次数' },
  { value: 'SUBSIDY_CLEAR', label: '到期清零' },
  { value: 'SUBSIDY_CLEAR_BACK', label: '清零恢复' },
  { value: 'ADJUST', label: '调整' },
  { value: 'ADJUST_BACK', label: '调整退回' },
] as const;

export type CountKind = (typeof countKinds)[number]['value'];

/** The account whose lines are meals. */
export const countAccount = 'wallet:COUNT';

/** Columns of 计次对账单 with the kinds that stand in each; `in` adds to what is left, `out` takes from it. */
export const countColumns = {
  grantedMeals: { side: 'in', label: '充入', kinds: ['SUBSIDY_GRANT', 'SUBSIDY_GRANT_BACK'] },
  correctedMeals: { side: 'in', label: '纠错退回', kinds: ['CONSUME_BACK'] },
  adjustedMeals: { side: 'in', label: '调整', kinds: ['ADJUST', 'ADJUST_BACK'] },
  eatenMeals: { side: 'out', label: '计次消费', kinds: ['CONSUME'] },
  returnedMeals: { side: 'out', label: '退次数', kinds: ['SUBSIDY_RETURN', 'SUBSIDY_RETURN_BACK'] },
  clearedMeals: { side: 'out', label: '到期清零', kinds: ['SUBSIDY_CLEAR', 'SUBSIDY_CLEAR_BACK'] },
} as const satisfies Record<string, { side: 'in' | 'out'; label: string; kinds: readonly CountKind[] }>;

export type CountColumn = keyof typeof countColumns;
export const countKeys = Object.keys(countColumns) as CountColumn[];

/** The column a movement stands in; whatever has none of its own is 调整. */
export function countColumnOf(kind: string, reversesKind: string): CountColumn {
  const named = kind === 'REVERSE' ? `${reversesKind}_BACK` : kind;
  return countKeys.find((key) => (countColumns[key].kinds as readonly string[]).includes(named)) ?? 'adjustedMeals';
}
