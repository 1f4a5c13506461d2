/** Kinds of movement of subsidy money. */
export const lineKinds = [
  { value: 'GRANT', label: '发放', tone: 'success' },
  { value: 'USE', label: '使用', tone: 'info' },
  { value: 'REFUND', label: '消费退回', tone: 'warning' },
  { value: 'RETURN', label: '退回', tone: 'warning' },
  { value: 'RETURN_BACK', label: '撤销退回', tone: 'neutral' },
  { value: 'CLEAR', label: '清零', tone: 'danger' },
  { value: 'CARRY', label: '结转', tone: 'success' },
  { value: 'RESTORE', label: '恢复（新补贴）', tone: 'success' },
  { value: 'CLEAR_BACK', label: '恢复（原补贴）', tone: 'success' },
  { value: 'ADJUST', label: '调整', tone: 'neutral' },
] as const;
export type LineKind = (typeof lineKinds)[number]['value'];
