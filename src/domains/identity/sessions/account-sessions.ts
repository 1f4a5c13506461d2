/** The live sessions of an account, and ending one of them. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { SessionLine } from '../shapes.ts';
import { unitTypeLabels } from './identities.ts';
import { sessionLimits } from './tokens.ts';

/** A browser and system out of a user agent, good enough to tell one's own devices apart. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return '未知设备';
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(userAgent)?.[0]?.replace('Mac OS X', 'macOS') ?? '';
  const browser = /Edg|MicroMessenger|Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', MicroMessenger: '微信' };
  return [names[browser] ?? browser, system].filter(Boolean).join(' · ') || userAgent.slice(0, 40);
}

/** Sessions that still live, the one last seen first; at most 100. */
export async function liveSessions(ctx: Ctx, accountId: number): Promise<SessionLine[]> {
  const now = ctx.clock.now();
  const ownHash = ctx.session.tokenHash;
  // An account may be signed in to several units: its sessions are its own, whatever unit it acts for now.
  const rows = await beyondScope(ctx)
    .selectFrom('admin_session as s')
    .leftJoin('employee as e', 'e.id', 's.employee_id')
    .selectAll('s')
    .select('e.unit_type')
    .where('s.account_id', '=', accountId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', isoAt(now))
    .where('s.last_seen_at', '>', isoAt(now - sessionLimits.idleMs))
    .orderBy('s.last_seen_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((s) => ({
    id: s.id,
    identity: s.unit_type ? unitTypeLabels[s.unit_type] : '超级管理员',
    issuedAt: s.issued_at,
    lastSeenAt: s.last_seen_at,
    expireAt: s.expires_at,
    ip: s.ip,
    device: deviceName(s.user_agent),
    current: s.token_hash === ownHash || s.former_hash === ownHash,
  }));
}

/** Ends one session of an account, audited. */
export async function revokeSession(ctx: Ctx, accountId: number, id: unknown): Promise<Refusal | null> {
  const sessionId = readId(id);
  const ended =
    sessionId !== undefined
      ? await ctx.db
          .updateTable('admin_session')
          .set({ ended_at: isoAt(ctx.clock.now()), end_reason: 'REVOKED' })
          .where('id', '=', sessionId)
          .where('account_id', '=', accountId)
          .where('ended_at', 'is', null)
          .returning(['ip', 'user_agent'])
          .executeTakeFirst()
      : undefined;
  if (!ended) return refuse('NOT_FOUND');
  ctx.services.sessionCache.forget(accountId);
  await ctx.audit({
    action: '退出设备',
    targetId: accountId,
    targetName: `${deviceName(ended.user_agent)}（${ended.ip}）`,
  });
  return null;
}
