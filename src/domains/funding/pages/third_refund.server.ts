/** 第三方退款 over the talks with the channels; a row's id is its refund order's, or its own where a meal is refunded. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { personOr } from '../../people/person-search.ts';
import { personOrWalkIn } from '../../people/walk-in.ts';
import { apply, ask, retry } from '../refund/commands.ts';
import spec from './third_refund.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('third_refund as t')
        .leftJoin('refund_order as f', (on) =>
          on.onRef('f.organization_id', '=', 't.organization_id').onRef('f.id', '=', 't.refund_order_id'),
        )
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.id', '=', 'f.person_id'),
        ),
    // Ids come from one stock, so an order's and a meal refund's never meet.
    id: sql<number>`coalesce(t.refund_order_id, t.id)`,
    columns: {
      refundNo: 't.refund_no',
      rechargeOrderId: 'f.recharge_order_id',
      tradeNo: 't.trade_no',
      personId: 'f.person_id',
      jobNumber: 'p.job_number',
      channel: 't.channel',
      channelNo: 't.channel_no',
      amountFen: 't.amount_fen',
      reason: 't.reason',
      queryCount: 't.query_count',
      channelRefundNo: 't.channel_refund_no',
      error: 't.error',
      at: 't.at',
      askedAt: 't.asked_at',
      source: sql`case when t.refund_order_id is null then 'MEAL' else 'RECHARGE' end`,
      refundStatus: sql`coalesce(f.status, t.status)`,
      status: 't.status',
    },
    names: { personId: personOrWalkIn, rechargeOrderId: 't.trade_no' },
    where: { keyword: personOr('t.refund_no', 't.trade_no') },
  },
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
