/** What a channel keeps for good of a payment by code: its fee less what it gave back with refunds. Over `third_trade as t`. */
import { sql } from 'kysely';

export const keptFee = sql<number>`(coalesce(t.fee_fen, 0) - coalesce((select sum(f.fee_fen) from third_refund f
  where f.organization_id = t.organization_id and f.third_trade_id = t.id and f.status = 'SUCCESS'), 0)::bigint)`;
