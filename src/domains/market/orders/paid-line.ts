import { sql } from 'kysely';

/** The payment by a channel of an order `o`, which the wall holds; to be joined as `p` on true. */
export const paidLine = sql<{
  tradeNo: string;
  channel: string;
  amountFen: number;
  backFen: number;
  refundedFen: number;
  channelNo: string;
  paidAt: string | null;
  expiresAt: string;
  error: string;
  status: string;
}>`lateral (select /* wall: the payment of the caterer's own order */ t.trade_no as "tradeNo", t.channel, t.amount_fen as "amountFen",
    coalesce(v.reversed_fen, 0) as "backFen", (select coalesce(sum(f.amount_fen), 0)::bigint from third_refund f
      where f.organization_id = t.organization_id and f.third_trade_id = t.id and f.status = 'SUCCESS') as "refundedFen",
    t.channel_no as "channelNo", t.paid_at as "paidAt", t.expires_at as "expiresAt", t.error, t.status
  from third_trade t left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.posting_id
  where t.organization_id = o.organization_id and t.id = o.third_trade_id)`;
