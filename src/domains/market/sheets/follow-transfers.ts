/** Transfers that travel in a wave leave with it; when all of them have come, wherever that was signed, the wave has come too. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { saleRefusals } from '../sale-refusals.ts';
import type { ShopWaveRow } from '../tables.ts';
import { type Cold, refuseWarm } from './cold-chain.ts';

type Carried = Pick<ShopWaveRow, 'contractor_id' | 'id' | 'wave_no' | 'status'> & { bill_no: string };

/** Goods of a caterer's transfer may be signed for by the unit it went to: the wave is found by the transfer. */
async function waveOf(ctx: Ctx, billId: number): Promise<Carried | undefined> {
  const { rows } = await sqlOf(ctx.db).query<Carried>(
    `select /* wall: the wave of a transfer that the caller moves */ w.contractor_id, w.id, w.wave_no, w.status, b.bill_no
     from stock_bill b join shop_wave_line x on x.contractor_id = b.contractor_id and x.bill_id = b.id
     join shop_wave w on w.contractor_id = x.contractor_id and w.id = x.wave_id where b.id = $1 limit 1 for update of w`,
    [billId],
  );
  return rows[0];
}

export const followTransfers: NonNullable<Services['transferFollower']> = {
  changes: async (ctx, billId) => {
    const wave = await waveOf(ctx, billId);
    return (
      wave &&
      refuse(saleRefusals.WAVE_BOUND, { bill: wave.bill_no, no: wave.wave_no, why: '要改请先在单位配送分拣撤销波次' })
    );
  },
  leaves: async (ctx, bill) => {
    const wave = await waveOf(ctx, bill.id);
    return wave && wave.status !== 'DELIVERING'
      ? refuse(saleRefusals.WAVE_BOUND, { bill: bill.bill_no, no: wave.wave_no, why: '随波次发车' })
      : undefined;
  },
  came: async (ctx, bill, { temp10, receiver }) => {
    const wave = await waveOf(ctx, bill.id);
    if (!wave) return undefined;
    const tx = sqlOf(ctx.db);
    const { rows } = await tx.query<Cold>(
      `select g.name as goods, g.max_temp as "maxTemp" from stock_bill_line l
       join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
       where l.contractor_id = $1 and l.bill_id = $2 and g.stored <> 'DRY' and l.received_qty > 0 order by g.max_temp, l.line_no`,
      [bill.contractor_id, bill.id],
    );
    const no = refuseWarm(bill.bill_no, rows, temp10);
    if (no) return no;
    await tx.query(
      `update shop_wave w set arrived_temp10 = greatest(w.arrived_temp10, $3), receiver = coalesce(nullif(w.receiver, ''), $4),
         signed_at = case when o.n = 0 then coalesce(w.signed_at, $5) end, updated_at = $5, version = w.version + 1,
         status = case when o.n = 0 then 'SIGNED' else w.status end
       from (select count(*) as n from shop_wave_line x join stock_bill b on b.contractor_id = x.contractor_id and b.id = x.bill_id
         where x.contractor_id = $1 and x.wave_id = $2 and b.status in ('DRAFT', 'SENT')) o
       where w.contractor_id = $1 and w.id = $2`,
      [wave.contractor_id, wave.id, temp10, receiver, isoAt(ctx.clock.now())],
    );
    return undefined;
  },
};
