/** Card commands that money goes with run inside the wallet's transaction: both happen or neither. */
import type { AuditEntry } from '../../../kit/server/audit/entry.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { type Ctx, formKey } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';

export interface CardMoney {
  kind: 'CARD_FEE' | 'CARD_DEPOSIT' | 'CARD_DEPOSIT_RETURN';
  amountFen: number;
  by: 'MAIN' | 'CASH';
  organizationId: number;
  personId: number;
  reason: string;
}

export type CardCommand = (executor: Sql, audit: (entry: AuditEntry) => Promise<void>) => Promise<Refusal | undefined>;

/**
 * Runs `command` once per request key, in the wallet's transaction when there is money, in one of its own otherwise.
 * The verb must be outside the engine's transaction. The command may run again when the wallet retries its batch.
 */
export async function withCardMoney(
  ctx: Ctx,
  money: CardMoney | null,
  command: CardCommand,
): Promise<Refusal | undefined> {
  if (!money || money.amountFen === 0) {
    const answer = await runCommand(ctx, async (inner) => (await command(sqlOf(inner.db), inner.audit)) ?? null);
    return isRefusal(answer) ? answer : undefined;
  }
  const outcome = await ctx.services.wallet.submit({
    ...money,
    requestKey: `card:${formKey(ctx)}`,
    occurredAt: ctx.clock.now(),
    operatorId: ctx.session.accountId,
    sourceType: 'card',
    companion: (tx) => command(tx, (entry) => auditInto(ctx, tx, entry)),
  });
  return isRefusal(outcome) ? outcome : undefined;
}
