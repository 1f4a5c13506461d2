/** Why a price is what it is, in a clerk's words. A fixed price keeps its figures with the trade; the words are made on reading. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

/** The rule that priced a trade and what it said then: rules change later, the trade does not. */
export interface FixedTrace {
  ruleId: number;
  nth: number;
  firstFen: number;
  fen: number;
}

const fixedWords = ({ ruleId, nth, firstFen, fen }: FixedTrace): string[] => [
  `本餐第 ${nth} 次`,
  `适用定值规则 ${ruleId}：第一次 ${formatFenGrouped(firstFen)} 元，本次 ${formatFenGrouped(fen)} 元`,
];

/** The lines of a price's trace, whatever priced it. */
export function priceLines(trace: unknown): string[] {
  const { lines = [], ...figures } = (trace ?? {}) as Partial<FixedTrace> & { lines?: string[] };
  return figures.firstFen === undefined ? lines : [...fixedWords(figures as FixedTrace), ...lines];
}
