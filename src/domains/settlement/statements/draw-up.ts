/** 提前结算: the days of an organization's contracts up to a day, whatever their cycles. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settlementRefusals } from '../refusals.ts';
import { generateUpTo } from './generate-statements.ts';

export async function drawUp(ctx: Ctx, { values }: ActionInput): Promise<Refusal | null> {
  const organizationId = Number(values.organizationId);
  const to = String(values.upTo);
  const note = String(values.note ?? '').trim();
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    'select distinct contract_id as id from settle_day where organization_id = $1 order by 1',
    [organizationId],
  );
  const written: number[] = [];
  const { statementGuards } = ctx.services;
  const tools = { ...ctx, db: beyondScope(ctx), statementGuards };
  for (const { id: contractId } of rows) {
    const id = await generateUpTo(tools, sqlOf(ctx.db), { organizationId, contractId }, to, note);
    if (!isRefusal(id)) written.push(id);
    else if (id.code !== settlementRefusals.STATEMENT_NO_DAYS) return id;
  }
  if (written.length === 0) return refuse(settlementRefusals.STATEMENT_NO_DAYS, { to }, { upTo: '没有可结算的日子' });
  await ctx.audit({
    action: '提前结算',
    targetId: organizationId,
    changes: [{ key: 'upTo', label: '结算到', before: null, after: note ? `${to}：${note}` : to }],
  });
  return null;
}
