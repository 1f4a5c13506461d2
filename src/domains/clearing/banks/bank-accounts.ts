/** Which of the platform's own bank accounts a statement is of. Both sides read it. */
import type { Choice } from '../../../kit/define/field.ts';

export const bankAccounts = [
  { value: 'PAYOUT', label: '打款账户' },
  { value: 'RECEIPTS', label: '收款账户' },
  { value: 'ONE', label: '打款与收款同一账户' },
] as const satisfies readonly Choice[];

export const bankResults = [
  { value: 'OPENING', label: '期初', tone: 'info' },
  { value: 'OK', label: '相符', tone: 'success' },
  { value: 'OFF', label: '不符', tone: 'danger' },
  { value: 'VOID', label: '已作废', tone: 'neutral' },
] as const satisfies readonly Choice[];
