/** What is recorded of the kitchen's work. */
import type { Choice } from '../../../kit/define/field.ts';

export const recordKinds = [
  { value: 'DISINFECT', label: '消毒' },
  { value: 'PESTICIDE_TEST', label: '农残检测' },
  { value: 'WASTE', label: '废弃物' },
  { value: 'ADDITIVE', label: '添加剂' },
] as const satisfies readonly Choice[];
export type RecordKind = (typeof recordKinds)[number]['value'];

/** What no kitchen may have (食品安全法；餐饮服务食品安全操作规范). */
export const isNitrite = (text: string): boolean => /亚硝酸/.test(text);
