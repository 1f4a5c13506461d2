/** Server side of 账号管理 and 平台管理员. */
import { sql } from 'kysely';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type ActionInput, bind, type RowValues } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  resetPassword,
  setAccountStatus,
  signOutEverywhere,
  type Target,
  totpOff,
  unlock,
} from '../account-actions.ts';
import { takeOn } from '../hire.ts';
import { dataScope, deriveLock, ownMembers, roleNames } from '../member-list.ts';
import { memberOptions } from '../member-options.ts';
import { keepsOwner, notAboveOneself, withinOwnRights } from '../member-rules.ts';
import { ownUnit } from '../own-unit.ts';
import account from './account.page.ts';

/** Accounts of the rows, once it is sure that the session may touch them. */
async function targets(ctx: Ctx, rows: readonly RowValues[], selfAction?: string): Promise<Target[] | Refusal> {
  const ids = rows.map((r) => r.id);
  const beyond = await notAboveOneself(ctx, ownUnit(ctx), ids);
  if (beyond) return beyond;
  const found = await ctx.db
    .selectFrom('employee as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['e.id as rowId', 'a.id as accountId', 'a.login_name as loginName'])
    .where('e.id', 'in', ids)
    .execute();
  if (selfAction && found.some((t) => t.accountId === ctx.session.accountId))
    return refuse('SELF_LOCKOUT', { action: selfAction });
  return found;
}

const one =
  <T>(work: (ctx: Ctx, target: Target) => Promise<T>, selfAction?: string) =>
  async (ctx: Ctx, { rows }: ActionInput): Promise<T | Refusal> => {
    const found = await targets(ctx, rows, selfAction);
    if (isRefusal(found)) return found;
    return found.length === 1 ? work(ctx, found[0]!) : refuse('MALFORMED', { detail: '一次只能处理一个账号' });
  };

const setStatus =
  (status: 'NORMAL' | 'DISABLED') =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    const found = await targets(ctx, rows, status === 'DISABLED' ? '停用' : undefined);
    if (isRefusal(found)) return found;
    await setAccountStatus(ctx, found, status);
    return (await keepsOwner(ctx, ownUnit(ctx), '停用')) ?? null;
  };

export default bind(account, {
  list: {
    from: (db, ctx) => {
      const unit = ownUnit(ctx);
      return ownMembers(db, ctx).where('a.belong_type', '=', unit.type).where('a.belong_id', '=', unit.id);
    },
    columns: {
      loginName: 'a.login_name',
      name: 'a.name',
      phone: 'a.phone',
      roleIds: 'e.role_ids',
      dataScope,
      status: 'a.status',
      totp: sql`a.totp_secret is not null`,
      mustChangePwd: 'a.must_change_password',
      lockedUntil: 'g.locked_until',
      lastLoginAt: 'a.last_login_at',
      lastLoginIp: 'a.last_login_ip',
      createdAt: 'a.created_at',
    },
    names: { roleIds: roleNames },
    id: 'e.id',
    version: 'e.version',
    derive: deriveLock,
  },
  async create(ctx, values) {
    const made = await takeOn(
      ctx,
      { loginName: values.loginName!, name: values.name!, phone: values.phone ?? null, roleIds: values.roleIds ?? [] },
      { joinExisting: false },
    );
    if (isRefusal(made)) return made;
    const { accountId: _accountId, ...shown } = made;
    await ctx.audit({
      action: '新增',
      targetId: made.id,
      targetName: values.loginName!,
      changes: changesOf(account.fields, null, values),
    });
    return shown;
  },
  async update(ctx, id, values, before) {
    const found = await targets(ctx, [before]);
    if (isRefusal(found)) return found;
    const unit = ownUnit(ctx);
    const beyond = values.roleIds ? await withinOwnRights(ctx, unit, values.roleIds) : undefined;
    if (beyond) return beyond;
    const at = isoAt(ctx.clock.now());
    const target = found[0]!;
    await ctx.db
      .updateTable('account')
      .set((eb) => ({
        ...(values.name ? { name: values.name } : {}),
        ...(values.phone === undefined ? {} : { phone: values.phone }),
        updated_at: at,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', target.accountId)
      .execute();
    await ctx.db
      .updateTable('employee')
      .set((eb) => ({
        ...(values.roleIds ? { role_ids: [...values.roleIds] } : {}),
        updated_at: at,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    ctx.services.sessionCache.forget(target.accountId);
    await ctx.audit({
      action: '编辑',
      targetId: id,
      targetName: target.loginName,
      changes: changesOf(account.fields, before, values),
    });
    return keepsOwner(ctx, unit, '取消其管理员角色');
  },
  options: memberOptions('account'),
  actions: {
    reset_password: one(resetPassword, '重置'),
    disable: setStatus('DISABLED'),
    enable: setStatus('NORMAL'),
    unlock: one(unlock),
    sign_out: one(signOutEverywhere),
    totp_off: one(totpOff),
  },
});
