/** Changes one's own password; every other session ends. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { ownRow } from './own-account.ts';
import { hashPassword, PasswordBusy, passwordFault, verifyPassword } from './password.ts';
import { clearTries, nameKey, nameLimits, takeTry } from './sign-in-guard.ts';
import { endSessions } from './tokens.ts';

const weak = (detail: string) => refuse('WEAK_PASSWORD', { detail }, { newPassword: detail });

async function change(ctx: Ctx, oldPassword: string, newPassword: string): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  const now = ctx.clock.now();
  // Counted outside the command's transaction: a refusal must not take the count back.
  const tried = await takeTry(ctx.services.db, nameKey(row.login_name), nameLimits, now);
  if ('waitMinutes' in tried) return refuse('SIGN_IN_LOCKED', { minutes: tried.waitMinutes });
  if (!(await verifyPassword(oldPassword, row.password_hash)))
    return refuse('WRONG_PASSWORD', {}, { oldPassword: '原密码不正确' });
  await clearTries(ctx.services.db, nameKey(row.login_name));
  const fault = passwordFault(newPassword, row.login_name);
  if (fault) return weak(fault);
  if (oldPassword === newPassword) return weak('新密码不能与原密码相同');
  if (row.former_password_hash && (await verifyPassword(newPassword, row.former_password_hash)))
    return weak('新密码不能与上一次的密码相同');
  const hash = await hashPassword(newPassword, ctx.services.random);
  await ctx.db
    .updateTable('account')
    .set((eb) => ({
      former_password_hash: row.password_hash,
      password_hash: hash,
      must_change_password: false,
      updated_at: isoAt(now),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
  await endSessions(ctx.db, now, row.id, 'PASSWORD', ctx.session.tokenHash);
  ctx.services.sessionCache.forget(row.id);
  await ctx.audit({ action: '修改密码', targetId: row.id, targetName: row.login_name });
  return null;
}

/** Refused at the field that is wrong. */
export async function changePassword(ctx: Ctx, oldPassword: unknown, newPassword: unknown): Promise<Refusal | null> {
  if (typeof oldPassword !== 'string' || oldPassword === '')
    return refuse('INVALID_FIELDS', { detail: '请输入原密码' }, { oldPassword: '请输入原密码' });
  if (typeof newPassword !== 'string' || newPassword === '') return weak('请输入新密码');
  try {
    return await change(ctx, oldPassword.slice(0, 200), newPassword.slice(0, 200));
  } catch (error) {
    if (error instanceof PasswordBusy) return refuse('BUSY');
    throw error;
  }
}
