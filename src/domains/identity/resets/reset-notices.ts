/** What the holder of an account is told about passwords others made for it, and what he may do about it. */

import type { ResetNotice } from '../../../kit/define/matters.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { endWaiting } from './record-reset.ts';

/** Resets of an account, the newest first, twenty at most; `unseen`: those its holder has not said to have seen. */
export async function resetNotices(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  accountId: number,
  unseen: boolean,
): Promise<ResetNotice[]> {
  let query = ctx.db
    .selectFrom('password_reset')
    .select(['id', 'at', 'by_name', 'by_unit', 'ip', 'expires_at', 'ended_at', 'end_reason', 'used_ip'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(20);
  if (unseen) query = query.where('seen_at', 'is', null);
  const now = ctx.clock.now();
  return (await query.execute()).map((r) => ({
    id: r.id,
    at: r.at,
    by: `${r.by_unit} ${r.by_name}`,
    ip: r.ip,
    state: r.end_reason ?? (Date.parse(r.expires_at!) > now ? 'WAITING' : 'EXPIRED'),
    until: r.expires_at,
    endedAt: r.ended_at,
    usedIp: r.used_ip,
  }));
}

/** One's own resets are seen: they are not told again. */
export async function sawResets(ctx: Ctx): Promise<null> {
  await ctx.db
    .updateTable('password_reset')
    .set({ seen_at: isoAt(ctx.clock.now()) })
    .where('account_id', '=', ctx.session.accountId)
    .where('seen_at', 'is', null)
    .execute();
  return null;
}

/** Makes a waiting temporary password of one's own account good for nothing. */
export async function voidOwnReset(ctx: Ctx, id: unknown): Promise<Refusal | null> {
  const { accountId, account } = ctx.session;
  const waiting = (await resetNotices(ctx, accountId, false)).some((r) => r.id === readId(id) && r.state === 'WAITING');
  if (!waiting || !(await endWaiting(ctx, accountId, 'VOIDED'))) return refuse('RESET_OVER');
  await ctx.audit({ action: '作废临时密码', targetId: accountId, targetName: account });
  return null;
}
