/** Temporary passwords that wait, as the managers of the unit see and end them. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Target } from '../accounts/account-actions.ts';
import { endWaiting } from './record-reset.ts';

/** Over `a`: until when a temporary password of the account may be used. */
export const waitingUntil = sql`(select w.expires_at from password_reset w where w.account_id = a.id and w.ended_at is null)`;

/** One that ran out waits no more. */
export function deriveWaiting(row: Record<string, unknown>, ctx: Ctx): Record<string, unknown> {
  const until = row.temporaryUntil;
  return { temporaryUntil: typeof until === 'string' && Date.parse(until) > ctx.clock.now() ? until : null };
}

/** Makes it good for nothing. */
export async function voidReset(ctx: Ctx, target: Target): Promise<Refusal | null> {
  if (!(await endWaiting(ctx, target.accountId, 'VOIDED'))) return refuse('RESET_OVER');
  await ctx.audit({ action: '作废临时密码', targetId: target.rowId, targetName: target.loginName });
  return null;
}
