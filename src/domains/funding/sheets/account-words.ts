/** Words of the account sheets. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

export const purseAccounts = [
  { value: 'wallet:MAIN', label: '主账户' },
  { value: 'wallet:SUBSIDY', label: '补贴账户' },
  { value: 'wallet:GIFT', label: '赠送账户' },
  { value: 'wallet:ARREARS', label: '欠款账户' },
] as const;

/** Two amounts that should be equal, in words: `a = b`, or `a ≠ b，差 c`. */
export const equation = (what: string, a: number, other: string, b: number): string =>
  `${what} ${formatFenGrouped(a)} ${a === b ? '=' : '≠'} ${other} ${formatFenGrouped(b)}${a === b ? '' : `，差 ${formatFenGrouped(a - b)}`}`;

/** Columns of 对账单; `in` adds to the balance, `out` takes from it. */
export const statementColumns = {
  rechargeFen: 'in',
  depositFen: 'in',
  subsidyFen: 'in',
  correctedFen: 'in',
  otherInFen: 'in',
  consumeFen: 'out',
  supplementFen: 'out',
  refundFen: 'out',
  cashOutFen: 'out',
  clearedFen: 'out',
  returnedFen: 'out',
  cardFeeFen: 'out',
  otherOutFen: 'out',
} as const;

export type StatementColumn = keyof typeof statementColumns;

const byKind: Record<string, StatementColumn> = {
  RECHARGE: 'rechargeFen',
  DEPOSIT: 'depositFen',
  SUBSIDY_GRANT: 'subsidyFen',
  CONSUME: 'consumeFen',
  SUPPLEMENT: 'supplementFen',
  REFUND: 'refundFen',
  CASH_OUT: 'cashOutFen',
  SUBSIDY_CLEAR: 'clearedFen',
  SUBSIDY_RETURN: 'returnedFen',
  CARD_FEE: 'cardFeeFen',
};

/**
 * The column a movement stands in. A reversed consumption is 纠错退回; every other reversal is netted in the column of
 * what it undoes, so that 充值 shows what really came in.
 */
export function statementColumn(kind: string, reversesKind: string, incoming: boolean): StatementColumn {
  if (kind === 'REVERSE') {
    if (reversesKind === 'CONSUME') return 'correctedFen';
    const undone = byKind[reversesKind];
    if (undone) return undone;
  }
  return byKind[kind] ?? (incoming ? 'otherInFen' : 'otherOutFen');
}
