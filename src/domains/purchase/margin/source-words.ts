/** What portions are known by. */
import type { Choice } from '../../../kit/define/field.ts';

export const theorySources = [
  { value: 'SOLD', label: '按菜品售出' },
  { value: 'EATEN', label: '按就餐人数' },
] as const satisfies readonly Choice[];
