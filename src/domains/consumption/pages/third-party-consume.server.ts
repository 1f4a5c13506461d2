/** 第三方消费. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { resume } from '../../funding/code/settle-code.ts';
import { tradeById } from '../../funding/code/third-trade.ts';
import thirdPartyConsume from './third-party-consume.page.ts';

const refunds = sql`third_refund f where f.organization_id = t.organization_id and f.third_trade_id = t.id and f.status = 'SUCCESS'`;
const back = sql`coalesce((select sum(f.amount_fen) from ${refunds}), 0)::bigint`;

export default bind(thirdPartyConsume, {
  list: {
    from: (db) =>
      db
        .selectFrom('third_trade as t')
        .leftJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
        )
        .leftJoin('deploy_site as s', (on) =>
          on.onRef('s.organization_id', '=', 't.organization_id').onRef('s.id', '=', 't.deploy_site_id'),
        )
        .leftJoin('device as d', 'd.id', 't.device_id'),
    id: 't.id',
    columns: {
      at: 't.at',
      businessDate: 't.business_date',
      tradeNo: 't.trade_no',
      channel: 't.channel',
      channelNo: 't.channel_no',
      payerMask: 't.payer_mask',
      amountFen: 't.amount_fen',
      feeFen: sql`t.fee_fen - coalesce((select sum(f.fee_fen) from ${refunds}), 0)::bigint`,
      refundedFen: back,
      restaurantId: 't.restaurant_id',
      deploySiteId: 't.deploy_site_id',
      deviceId: 't.device_id',
      deviceSeq: sql`t.epoch::text || '-' || t.seq::text`,
      postingId: 't.posting_id',
      error: sql`case when t.revoking and t.status = 'PAYING' then t.error || '，撤销尚无结果' else t.error end`,
      status: sql`case when t.status <> 'SUCCESS' or ${back} = 0 then t.status
        when ${back} < t.amount_fen then 'PART_REFUNDED' else 'REFUNDED' end`,
    },
    names: { restaurantId: 'r.name', deploySiteId: 's.name', deviceId: 'd.name' },
  },
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
