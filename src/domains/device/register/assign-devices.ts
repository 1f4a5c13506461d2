/** 分配: from stock to an organization, or into an agent's stock. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { moveDevices } from './move-devices.ts';
import '../refusals.ts';

/** With an organization the device becomes ASSIGNED; with an agent alone it stays in stock, now the agent's. */
export async function assignDevices(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<null | Refusal> {
  const agentId = (values.agentId as number | null | undefined) ?? null;
  const organizationId = (values.organizationId as number | null | undefined) ?? null;
  if (organizationId) return (await moveDevices(ctx, 'assign', ids, values)) as null | Refusal;
  if (!agentId) return refuse('ASSIGN_TO_NOBODY', {}, { organizationId: '请选择代理商或单位' });
  for (const row of rows) {
    await ctx.db
      .updateTable('device')
      .set((eb) => ({ agent_id: agentId, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .where('status', '=', 'IN_STOCK')
      .execute();
    await ctx.audit({
      action: '分配',
      targetId: row.id,
      targetName: String(row.name),
      changes: [{ key: 'agentId', label: '代理商', before: row.agentId ?? null, after: agentId }],
    });
  }
  return null;
}
