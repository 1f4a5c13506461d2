/** Server side of 账号管理 and 平台管理员. */
import { sql } from 'kysely';
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { takeOn } from '../../employees/hire.ts';
import { dataScope, deriveLock, ownMembers, roleNames } from '../../employees/member-list.ts';
import { memberOptions } from '../../employees/member-options.ts';
import { keepsOwner } from '../../employees/member-rules.ts';
import { oneMember, setMembersStatus } from '../../employees/member-targets.ts';
import { ownUnit } from '../../own-unit.ts';
import { accountNotice } from '../../resets/account-notice.ts';
import { resetPassword } from '../../resets/reset-password.ts';
import { setAgentReset } from '../../resets/reset-policy.ts';
import { deriveWaiting, voidReset, waitingUntil } from '../../resets/waiting-resets.ts';
import { lockedUntil } from '../../sign-in/sign-in-guard.ts';
import { signOutEverywhere, totpOff, unlock } from '../account-actions.ts';
import { editMember } from '../edit-account.ts';
import account from './account.page.ts';

export default bind(account, {
  list: over(account, 'employee as e', {
    from: (db, ctx) => {
      const unit = ownUnit(ctx);
      return ownMembers(db, ctx).where('a.belong_type', '=', unit.type).where('a.belong_id', '=', unit.id);
    },
    columns: {
      loginName: 'a.login_name',
      name: 'a.name',
      phone: 'a.phone',
      dataScope,
      status: 'a.status',
      totp: sql`a.totp_secret is not null`,
      mustChangePwd: 'a.must_change_password',
      lockedUntil,
      temporaryUntil: waitingUntil,
      lastLoginAt: 'a.last_login_at',
      lastLoginIp: 'a.last_login_ip',
      createdAt: 'a.created_at',
    },
    names: { roleIds: roleNames },
    // Both halves of the row may change elsewhere: the roles by 员工管理, the rest by the owner.
    version: sql`e.version + a.version`,
    derive: (row, ctx) => ({ ...deriveLock(row, ctx), ...deriveWaiting(row, ctx) }),
  }),
  async create(ctx, values) {
    const made = await takeOn(
      ctx,
      { loginName: values.loginName!, name: values.name!, phone: values.phone ?? null, roleIds: values.roleIds ?? [] },
      { joinExisting: false },
    );
    if (isRefusal(made)) return made;
    const { accountId: _accountId, asked: _asked, ...shown } = made;
    await ctx.audit({
      action: '新增',
      targetId: made.id,
      targetName: values.loginName!,
      changes: changesOf(account.fields, null, values),
    });
    return shown;
  },
  update: async (ctx, id, values, before) =>
    (await editMember(ctx, account.fields, id, values, before)) ??
    (await keepsOwner(ctx, ownUnit(ctx), '取消其管理员角色')) ??
    null,
  options: memberOptions('account'),
  notice: accountNotice,
  actions: {
    agent_reset: (ctx, { values }) => setAgentReset(ctx, values.rule === 'ALLOW'),
    void_reset: oneMember(voidReset),
    reset_password: oneMember(resetPassword, '重置'),
    disable: setMembersStatus('DISABLED'),
    enable: setMembersStatus('NORMAL'),
    unlock: oneMember(unlock),
    sign_out: oneMember(signOutEverywhere),
    totp_off: oneMember(totpOff),
  },
});
