/** Server side of the super administrator's 管理员账号. */
import { sql } from 'kysely';
import { int } from '../../../../kit/define/field.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { oneRecord } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { readId } from '../../../../kit/server/page/read-id.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { deriveLock } from '../../employees/member-list.ts';
import { resetPassword } from '../../resets/reset-password.ts';
import { platformUnitId } from '../../services.ts';
import { liveSessions, revokeSession } from '../../sessions/account-sessions.ts';
import { lockedUntil } from '../../sign-in/sign-in-guard.ts';
import { unitName } from '../../unit-names.ts';
import { secretOf, setAccountStatus, signOutEverywhere, type Target, totpOff, unlock } from '../account-actions.ts';
import { editAccount } from '../edit-account.ts';
import { superId } from '../ensure-super.ts';
import { openOwner } from '../open-owner.ts';
import admin from './system-admin.page.ts';

const targetsOf = ({ rows }: ActionInput): Target[] =>
  rows.map((r) => ({ rowId: r.id, accountId: r.id, loginName: String(r.loginName) }));

const one =
  <T>(work: (ctx: Ctx, target: Target) => Promise<T>) =>
  async (ctx: Ctx, input: ActionInput): Promise<T | Refusal> => {
    const [target, more] = targetsOf(input);
    return target && !more ? work(ctx, target) : refuse('MALFORMED', { detail: '一次只能处理一个账号' });
  };

const unitKeys = { AGENT: 'agentId', CONTRACTOR: 'contractorId', ORGANIZATION: 'organizationId' } as const;

export default bind(admin, {
  list: over(
    admin,
    'account as a',
    {
      columns: {
        type: 'a.belong_type',
        agentId: null,
        contractorId: null,
        organizationId: null,
        belongName: unitName('a.belong_type', 'a.belong_id'),
        roleNames: sql`case when a.id = ${superId} then '超级管理员' else (select /* wall: accounts of all units, for the super administrator */ string_agg(distinct r.name, '、')
        from employee e join role r on r.id = any(e.role_ids) where e.account_id = a.id and e.status in ('NORMAL', 'DISABLED')) end`,
        totp: sql`a.totp_secret is not null`,
        mustChangePwd: 'a.must_change_password',
        failCount: sql`(select coalesce(sum(g.fail_count), 0)::int from sign_in_guard g where g.login_name = lower(a.login_name))`,
        lockedUntil,
        online: sql`(select count(*)::int from admin_session s where s.account_id = a.id and s.ended_at is null
        and s.expires_at > now.at and s.last_seen_at > now.at - interval '12 hours')`,
      },
      derive: deriveLock,
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ at: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as at)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  async create(ctx, values) {
    const type = values.type!;
    const unitId = type === 'PLATFORM' ? platformUnitId : values[unitKeys[type]];
    if (!unitId)
      return refuse('INVALID_FIELDS', { detail: '请选择账号归属的单位' }, { [unitKeys[type as 'AGENT']]: '请选择' });
    const made = await openOwner(ctx, {
      unitType: type,
      unitId,
      loginName: values.loginName!,
      name: values.name!,
      phone: values.phone ?? null,
    });
    return isRefusal(made) ? made : { id: made.accountId, ...secretOf(values.loginName!, made.password) };
  },
  update: (ctx, id, values, before) =>
    editAccount(ctx, admin.fields, { rowId: id, accountId: id, loginName: String(before.loginName) }, values, before),
  actions: {
    reset_password: one(resetPassword),
    disable: (ctx, input) => setAccountStatus(ctx, targetsOf(input), 'DISABLED'),
    enable: (ctx, input) => setAccountStatus(ctx, targetsOf(input), 'NORMAL'),
    unlock: one(unlock),
    sign_out: one(signOutEverywhere),
    totp_off: one(totpOff),
  },
  reads: ['sessions'],
  bodies: {
    sessions: oneRecord,
    revoke: { ...oneRecord, sessionId: int('登录编号', { required: true, min: 1 }) },
  },
  verbs: {
    sessions: async (ctx, { id }) => liveSessions(ctx, readId(id) ?? 0),
    revoke: async (ctx, { id, sessionId }) => revokeSession(ctx, readId(id) ?? 0, sessionId),
  },
});
