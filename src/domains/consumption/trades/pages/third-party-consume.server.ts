/** 第三方消费. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { keptFee, resume, tradeById } from '../../../funding/public.server.ts';
import thirdPartyConsume from './third-party-consume.page.ts';

const refunds = sql`third_refund f where f.organization_id = t.organization_id and f.third_trade_id = t.id and f.status = 'SUCCESS'`;
const back = sql`coalesce((select sum(f.amount_fen) from ${refunds}), 0)::bigint`;

export default bind(thirdPartyConsume, {
  list: over(
    thirdPartyConsume,
    'third_trade as t',
    {
      columns: {
        lapsed: sql`(t.status = 'PAYING' and t.expires_at < clock.now)`,
        feeFen: keptFee,
        refundedFen: back,
        orderNo: sql`(select o.order_no from shop_order o where o.organization_id = t.organization_id and o.id = t.order_id)`,
        deviceSeq: sql`t.epoch::text || '-' || t.seq::text`,
        error: sql`case when t.revoking and t.status = 'PAYING' then t.error || '，撤销尚无结果' else t.error end`,
        status: sql`case when t.status <> 'SUCCESS' or ${back} = 0 then t.status
        when ${back} < t.amount_fen then 'PART_REFUNDED' else 'REFUNDED' end`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ now: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as now)`.as('clock'),
        (on) => on.onTrue(),
      ),
  ),
  outsideTransaction: ['ask'],
  actions: {
    /** The channel's word now; paid ones are booked, those nobody waits for are revoked. */
    ask: async (ctx, { ids }) => {
      for (const id of ids) {
        const trade = await tradeById(ctx.services, ownOrganization(ctx), id);
        if (trade?.status === 'PAYING') await resume(ctx.services, trade);
      }
      return null;
    },
  },
});
