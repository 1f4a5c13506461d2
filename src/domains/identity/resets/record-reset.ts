/** The book of passwords somebody else made: who, of which unit, when and from where, for the account's holder to see. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { unitTypeLabels } from '../sessions/identities.ts';

/** A temporary password nobody used is good for this long. */
export const temporaryMs = 72 * 3_600_000;

/** Who acts, with his unit, in words: 代理商「华北代理」. */
export function unitOfActor({ session }: Pick<Ctx, 'session'>): string {
  return session.unitType === null ? '超级管理员' : `${unitTypeLabels[session.unitType]}「${session.unitName ?? ''}」`;
}

/** Ends a temporary password that waits; false when there was none. */
export async function endWaiting(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  accountId: number,
  reason: 'REPLACED' | 'VOIDED',
): Promise<boolean> {
  const ended = await ctx.db
    .updateTable('password_reset')
    .set({ temporary_hash: null, ended_at: isoAt(ctx.clock.now()), end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Writes a reset down; with the hash of a temporary password it waits to be used, without it took effect at once. */
export async function recordReset(ctx: Ctx, accountId: number, temporaryHash: string | null): Promise<void> {
  await endWaiting(ctx, accountId, 'REPLACED');
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('password_reset')
    .values({
      id: await ctx.ids.next(),
      account_id: accountId,
      by_account_id: ctx.session.accountId,
      by_name: ctx.session.name,
      by_unit: unitOfActor(ctx),
      ip: ctx.ip,
      at: isoAt(now),
      temporary_hash: temporaryHash,
      expires_at: temporaryHash === null ? null : isoAt(now + temporaryMs),
      ended_at: temporaryHash === null ? isoAt(now) : null,
      end_reason: temporaryHash === null ? 'AT_ONCE' : null,
      used_ip: null,
      seen_at: null,
    })
    .execute();
}
