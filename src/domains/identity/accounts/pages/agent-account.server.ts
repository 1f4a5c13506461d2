/** Server side of 客户账号. The scope leaves the agent itself and its customers; of those, their administrators. */
import { sql } from 'kysely';
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { deriveLock } from '../../employees/member-list.ts';
import { memberTargets, oneMember, setMembersStatus } from '../../employees/member-targets.ts';
import { ownUnit } from '../../own-unit.ts';
import { resetPassword } from '../../resets/reset-password.ts';
import { agentResetOf } from '../../resets/reset-policy.ts';
import { lockedUntil } from '../../sign-in/sign-in-guard.ts';
import { unitName } from '../../unit-names.ts';
import { secretOf, unlock } from '../account-actions.ts';
import { openOwner } from '../open-owner.ts';
import account from './agent-account.page.ts';

const unitFact = (column: string) => sql`case /* wall: the unit of the row */ e.unit_type
  when 'CONTRACTOR' then (select u.${sql.ref(column)} from contractor u where u.id = e.unit_id)
  when 'ORGANIZATION' then (select u.${sql.ref(column)} from organization u where u.id = e.unit_id) end`;

const at = (key: string, message: string) => refuse('INVALID_FIELDS', { detail: message }, { [key]: message });

export default bind(account, {
  list: over(
    account,
    'employee as e',
    {
      version: 'a.version',
      columns: {
        unitName: unitName('e.unit_type', 'e.unit_id'),
        unitKind: sql`(select /* wall: the unit of the row */ u.kind from organization u where e.unit_type = 'ORGANIZATION' and u.id = e.unit_id)`,
        regionId: unitFact('region_id'),
        loginName: 'a.login_name',
        name: 'a.name',
        phone: 'a.phone',
        expireAt: unitFact('expire_at'),
        unitStatus: unitFact('status'),
        status: 'a.status',
        mustChangePwd: 'a.must_change_password',
        lockedUntil,
        agentReset: agentResetOf,
        lastLoginAt: 'a.last_login_at',
      },
      names: { regionId: sql`(select x.full_name from region x where x.id = ${unitFact('region_id')})` },
      derive: deriveLock,
    },
    (from, ctx) =>
      from
        .innerJoin('account as a', (join) =>
          join
            .onRef('a.id', '=', 'e.account_id')
            .onRef('a.belong_type', '=', 'e.unit_type')
            .onRef('a.belong_id', '=', 'e.unit_id'),
        )
        .where(sql<boolean>`((e.unit_type = 'AGENT' and e.unit_id = ${ownUnit(ctx).id})
            or exists (select 1 from role r where r.is_owner and r.id = any(e.role_ids)))`),
  ),
  async create(ctx, values) {
    const type = values.unitType;
    if (type !== 'CONTRACTOR' && type !== 'ORGANIZATION')
      return at('unitType', '请选择单位或承包商；本代理商的账号在“员工管理”中新增');
    if (type === 'ORGANIZATION' && !values.unitKind) return at('unitKind', '请选择单位类型');
    const unit = await ctx.services.openCustomer(ctx, {
      type,
      name: values.unitName!,
      kind: values.unitKind ?? null,
      regionId: values.regionId ?? null,
      contact: values.name!,
      phone: values.phone!,
    });
    if (isRefusal(unit)) return unit;
    const owner = await openOwner(ctx, {
      unitType: type,
      unitId: unit.id,
      loginName: values.loginName!,
      name: values.name!,
      phone: values.phone!,
    });
    if (isRefusal(owner)) return owner;
    // The customer lies in the agent's scope from the next call on.
    ctx.services.sessionCache.forget();
    return { id: owner.employeeId, ...secretOf(values.loginName!, owner.password) };
  },
  async update(ctx, _id, values, before) {
    const found = await memberTargets(ctx, [before]);
    if (isRefusal(found)) return found;
    const target = found[0]!;
    await ctx.db
      .updateTable('account')
      .set((eb) => ({
        ...(values.name ? { name: values.name } : {}),
        ...(values.phone ? { phone: values.phone } : {}),
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', target.accountId)
      .execute();
    ctx.services.sessionCache.forget(target.accountId);
    await ctx.audit({
      action: '编辑',
      targetId: target.rowId,
      targetName: target.loginName,
      changes: changesOf(account.fields, before, values),
    });
    return null;
  },
  actions: {
    reset_password: oneMember(resetPassword, '重置'),
    disable: setMembersStatus('DISABLED'),
    enable: setMembersStatus('NORMAL'),
    unlock: oneMember(unlock),
  },
});
