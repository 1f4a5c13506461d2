/** Sales whose money was taken back as a whole: their goods come back into stock, once they have left it in the book. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { oweReturn } from '../../stock/public.server.ts';

/** How far back a sale may be taken back. */
const watchedDays = 95;

export async function returnSales({ pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>): Promise<number> {
  const now = clock.now();
  const { rows } = await pool.query<{ contractorId: number; dueId: number }>(
    `select /* wall: the house follows every shop */ d.contractor_id as "contractorId", d.id as "dueId" from stock_due d
     join posting_reversed v on v.organization_id = d.organization_id and v.posting_id = d.trade_id and v.reversed_fen >= v.amount_fen
     where d.kind = 'SALE' and d.status = 'BOOKED' and d.order_line_id is null and d.created_at > $1::timestamptz and v.reversed_fen > 0
       and not exists (select 1 from stock_due r where r.contractor_id = d.contractor_id and r.trade_id = d.trade_id
         and r.line_no = d.line_no and r.kind = 'RETURN')
     order by d.id`,
    [isoAt(now - watchedDays * 86_400_000)],
  );
  const taken = await ids.take(rows.length);
  for (const [i, { contractorId, dueId }] of rows.entries())
    await oweReturn(pool, { contractorId, dueId, id: taken[i]!, now: isoAt(now) });
  return rows.length;
}
