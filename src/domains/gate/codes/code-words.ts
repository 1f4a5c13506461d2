/** What entrance codes are called, and how long they may hold. Both sides read it. */

export const codeKinds = [
  { value: 'VISITOR', label: '访客' },
  { value: 'TEMP_DINER', label: '临时就餐' },
  { value: 'GATE', label: '门岗通行' },
] as const;
export type CodeKind = (typeof codeKinds)[number]['value'];

export const codeStates = [
  { value: 'VALID', label: '有效', tone: 'success' },
  { value: 'USED_UP', label: '已用完', tone: 'neutral' },
  { value: 'EXPIRED', label: '已过期', tone: 'neutral' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const;

export const mostDays = 45;
/** What one byte of the code can say. */
export const mostUses = 255;
export const mostDistricts = 20;
