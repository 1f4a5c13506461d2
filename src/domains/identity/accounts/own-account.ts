/** One's own account: profile and the one-time code, begun, confirmed and switched off. */
import { sql } from 'kysely';
import type { Fields } from '../../../kit/define/field.ts';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { countFailure, forgetFailures, ownCounter, waiting } from '../sign-in/sign-in-guard.ts';
import { base32, matchingStep, otpauth } from '../sign-in/totp.ts';
import type { AccountRow } from '../tables.ts';

export function ownRow(ctx: Ctx): Promise<AccountRow> {
  return ctx.db.selectFrom('account').selectAll().where('id', '=', ctx.session.accountId).executeTakeFirstOrThrow();
}

/** What 个人信息 shows. */
export async function ownProfile(ctx: Ctx): Promise<Record<string, unknown>> {
  const row = await ownRow(ctx);
  const roles = await sql<{
    names: string | null;
  }>`select /* wall: of the session itself */ string_agg(r.name, '、' order by r.id) as names
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

/** Writes one's own name, phone and picture; STALE where they changed since they were read. */
export async function editOwnProfile(
  ctx: Ctx,
  fields: Fields,
  { name, phone, avatar }: { name?: string | null; phone?: string | null; avatar?: string | null },
  before: RowValues,
): Promise<Refusal | null> {
  const { accountId, account } = ctx.session;
  const version = before.version as number;
  const done = await ctx.db
    .updateTable('account')
    .set({
      ...(name ? { name } : {}),
      ...(phone === undefined ? {} : { phone }),
      ...(avatar === undefined ? {} : { avatar }),
      updated_at: isoAt(ctx.clock.now()),
      version: version + 1,
    })
    .where('id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return refuse('STALE');
  ctx.services.sessionCache.forget(accountId);
  const changes = changesOf(fields, before, { name, phone, avatar });
  await ctx.audit({ action: '编辑', targetId: accountId, targetName: account, changes });
  return null;
}

const secretBytes = 20;

/** Makes a secret that counts once a code made from it was shown. */
export async function beginTotp(ctx: Ctx): Promise<{ secret: string; otpauth: string } | Refusal> {
  const row = await ownRow(ctx);
  if (row.totp_secret !== null) return refuse('TOTP_STATE', { detail: '动态口令已开启' });
  const secret = base32(Buffer.from(ctx.services.random.token(secretBytes), 'base64url'));
  await ctx.db
    .updateTable('account')
    .set({ totp_pending: ctx.services.vault.seal(secret) })
    .where('id', '=', row.id)
    .execute();
  return { secret, otpauth: otpauth(ctx.services.config.company, row.login_name, secret) };
}

const badCode = () => refuse('BAD_TOTP', {}, { code: '动态口令不正确' });

/** Switches the one-time code on. */
export async function enableTotp(ctx: Ctx, code: unknown): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  if (row.totp_pending === null) return refuse('TOTP_STATE', { detail: '请先扫描二维码' });
  const step = matchingStep(ctx.services.vault.open(row.totp_pending), String(code ?? ''), ctx.clock.now(), 0);
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

/**
 * Switches it off; a stolen session must not get that by guessing, so tries count as at sign-in. Call it outside a
 * transaction: a refusal must not take the count back.
 */
export async function disableTotp(ctx: Ctx, code: unknown): Promise<Refusal | null> {
  const row = await ownRow(ctx);
  if (row.totp_secret === null) return refuse('TOTP_STATE', { detail: '动态口令未开启' });
  const tries = [ownCounter(row.login_name)];
  const now = ctx.clock.now();
  const wait = await waiting(ctx.db, tries, now);
  if (wait) return refuse(wait.code, { minutes: wait.minutes });
  const step = matchingStep(ctx.services.vault.open(row.totp_secret), String(code ?? ''), now, row.totp_last_step);
  if (step === undefined) {
    await countFailure(ctx.db, tries, now);
    return badCode();
  }
  await forgetFailures(ctx.db, tries);
  return (await runCommand(ctx, async ({ db, audit }) => {
    await db
      .updateTable('account')
      .set({ totp_secret: null, totp_pending: null, totp_last_step: step, updated_at: isoAt(now) })
      .where('id', '=', row.id)
      .execute();
    await audit({ action: '关闭动态口令', targetId: row.id, targetName: row.login_name });
    return null;
  })) as Refusal | null;
}
