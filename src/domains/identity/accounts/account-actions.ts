/** What is done to accounts from a list: status, locks, sessions. The caller has checked that it may. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { endSessions } from '../sessions/tokens.ts';
import { clearTries } from '../sign-in/sign-in-guard.ts';

export interface Target {
  /** Record the log names: the row of the list. */
  rowId: number;
  accountId: number;
  loginName: string;
}

const changed = (label: string, before: unknown, after: unknown) => ({ key: 'status', label, before, after });

/** Enables or disables accounts; a disabled one is signed out everywhere. */
export async function setAccountStatus(ctx: Ctx, targets: readonly Target[], status: 'NORMAL' | 'DISABLED') {
  const now = ctx.clock.now();
  for (const target of targets) {
    await ctx.db
      .updateTable('account')
      .set((eb) => ({ status, updated_at: isoAt(now), version: eb('version', '+', 1) }))
      .where('id', '=', target.accountId)
      .execute();
    if (status === 'DISABLED') await endSessions(ctx.db, now, target.accountId, 'DISABLED');
    ctx.services.sessionCache.forget(target.accountId);
    await ctx.audit({
      action: status === 'NORMAL' ? '启用' : '停用',
      targetId: target.rowId,
      targetName: target.loginName,
      changes: [changed('状态', status === 'NORMAL' ? 'DISABLED' : 'NORMAL', status)],
    });
  }
  return null;
}

/** What is shown once after a password was made. */
export function secretOf(loginName: string, password: string): Show {
  return {
    secret: {
      label: `账号 ${loginName} 的初始密码`,
      value: password,
      note: '只显示这一次，请立即转交本人；首次登录时须修改密码',
    },
  };
}

/** Lets a locked name try again. */
export async function unlock(ctx: Ctx, target: Target): Promise<null> {
  await clearTries(ctx.db, target.loginName);
  await ctx.audit({ action: '解除锁定', targetId: target.rowId, targetName: target.loginName });
  return null;
}

/** Ends every session of an account. */
export async function signOutEverywhere(ctx: Ctx, target: Target): Promise<null> {
  await endSessions(ctx.db, ctx.clock.now(), target.accountId, 'REVOKED');
  ctx.services.sessionCache.forget(target.accountId);
  await ctx.audit({ action: '强制下线', targetId: target.rowId, targetName: target.loginName });
  return null;
}

/** Takes the one-time code away from somebody who lost the phone. */
export async function totpOff(ctx: Ctx, target: Target): Promise<null> {
  await ctx.db
    .updateTable('account')
    .set({ totp_secret: null, totp_pending: null })
    .where('id', '=', target.accountId)
    .execute();
  await ctx.audit({ action: '关闭动态口令', targetId: target.rowId, targetName: target.loginName });
  return null;
}
