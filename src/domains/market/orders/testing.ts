/** What tests do to orders beside the pages; a process of its own can do it, without a server around it. */
import type { Pool } from 'pg';
import { askPaid, orderBooker } from './channel-money.ts';
import { cancelOrder, claimBack, finishOrder, moveOrder, pickOrder, refundOrder } from './move-order.ts';
import { placeOrder } from './place-order.ts';
import { sweepOrders } from './sweep-orders.ts';

export const orderCommands = {
  askPaid,
  orderBooker,
  cancelOrder,
  claimBack,
  finishOrder,
  moveOrder,
  pickOrder,
  refundOrder,
  placeOrder,
  sweepOrders,
};
export type SweepParts = Parameters<typeof sweepOrders>[0];

/** What all sales of shops come to by their trades, in fen, but for orders paid by a channel and not handed over yet: these have no lines. */
export async function soldByTrades(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ fen: number }>(
    `select sum(t.amount_fen - coalesce(v.reversed_fen, 0))::bigint as fen from trade t
     left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id where t.mode = 'SHOP' and t.kind = 'CONSUME'
       and not exists (select from third_trade p join shop_order o on o.organization_id = p.organization_id and o.third_trade_id = p.id
         where p.organization_id = t.organization_id and p.posting_id = t.id and o.trade_id is null)`,
  );
  return rows[0]!.fen;
}
