/** 受理, 领取, 驳回, 取消: moves requests along the state table. 制卡完成 has its own file: a card and money go with it. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { ActionInput } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { type RepairEvent, repairStatusLabel, repairTransitions } from './repair-states.ts';

/** All of the selection, or a refusal when one of them changed meanwhile. */
export function moveRepair(event: Exclude<RepairEvent, 'make'>) {
  const { label, from, to } = repairTransitions[event];
  return async (ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Refusal | null> => {
    const at = isoAt(ctx.clock.now());
    const said = (values.closedReason ?? values.receiver ?? null) as string | null;
    const done = await ctx.db
      .updateTable('card_repair_request')
      .set((eb) => ({
        status: to,
        updated_at: at,
        version: eb('version', '+', 1),
        operator_id: ctx.session.accountId,
        operator_name: ctx.session.name,
        ...(event === 'accept' ? { accepted_at: at } : {}),
        ...(event === 'deliver' ? { delivered_at: at, receiver: said } : {}),
        ...(event === 'reject' || event === 'cancel' ? { closed_reason: said } : {}),
      }))
      .where('id', 'in', ids)
      .where('status', 'in', from)
      .executeTakeFirst();
    if (done.numUpdatedRows !== BigInt(ids.length)) return refuse('STALE');
    for (const row of rows)
      await ctx.audit({
        action: label,
        targetId: row.id,
        targetName: `${row.personName} ${row.oldCardNo}`,
        changes: [
          {
            key: 'status',
            label: '状态',
            before: repairStatusLabel(String(row.status)),
            after: repairStatusLabel(to),
          },
          ...(said ? [{ key: 'said', label: event === 'deliver' ? '领取人' : '原因', before: null, after: said }] : []),
        ],
      });
    return null;
  };
}
