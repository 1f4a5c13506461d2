/** The slip a diner takes home, and the facts a clerk checks before handing it over. */
import type { Show } from '../../../kit/server/page/binding.ts';
import { purseAmount } from '../../wallet/public.server.ts';

export interface ReceiptFacts {
  title: string;
  documentNo: string;
  personName: string;
  jobNumber: string | null;
  /** What it moves: fen, or meals in the purse COUNT. */
  purse: 'MAIN' | 'COUNT';
  amount: number;
  /** What the purse holds afterwards. */
  balance: number;
  /** `YYYY-MM-DD HH:mm:ss`. */
  at: string;
  operator: string;
  unit: string;
  extra?: readonly (readonly [string, string])[];
  /** Path of the electronic slip. */
  link?: string;
  /** Key of the picture of who signed it. */
  signature?: string | null | undefined;
}

/** Lines of the slip. */
export function receipt(facts: ReceiptFacts): NonNullable<Show['receipt']> {
  return {
    title: facts.title,
    lines: [
      ['单号', facts.documentNo],
      ['姓名', facts.personName],
      ['工号', facts.jobNumber ?? '—'],
      [facts.purse === 'COUNT' ? '次数' : '金额', purseAmount(facts.purse, facts.amount)],
      ...(facts.extra ?? []),
      [facts.purse === 'COUNT' ? '剩余次数' : '主账户余额', purseAmount(facts.purse, facts.balance)],
      ['时间', facts.at],
      ['操作员', facts.operator],
    ],
    code: facts.documentNo,
    footer: facts.unit,
    ...(facts.link ? { link: facts.link } : {}),
    ...(facts.signature ? { signature: facts.signature } : {}),
  };
}
