/** What portions are known by. */
import type { Choice } from '../../../kit/define/field.ts';
import { entryKinds } from '../../stock/public.ts';

export const theorySources = [
  { value: 'SOLD', label: '按菜品售出' },
  { value: 'EATEN', label: '按就餐人数' },
] as const satisfies readonly Choice[];

const taking = ['ISSUE', 'ISSUE_RETURN', 'LOSS', 'COUNT_GAIN', 'COUNT_LOSS'];
/** What counts as used: entries of these kinds, and what a transfer lost on its way. */
export const usedKinds: readonly Choice[] = [
  ...entryKinds.filter(({ value }) => taking.includes(value)),
  { value: 'TRANSIT_LOSS', label: '途中损耗', tone: 'danger' },
];
