/** Whether a customer lets its agent make temporary passwords for its accounts: it does, unless it said no. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownUnit } from '../own-unit.ts';

/** Over `e`: the policy of the unit of the row. */
export const agentResetOf = sql`coalesce((select p.agent_reset from account_policy p
  where p.unit_type = e.unit_type and p.unit_id = e.unit_id), true)`;

/** What the session's own unit said. */
export async function ownAgentReset(ctx: Ctx): Promise<boolean> {
  const unit = ownUnit(ctx);
  const row = await ctx.db
    .selectFrom('account_policy')
    .select('agent_reset')
    .where('unit_type', '=', unit.type)
    .where('unit_id', '=', unit.id)
    .executeTakeFirst();
  return row?.agent_reset ?? true;
}

/** Says it anew, audited. Only customers of an agent have it to say. */
export async function setAgentReset(ctx: Ctx, allowed: boolean): Promise<Refusal | null> {
  const unit = ownUnit(ctx);
  if (unit.type !== 'ORGANIZATION' && unit.type !== 'CONTRACTOR')
    return refuse('NOT_PERMITTED', { what: '代理商重置密码' });
  const before = await ownAgentReset(ctx);
  const at = isoAt(ctx.clock.now());
  await sql`insert into account_policy (unit_type, unit_id, agent_reset, updated_at, updated_by)
    values (${unit.type}, ${unit.id}, ${allowed}, ${at}, ${ctx.session.accountId})
    on conflict (unit_type, unit_id) do update set agent_reset = excluded.agent_reset, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`.execute(ctx.db);
  const words = (yes: boolean) => (yes ? '允许' : '不允许');
  await ctx.audit({
    action: '设置代理商重置密码',
    targetId: unit.id,
    targetName: ctx.session.unitName,
    changes: [{ key: 'agentReset', label: '代理商重置本单位账号的密码', before: words(before), after: words(allowed) }],
  });
  return null;
}
