/**
 * Labels of a shop's scale: EAN-13 with an in-store prefix – two digits, five of the goods' number, five of fen or grams, a check
 * digit – or 18 digits with fen and then grams. Pure.
 */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';
import { checkDigit } from '../../stock/public.ts';

export interface ScaleLabel {
  plu: number;
  amountFen: number | null;
  grams: number | null;
}

/** Reads a label; words say why it is none of this shop's. */
export function readScaleCode(
  code: string,
  shop: { prefix: number | null; tells: 'AMOUNT' | 'WEIGHT' | null },
): ScaleLabel | string {
  if (shop.prefix === null) return '本店没有设置秤码';
  if (!/^\d+$/.test(code) || (code.length !== 13 && code.length !== 18)) return '秤码应为 13 位或 18 位数字';
  if (checkDigit(code.slice(0, -1)) !== Number(code.at(-1))) return '秤码校验位不正确';
  if (Number(code.slice(0, 2)) !== shop.prefix) return `秤码应以 ${shop.prefix} 开头`;
  const plu = Number(code.slice(2, 7));
  const first = Number(code.slice(7, 12));
  if (code.length === 18) return { plu, amountFen: first, grams: Number(code.slice(12, 17)) };
  return shop.tells === 'AMOUNT' ? { plu, amountFen: first, grams: null } : { plu, amountFen: null, grams: first };
}

/** A scale rounds by itself: its amount may be off by this much. */
const roundedFen = 1;

/** Grams and amount of a label at a price; words where the two of them do not belong together. */
export function labelWorth(
  { amountFen, grams }: ScaleLabel,
  { priceFen, unitSize }: { priceFen: number; unitSize: number },
): { grams: number; amountFen: number } | string {
  if (grams !== null) {
    if (grams === 0) return '秤码上的重量为 0';
    const worth = mulDivHalfUp(priceFen, grams, unitSize);
    if (amountFen !== null && Math.abs(amountFen - worth) > roundedFen)
      return `秤码上的金额与重量、单价不符：${grams} 克应为 ${formatFenGrouped(worth)} 元`;
    return { grams, amountFen: amountFen ?? worth };
  }
  if (amountFen === null || amountFen === 0 || priceFen === 0) return '秤码上的金额为 0';
  return { grams: Math.max(1, mulDivHalfUp(amountFen, unitSize, priceFen)), amountFen };
}
