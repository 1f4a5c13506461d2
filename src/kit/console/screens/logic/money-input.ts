/** What a clerk types as an amount, and what of it becomes integer fen. */
import { formatFenPlain } from '../../../define/fen.ts';

export type ParsedMoney = { fen: number } | { empty: true } | { error: string };

const limit = 9_000_000_000_000;

/**
 * Reads an amount in yuan as typed or pasted: thousands separators, ¥, 元, full-width digits and signs are understood.
 * More than two decimals are refused, never rounded.
 */
export function parseMoney(text: string): ParsedMoney {
  const plain = text
    .normalize('NFKC')
    .replace(/[¥￥元\s]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/。/g, '.');
  if (plain === '') return { empty: true };
  const digits = plain.replaceAll(',', '');
  if (plain.includes(',') && !/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) return { error: '千位分隔符位置不对' };
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(digits);
  if (!match || (match[2] === '' && !match[3])) return { error: '请输入金额，例如 12.50' };
  const [, sign, whole = '', cents = ''] = match;
  if (cents.length > 2) return { error: '金额最多两位小数' };
  const fen = Number(whole || '0') * 100 + Number(cents.padEnd(2, '0'));
  if (!Number.isSafeInteger(fen) || fen > limit) return { error: '金额太大' };
  return { fen: sign === '-' && fen !== 0 ? -fen : fen };
}

/** Fen as the text of an input: no separators, two decimals. */
export function moneyText(fen: number | null | undefined): string {
  return fen === null || fen === undefined ? '' : formatFenPlain(fen);
}
