/** The public states of a granted line. */
import type { Choice } from '../../../kit/define/field.ts';

/** The public state of a line: that of its lot once it is posted. */
export const itemStates = [
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'ACTIVE', label: '可用', tone: 'success' },
  { value: 'FROZEN', label: '已冻结', tone: 'warning' },
  { value: 'USED_UP', label: '已用完', tone: 'neutral' },
  { value: 'EXPIRED', label: '已到期', tone: 'warning' },
  { value: 'CLEARED', label: '已清零', tone: 'neutral' },
  { value: 'RETURNED', label: '已退回', tone: 'neutral' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
