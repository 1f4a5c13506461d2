/** 取款: main money back to the person in cash. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Show } from '../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import { bookDocument } from './counter/book.ts';
import { cashPaidOut } from './counter/kinds.ts';
import { counterPerson } from './person.ts';

export interface CashOutInput {
  personId: number;
  amountFen: number;
  reason: 'PARTIAL' | 'CLOSE_ACCOUNT';
  remark: string;
}

/** Books cash given out; the answer carries the slip. Refused: closed account, more than the main account has free. */
export async function cashOut(ctx: Ctx, input: CashOutInput): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId, 'OUT');
  if (isRefusal(person)) return person;
  return bookDocument(ctx, cashPaidOut, {
    person,
    amountFen: input.amountFen,
    remark: input.remark,
    keyName: 'cash_out',
    request: (common) => ({ ...common, kind: 'CASH_OUT', amountFen: input.amountFen, reason: input.remark }),
    columns: () => ({ reason: input.reason }),
    extra: () => [['本人签字', '＿＿＿＿＿＿']],
  });
}
