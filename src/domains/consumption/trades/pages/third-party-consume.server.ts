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

const status = sql`case when t.status <> 'SUCCESS' or ${back} = 0 then t.status
        when ${back} < t.amount_fen then 'PART_REFUNDED' else 'REFUNDED' end`;

/** What the column says is reckoned for each payment: first those the table itself can tell, the refunded by their refunds. */
function ofStatus(value: unknown) {
  const wanted = [value].flat() as string[];
  if (wanted.length === 0) return undefined;
  const returned = (one: string) => one === 'REFUNDED' || one === 'PART_REFUNDED';
  const stored = wanted.map((one) => (returned(one) ? 'SUCCESS' : one));
  const refunded = wanted.every(returned) ? sql`exists (select from ${refunds})` : sql`true`;
  return sql`(t.status = any(${stored}::text[]) and ${refunded} and ${status} = any(${wanted}::text[]))`;
}

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
        status,
      },
      where: { status: ofStatus },
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
