/** Card numbers from one to another, counted in their last digits: 0001000 to 0001999, A-01 to A-20. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';

export const mostCardsAtOnce = 2_000;

const parts = (no: string) => /^(.*?)(\d{1,15})$/.exec(no);

/** The numbers of the range, both ends included; leading zeros stay. */
export function cardRange(from: string, to: string): string[] | Refusal {
  const [a, b] = [parts(from), parts(to)];
  if (!a || !b) return refuse('CARD_RANGE', { detail: '起止卡号须以数字结尾' });
  const [, prefix, first] = a as unknown as [string, string, string];
  const [, otherPrefix, last] = b as unknown as [string, string, string];
  if (prefix !== otherPrefix || first.length !== last.length)
    return refuse('CARD_RANGE', { detail: '起止卡号的前缀和位数须相同' });
  const count = Number(last) - Number(first) + 1;
  if (count < 1) return refuse('CARD_RANGE', { detail: '止号不能小于起号' });
  if (count > mostCardsAtOnce)
    return refuse('CARD_RANGE', { detail: `一次最多 ${mostCardsAtOnce} 张，本次 ${count} 张` });
  return Array.from({ length: count }, (_, i) => prefix + String(Number(first) + i).padStart(first.length, '0'));
}
