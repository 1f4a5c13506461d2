/** One's own account: profile and the one-time code, begun, confirmed and switched off. */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { clearTries, nameKey, nameLimits, takeTry } from './sign-in-guard.ts';
import type { AccountRow } from './tables.ts';
import { base32, matchingStep, otpauth } from './totp.ts';

export function ownRow(ctx: Ctx): Promise<AccountRow> {
  return ctx.db.selectFrom('account').selectAll().where('id', '=', ctx.session.accountId).executeTakeFirstOrThrow();
}

/** What 个人信息 shows. */
export async function ownProfile(ctx: Ctx): Promise<Record<string, unknown>> {
  const row = await ownRow(ctx);
  const roles = await sql<{ names: string | null }>`select string_agg(r.name, '、' order by r.id) as names
    from employee e join role r on r.id = any(e.role_ids) where e.id = ${ctx.session.employeeId}`.execute(ctx.db);
  return {
    loginName: row.login_name,
    name: row.name,
    phone: row.phone,
    avatar: row.avatar,
    unitType: ctx.session.unitType,
    unitName: ctx.session.unitName,
    roleNames: ctx.session.unitType === null ? '超级管理员' : (roles.rows[0]?.names ?? ''),
    lastLoginAt: row.last_login_at,
    lastLoginIp: row.last_login_ip,
    totp: row.totp_secret !== null,
    version: row.version,
  };
}

const secretBytes = 20;

/** Makes a secret that counts once a code made from it was shown. */
export async function beginTotp(ctx: Ctx): Promise<{ secret: string; otpauth: string } | Refusal> {
  const row = await ownRow(ctx);
  if (row.totp_secret !== null) return refuse('TOTP_STATE', { detail: '动态口令已开启' });
  const secret = base32(Buffer.from(ctx.services.random.token(secretBytes), 'base64url'));
  await ctx.db.updateTable('account').set({ totp_pending: secret }).where('id', '=', row.id).execute();
  return { secret, otpauth: otpauth(ctx.services.config.company, row.login_name, secret) };
}

const badCode = () => refuse('BAD_TOTP', {}, { code: '动态口令不正确' });

/** Switches the one-time code on. */
export async function enableTotp(ctx: Ctx, code: unknown): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  if (row.totp_pending === null) return refuse('TOTP_STATE', { detail: '请先扫描二维码' });
  const step = matchingStep(row.totp_pending, String(code ?? ''), ctx.clock.now(), 0);
  if (step === undefined) return badCode();
  await ctx.db
    .updateTable('account')
    .set({
      totp_secret: row.totp_pending,
      totp_pending: null,
      totp_last_step: step,
      updated_at: isoAt(ctx.clock.now()),
    })
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({ action: '开启动态口令', targetId: row.id, targetName: row.login_name });
  return null;
}

/** Switches it off; a stolen session must not get that by guessing, so tries count as at sign-in. */
export async function disableTotp(ctx: Ctx, code: unknown): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  if (row.totp_secret === null) return refuse('TOTP_STATE', { detail: '动态口令未开启' });
  const tried = await takeTry(ctx.services.db, nameKey(row.login_name), nameLimits, ctx.clock.now());
  if ('waitMinutes' in tried) return refuse('SIGN_IN_LOCKED', { minutes: tried.waitMinutes });
  const step = matchingStep(row.totp_secret, String(code ?? ''), ctx.clock.now(), row.totp_last_step);
  if (step === undefined) return badCode();
  await clearTries(ctx.services.db, nameKey(row.login_name));
  await ctx.db
    .updateTable('account')
    .set({ totp_secret: null, totp_pending: null, totp_last_step: step, updated_at: isoAt(ctx.clock.now()) })
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({ action: '关闭动态口令', targetId: row.id, targetName: row.login_name });
  return null;
}
