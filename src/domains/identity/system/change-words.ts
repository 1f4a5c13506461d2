/** What a log line says was changed, in words: 手机：139 → 138；金额：空 → 1.00 元. The list and its export say the same. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

export interface Change {
  key: string;
  label: string;
  before: unknown;
  after: unknown;
}

/** The changes a log line carries; none where it carries nothing of the kind. */
export const changesIn = (value: unknown): readonly Change[] => (Array.isArray(value) ? (value as Change[]) : []);

const nothing = (value: unknown) => value === null || value === undefined || value === '';

const words = (key: string, value: unknown): string => {
  if (nothing(value)) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number' && key.endsWith('Fen')) return `${formatFenGrouped(value)} 元`;
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map((v) => words(key, v)).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Before (undefined when there was nothing) and after. */
export const sidesOf = ({ key, before, after }: Change): { before: string | undefined; after: string } => ({
  before: nothing(before) ? undefined : words(key, before),
  after: words(key, after),
});

/** One change in a line. */
export function changeWords(change: Change): string {
  const { before, after } = sidesOf(change);
  return before === undefined ? `${change.label}：${after}` : `${change.label}：${before} → ${after}`;
}
