/**
 * Money without an order is kept as 待查款 of the platform while it is looked into, and let go where its order appears. What came to
 * a unit's own merchant number is not the platform's to keep.
 */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { parkOrphan, releaseOrphan } from '../../settlement/public.server.ts';
import type { BillKey } from '../bills/match-lines.ts';
import { ofUnit } from '../merchants/known-merchants.ts';
import { parkable } from './abnormal-states.ts';

interface Parked {
  id: number;
  no: string;
  channel: string;
  merchantNo: string;
  amountFen: number;
  parkedFen: number;
  foundCount: number;
  closedItself: boolean;
}

/** What of a bill's day is to be parked or let go; by difference, so that running it again posts nothing more. */
export async function parkFound(tools: Pick<Services, 'clock' | 'ids'>, tx: Sql, bill: BillKey): Promise<void> {
  const { rows } = await tx.query<Parked>(
    `select /* wall: bills of the platform */ id, abnormal_no as no, channel, merchant_no as "merchantNo", amount_fen as "amountFen", parked_fen as "parkedFen",
       found_count as "foundCount", closed_itself as "closedItself"
     from abnormal_trade where channel = $1 and merchant_no = $2 and day = $3::date and of_bill and kind = any($4::text[])
       and not ${ofUnit('$1', '$2')}
       and (status in ('OPEN', 'PROCESSING') and parked_fen = 0 or closed_itself and parked_fen > 0)
     order by id`,
    [bill.channel, bill.merchantNo, bill.day, [...parkable]],
  );
  for (const one of rows) {
    const key = `${one.foundCount}`;
    const posted = one.closedItself
      ? await releaseOrphan(tools, tx, { ...one, amountFen: one.parkedFen }, `${key}:UNDO`)
      : await parkOrphan(tools, tx, one, key);
    if (isRefusal(posted)) throw new Error(`${one.no}: ${posted.code}`);
    await tx.query('update /* wall: by its key */ abnormal_trade set parked_fen = $2 where id = $1', [
      one.id,
      one.closedItself ? 0 : one.amountFen,
    ]);
  }
}
