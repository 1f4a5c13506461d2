/** Server side of 客户账号. The scope leaves the agent itself and its customers; of those, their administrators. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { deriveLock } from '../../employees/member-list.ts';
import { memberTargets, oneMember, setMembersStatus } from '../../employees/member-targets.ts';
import { ownUnit } from '../../own-unit.ts';
import { resetPassword } from '../../resets/reset-password.ts';
import { agentResetOf } from '../../resets/reset-policy.ts';
import { lockedUntil } from '../../sign-in/sign-in-guard.ts';
import { unitName } from '../../unit-names.ts';
import { unlock } from '../account-actions.ts';
import { editAccount } from '../edit-account.ts';
import { openAccount } from '../open-account.ts';
import account from './agent-account.page.ts';

const unitFact = (column: string) => sql`case /* wall: the unit of the row */ e.unit_type
  when 'CONTRACTOR' then (select u.${sql.ref(column)} from contractor u where u.id = e.unit_id)
  when 'ORGANIZATION' then (select u.${sql.ref(column)} from organization u where u.id = e.unit_id) end`;

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
  create: (ctx, values) =>
    openAccount(ctx, {
      type: values.unitType!,
      unitName: values.unitName!,
      kind: values.unitKind ?? null,
      regionId: values.regionId ?? null,
      loginName: values.loginName!,
      name: values.name!,
      phone: values.phone!,
    }),
  async update(ctx, _id, values, before) {
    const found = await memberTargets(ctx, [before]);
    return isRefusal(found) ? found : editAccount(ctx, account.fields, found[0]!, values, before);
  },
  actions: {
    reset_password: oneMember(resetPassword, '重置'),
    disable: setMembersStatus('DISABLED'),
    enable: setMembersStatus('NORMAL'),
    unlock: oneMember(unlock),
  },
});
