/** The slip a diner takes home, and the facts a clerk checks before handing it over. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import type { Show } from '../../kit/server/page/binding.ts';

export interface ReceiptFacts {
  title: string;
  documentNo: string;
  personName: string;
  jobNumber: string | null;
  amountFen: number;
  balanceFen: number;
  /** `YYYY-MM-DD HH:mm:ss`. */
  at: string;
  operator: string;
  unit: string;
  extra?: readonly (readonly [string, string])[];
}

/** Lines of the slip. */
export function receipt(facts: ReceiptFacts): NonNullable<Show['receipt']> {
  return {
    title: facts.title,
    lines: [
      ['单号', facts.documentNo],
      ['姓名', facts.personName],
      ['工号', facts.jobNumber ?? '—'],
      ['金额', `${formatFenGrouped(facts.amountFen)} 元`],
      ...(facts.extra ?? []),
      ['主账户余额', `${formatFenGrouped(facts.balanceFen)} 元`],
      ['时间', facts.at],
      ['操作员', facts.operator],
    ],
    footer: facts.unit,
  };
}
