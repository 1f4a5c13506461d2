/** 计次充值: meals into the person's COUNT purse. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { bookDocument } from '../counter/book.ts';
import { countRecharge } from '../counter/kinds.ts';
import { counterPerson } from '../counter/person.ts';

/** Books meals; the answer carries the slip. Refused: closed account. */
export async function rechargeMeals(
  ctx: Ctx,
  input: { personId: number; meals: number; remark: string },
): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId);
  if (isRefusal(person)) return person;
  return bookDocument(ctx, countRecharge, {
    person,
    amount: input.meals,
    remark: input.remark,
    keyName: 'count_recharge',
    request: (common) => ({
      ...common,
      kind: 'SUBSIDY_GRANT',
      purse: 'COUNT',
      amountFen: input.meals,
      reason: input.remark || '计次充值',
    }),
    columns: () => ({}),
  });
}
