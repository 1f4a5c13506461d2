/** 第三方退款 over the talks with the channels; a row's id is its refund order's, or its own where a meal is refunded. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { personOrWalkIn, personOrWalkInOr } from '../../../people/public.server.ts';
import { apply, ask, retry } from '../commands.ts';
import spec from './third-refund.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'third_refund as t',
    {
      refs: ['personId as p'],
      id: sql<number>`coalesce(t.refund_order_id, t.id)`,
      columns: {
        rechargeOrderId: 'f.recharge_order_id',
        personId: 'f.person_id',
        source: sql`case when t.refund_order_id is null then 'MEAL' else 'RECHARGE' end`,
        refundStatus: sql`coalesce(f.status, t.status)`,
      },
      names: { personId: personOrWalkIn, rechargeOrderId: 't.trade_no' },
      where: { keyword: personOrWalkInOr('t.refund_no', 't.trade_no') },
    },
    (from) =>
      from.leftJoin('refund_order as f', (on) =>
        on.onRef('f.organization_id', '=', 't.organization_id').onRef('f.id', '=', 't.refund_order_id'),
      ),
  ),
  outsideTransaction: ['create', 'ask', 'retry'],
  create: async (ctx, values) => {
    const order = await ctx.db
      .selectFrom('recharge_order')
      .select(['id', 'person_id'])
      .where('id', '=', values.rechargeOrderId!)
      .executeTakeFirst();
    if (!order) return refuse('NOT_FOUND');
    const applied = await apply(ctx, {
      personId: order.person_id,
      amountFen: values.amountFen ?? null,
      rest: { way: 'CASH', bankName: null, bankAccount: null },
      rechargeOrderId: order.id,
      reason: values.reason!,
    });
    return isRefusal(applied) ? applied : { id: applied.id };
  },
  actions: { ask, retry },
});
