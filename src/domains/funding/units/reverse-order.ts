/** 冲正 of an online recharge the channel never received: the platform takes it back, on any day. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';

/** Refused: not credited, taken back already, or the diner has spent it. Asked again it answers as before. */
export async function reverseOnlineOrder(
  ctx: Ctx,
  { organizationId, id }: { organizationId: number; id: number },
  reason: string,
): Promise<Refusal | null> {
  const order = await ctx.db
    .selectFrom('recharge_order')
    .select(['person_id', 'posting_id', 'status'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  if (order.status === 'REVERSED') return null;
  if (order.posting_id === null || order.status !== 'CREDITED')
    return refuse('NOT_NOW', { why: '充值没有入账或已部分退款，不能冲正' });
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId,
    requestKey: `reverse:recharge_order:${id}:platform`,
    personId: order.person_id,
    occurredAt: ctx.clock.now(),
    originalPostingId: order.posting_id,
    operatorId: ctx.session.accountId,
    reason,
    sourceType: 'recharge_order',
    sourceId: id,
    companion: async (tx, posted) => {
      const { rowCount } = await tx.query(
        `update recharge_order set status = 'REVERSED', reversed_at = $3, reverse_reason = $4, reverse_posting_id = $5
         where organization_id = $1 and id = $2 and status = 'CREDITED'`,
        [organizationId, id, isoAt(ctx.clock.now()), reason, posted.postingId],
      );
      return rowCount === 1 ? undefined : refuse('STALE');
    },
  });
  return isRefusal(outcome) ? outcome : null;
}
