/** What 冲正 of a counter's document would do: whose it is, the document, what the purses hold afterwards. */
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { purseAmount, purseLines } from '../../wallet/public.server.ts';
import { type ReversibleDocument, refuseLate } from './reverse.ts';

export async function reverseOutcome(
  ctx: Ctx,
  document: ReversibleDocument,
  facts: string,
): Promise<Outcome | Refusal> {
  const now = ctx.clock.now();
  const late = refuseLate(document, now);
  if (late) return late;
  const { table, purse } = document.kind;
  const outcome = await ctx.services.wallet.foresee({
    kind: 'REVERSE',
    organizationId: ownOrganization(ctx),
    requestKey: `foresee:${table}:${document.id}`,
    personId: document.personId,
    occurredAt: now,
    originalPostingId: document.postingId,
    operatorId: ctx.session.accountId,
  });
  if (isRefusal(outcome)) return outcome;
  const lines = [
    ['人员', document.personName],
    ['原单', `${facts}，${purseAmount(purse, document.amount)}`],
    ...purseLines(outcome.posted),
  ] as const;
  return purse === 'COUNT'
    ? { lines, amount: purseAmount(purse, document.amount) }
    : { lines, amountFen: outcome.posted.amountFen };
}
