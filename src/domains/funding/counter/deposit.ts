/** 存款: cash over the counter into the main account. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { limitOf } from '../limits/limits.ts';
import { bookDocument } from './book.ts';
import { cashDeposit } from './kinds.ts';
import { counterPerson } from './person.ts';

/** Books cash; the answer carries the slip. Refused: closed account, stored maximum. */
export async function deposit(
  ctx: Ctx,
  input: { personId: number; amountFen: number; remark: string },
): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId);
  if (isRefusal(person)) return person;
  const { maxBalanceFen } = await limitOf(sqlOf(ctx.db), ownOrganization(ctx), person.type_id);
  return bookDocument(ctx, cashDeposit, {
    person,
    amount: input.amountFen,
    remark: input.remark,
    keyName: 'deposit',
    request: (common) => ({ ...common, kind: 'DEPOSIT', amountFen: input.amountFen, maxBalanceFen }),
    columns: (_at, suffix) => ({ receipt_no: `XP${suffix}` }),
    extra: (no) => [['小票号', `XP${no.slice(cashDeposit.prefix.length)}`]],
  });
}
