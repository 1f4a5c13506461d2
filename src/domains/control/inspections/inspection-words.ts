/** Who inspects, and what they find. */
import type { Choice } from '../../../kit/define/field.ts';

export const inspectorKinds = [
  { value: 'LEADER', label: '陪餐领导' },
  { value: 'PARENT', label: '家长代表' },
  { value: 'REGULATOR', label: '监管人员' },
  { value: 'INTERNAL', label: '内部巡检' },
] as const satisfies readonly Choice[];

export const grades = [
  { value: 'GOOD', label: '好', tone: 'success' },
  { value: 'FAIR', label: '一般', tone: 'warning' },
  { value: 'POOR', label: '差', tone: 'danger' },
] as const satisfies readonly Choice[];
