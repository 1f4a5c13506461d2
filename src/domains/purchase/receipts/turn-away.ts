/** 不同意价格: what waited for a third person goes back to the supplier; it was never in stock, and may still come. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { followLines } from '../needs/place-orders.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

/** The quantity counts as not delivered: the line of the order waits for it, or its rest is called off. */
async function takeOff(ctx: Ctx, purchaseId: number, qty: number): Promise<void> {
  await ctx.db
    .updateTable('daily_purchase')
    .set((eb) => ({
      received_qty: eb('received_qty', '-', qty),
      status: eb
        .case()
        .when('status', '=', 'CLOSED')
        .then('CLOSED')
        .when('received_qty', '>', qty)
        .then('PART_RECEIVED')
        .else('ORDERED')
        .end() as never,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', purchaseId)
    .execute();
}

export async function turnAway(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const receipt = await ctx.db
    .selectFrom('receipt')
    .selectAll()
    .where('id', '=', ids[0]!)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (receipt.status !== 'HELD') return refuse('NOT_NOW', { why: `${receipt.receipt_no} 没有待批的价格` });
  const { accountId } = ctx.session;
  if (receipt.inspector_id === accountId || receipt.second_id === accountId) return refuse(purchaseRefusals.HELD_SAME);
  const reason = String(values.reason);
  const held = await ctx.db
    .updateTable('receipt_line')
    .set({ status: 'REFUSED', verdict: 'REFUSE', amount_fen: 0, reason: `价格未同意：${reason}` })
    .where('receipt_id', '=', receipt.id)
    .where('status', '=', 'HELD')
    .returning(['purchase_id', 'qty'])
    .execute();
  for (const { purchase_id, qty } of held) if (purchase_id !== null) await takeOff(ctx, purchase_id, qty);
  if (receipt.order_id !== null) await followLines(ctx, [receipt.order_id]);
  await ctx.db
    .updateTable('receipt')
    .set((eb) => ({
      status: 'DONE',
      held_count: 0,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', receipt.id)
    .execute();
  await ctx.audit({
    action: '退回不同意的价格',
    targetId: receipt.id,
    targetName: receipt.receipt_no,
    changes: [{ key: 'reason', label: '原因', before: null, after: reason }],
  });
  return null;
}
