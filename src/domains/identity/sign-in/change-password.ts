/** Changes one's own password; every other session ends. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownRow } from '../accounts/own-account.ts';
import { endWaiting } from '../resets/record-reset.ts';
import { endSessions } from '../sessions/tokens.ts';
import { hashPassword, PasswordBusy, passwordFault, verifyPassword } from './password.ts';
import { countFailure, forgetFailures, ownCounter, waiting } from './sign-in-guard.ts';

const weak = (detail: string) => refuse('WEAK_PASSWORD', { detail }, { newPassword: detail });

async function change(ctx: Ctx, oldPassword: string, newPassword: string): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  const now = ctx.clock.now();
  // Counted outside the command's transaction: a refusal must not take the count back.
  const tries = [ownCounter(row.login_name)];
  const held = () => waiting(ctx.db, tries, now);
  const fits = (await held()) ? false : await verifyPassword(oldPassword, row.password_hash);
  const wait = await held();
  if (wait) return refuse(wait.code, { minutes: wait.minutes });
  if (!fits) {
    await countFailure(ctx.db, tries, now);
    return refuse('WRONG_PASSWORD', {}, { oldPassword: '原密码不正确' });
  }
  await forgetFailures(ctx.db, tries);
  const fault = passwordFault(newPassword, row.login_name);
  if (fault) return weak(fault);
  if (oldPassword === newPassword) return weak('新密码不能与原密码相同');
  if (row.former_password_hash && (await verifyPassword(newPassword, row.former_password_hash)))
    return weak('新密码不能与上一次的密码相同');
  const hash = await hashPassword(newPassword, ctx.services.random);
  const refused = await runCommand(ctx, async ({ db, audit }) => {
    const changed = await db
      .updateTable('account')
      .set((eb) => ({
        former_password_hash: row.password_hash,
        password_hash: hash,
        must_change_password: false,
        updated_at: isoAt(now),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .where('password_hash', '=', row.password_hash)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return refuse('STALE');
    await endWaiting({ db, clock: ctx.clock }, row.id, 'REPLACED');
    await endSessions(db, now, row.id, 'PASSWORD', ctx.session.tokenHash);
    await audit({ action: '修改密码', targetId: row.id, targetName: row.login_name });
    return null;
  });
  if (isRefusal(refused)) return refused;
  ctx.services.sessionCache.forget(row.id);
  return null;
}

/** Refused at the field that is wrong. Call it outside a transaction: it opens its own, once the try is counted. */
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
