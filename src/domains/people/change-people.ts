/** 审核, 停用, 恢复, 登记销户: moves people along the state table; the devices' list follows. */
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { ActionInput } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { lockPeople, relistCards } from './card-list.ts';
import { executorOf } from './executor.ts';
import { type PersonEvent, personStatusLabel, personTransitions } from './person-states.ts';
import './refusals.ts';

/** All of the selection, or a refusal when one of them changed its state meanwhile. */
export function changePeople(event: Exclude<PersonEvent, 'close' | 'reopen'>) {
  const { label, from, to } = personTransitions[event];
  return async (ctx: Ctx, { ids, rows }: ActionInput): Promise<Refusal | null> => {
    const organizationId = ownOrganization(ctx);
    const executor = executorOf(ctx.db);
    await lockPeople(executor, organizationId);
    const { rowCount } = await executor.query(
      `update person set status = $3, updated_at = $5, version = version + 1
        where organization_id = $1 and id = any($2::bigint[]) and status = any($4::text[])`,
      [organizationId, ids, to, from, isoAt(ctx.clock.now())],
    );
    if (rowCount !== ids.length) return refuse('STALE');
    await relistCards(executor, organizationId, ids);
    for (const row of rows)
      await ctx.audit({
        action: label,
        targetId: row.id,
        targetName: String(row.name),
        changes: [
          {
            key: 'status',
            label: '状态',
            before: personStatusLabel(String(row.status)),
            after: personStatusLabel(to),
          },
        ],
      });
    return null;
  };
}
