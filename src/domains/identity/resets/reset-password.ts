/** A new password for somebody: at once by the unit that looks after the account, as a temporary one by anybody else. */
import { auditOrigin } from '../../../kit/server/audit/origin.ts';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { secretOf, type Target } from '../accounts/account-actions.ts';
import { ownUnit, type Unit } from '../own-unit.ts';
import { endSessions } from '../sessions/tokens.ts';
import { generatePassword, hashPassword } from '../sign-in/password.ts';
import { clearTries } from '../sign-in/sign-in-guard.ts';
import { recordReset, temporaryMs, unitOfActor } from './record-reset.ts';

const accountPages: Partial<Record<Unit['type'], string>> = {
  ORGANIZATION: '/admin/organization/account',
  CONTRACTOR: '/admin/contractor/account',
};

/** The unit that looks after the account; undefined for the super administrator's. */
async function keeperOf(ctx: Ctx, accountId: number): Promise<Unit | undefined> {
  const { belong_type, belong_id } = await ctx.db
    .selectFrom('account')
    .select(['belong_type', 'belong_id'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return belong_type === null || belong_id === null ? undefined : { type: belong_type, id: belong_id };
}

/** The same line in the log of the unit concerned, at the record its own managers look at. */
async function tellKeeper(ctx: Ctx, keeper: Unit, { accountId, loginName }: Target, action: string): Promise<void> {
  const page = accountPages[keeper.type];
  if (!page) return;
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    'select id from employee where account_id = $1 and unit_type = $2 and unit_id = $3',
    [accountId, keeper.type, keeper.id],
  );
  const origin = { ...auditOrigin(ctx), actor: `${unitOfActor(ctx)} ${ctx.session.name}`, page };
  const entry = { action, targetId: rows[0]?.id ?? accountId, targetName: loginName };
  const whose = { unitType: keeper.type, unitId: keeper.id };
  await writeAudit(sqlOf(ctx.db), await ctx.ids.next(), isoAt(ctx.clock.now()), { ...origin, ...whose }, entry);
}

/** Takes effect at once: to be changed at the next sign-in; every session ends. */
async function resetAtOnce(ctx: Ctx, target: Target, hash: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('account')
    .set((eb) => ({
      former_password_hash: eb.ref('password_hash'),
      password_hash: hash,
      must_change_password: true,
      updated_at: isoAt(now),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', target.accountId)
    .execute();
  await endSessions(ctx.db, now, target.accountId, 'PASSWORD');
  ctx.services.sessionCache.forget(target.accountId);
}

/** Answers the password, shown once. The account's holder is told at his next sign-in, his unit in its log. */
export async function resetPassword(ctx: Ctx, target: Target): Promise<Show> {
  const password = generatePassword(ctx.services.random);
  const hash = await hashPassword(password, ctx.services.random);
  const own = ownUnit(ctx);
  const keeper = await keeperOf(ctx, target.accountId);
  const foreign = keeper !== undefined && (keeper.type !== own.type || keeper.id !== own.id);
  await recordReset(ctx, target.accountId, foreign ? hash : null);
  await clearTries(ctx.db, target.loginName);
  const action = foreign ? '生成临时密码' : '重置密码';
  await ctx.audit({ action, targetId: target.rowId, targetName: target.loginName });
  if (!foreign) {
    await resetAtOnce(ctx, target, hash);
    return secretOf(target.loginName, password);
  }
  await tellKeeper(ctx, keeper, target, action);
  return {
    secret: {
      label: `账号 ${target.loginName} 的临时密码`,
      value: password,
      note: `只显示这一次，请转交本人。${temporaryMs / 3_600_000} 小时内用它登录一次并修改密码，届时原密码和已登录的设备才失效；本人和其单位会看到这次重置，也可以作废它`,
    },
  };
}
