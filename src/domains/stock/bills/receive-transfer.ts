/**
 * A transfer arrives: what is short is a loss on the way, with its part of the value; what is turned away goes back to the lots of
 * the storehouse it came from; the rest comes in as it left.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type Move, partOf } from '../ledger/plan.ts';
import { postStock } from '../ledger/post.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockBillRow, StockTransitRow } from '../tables.ts';

type Sent = StockTransitRow & { line_no: number; sent: string; goods: string; max_temp: number | null };

/** Tenths of a degree that were measured when it came. */
export const tempOf = ({ temp }: ActionInput['values']): number | null =>
  temp === null || temp === undefined ? null : Math.round(Number(temp) * 10);

/** Too warm goods are turned away, all of them. */
function refuseWarm(
  bill: StockBillRow,
  rows: readonly Sent[],
  temp10: number | null,
  back: Map<Sent, number>,
  lost: Map<Sent, number>,
) {
  const warm =
    temp10 === null
      ? undefined
      : rows.find(
          (row) =>
            row.max_temp !== null &&
            temp10 > row.max_temp * 10 &&
            (back.get(row) ?? 0) + (lost.get(row) ?? 0) < row.qty,
        );
  return (
    warm &&
    refuse(stockRefusals.TRANSFER_WARM, {
      no: bill.bill_no,
      line: warm.line_no,
      goods: warm.goods,
      temp: String(temp10! / 10),
      most: warm.max_temp!,
    })
  );
}

export async function receiveTransfer(
  ctx: Ctx,
  bill: StockBillRow,
  values: ActionInput['values'],
): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const shorts = (values.shorts ?? []) as { lineNo: number; shortQty: number; what?: 'LOST' | 'BACK' | null }[];
  const { rows } = await tx.query<Sent>(
    `select t.*, l.line_no, g.name as goods, case when g.stored <> 'DRY' then g.max_temp end as max_temp, stock_qty(sum(t.qty) over (partition by t.line_id)::bigint, g.base_unit) as sent from stock_transit t
     join stock_bill_line l on l.contractor_id = t.contractor_id and l.id = t.line_id
     join goods g on g.contractor_id = t.contractor_id and g.id = t.goods_id
     where t.contractor_id = $1 and t.bill_id = $2 order by l.line_no, t.lot_id desc`,
    [bill.contractor_id, bill.id],
  );
  if (shorts.length > 0 && !String(values.note ?? '').trim()) {
    const total = shorts.reduce((sum, { shortQty }) => sum + shortQty, 0);
    return refuse(
      stockRefusals.TRANSFER_REASON,
      { no: bill.bill_no, short: String(total) },
      { note: '请填写短少原因' },
    );
  }
  const [lost, back] = [new Map<Sent, number>(), new Map<Sent, number>()];
  const open = (row: Sent) => row.qty - (lost.get(row) ?? 0) - (back.get(row) ?? 0);
  for (const { lineNo, shortQty, what } of shorts) {
    const own = rows.filter((row) => row.line_no === lineNo);
    const into = what === 'BACK' ? back : lost;
    let rest = shortQty;
    for (const row of own) {
      const qty = Math.min(rest, open(row));
      into.set(row, (into.get(row) ?? 0) + qty);
      rest -= qty;
    }
    if (rest > 0)
      return refuse(stockRefusals.TRANSFER_OVER, { no: bill.bill_no, line: lineNo, sent: own[0]?.sent ?? '0' });
  }
  const no = refuseWarm(bill, rows, tempOf(values), back, lost);
  if (no) return no;
  const moves: Move[] = [];
  const lostIds = await ctx.ids.take(rows.length);
  const today = businessDay(ctx.clock.now());
  for (const [i, row] of rows.entries()) {
    const [lostQty, backQty] = [lost.get(row) ?? 0, back.get(row) ?? 0];
    const lostFen = partOf(row.value_fen, lostQty, row.qty);
    const [qty, fen] = [row.qty - lostQty, row.value_fen - lostFen];
    const backFen = partOf(fen, backQty, qty);
    await tx.query(
      `update stock_transit t set received_qty = $4, received_fen = $5, lost_qty = $6, lost_fen = $7, closed_at = $8, back_qty = $9,
         lost_id = $10, lost_on = $11
       where t.contractor_id = $1 and t.line_id = $2 and t.lot_id = $3`,
      [
        bill.contractor_id,
        row.line_id,
        row.lot_id,
        qty,
        fen,
        lostQty,
        lostFen,
        isoAt(ctx.clock.now()),
        backQty,
        lostQty > 0 ? lostIds[i] : null,
        lostQty > 0 ? today : null,
      ],
    );
    const line = { lineId: row.line_id, goodsId: row.goods_id, kind: 'TRANSFER_IN', lotId: row.lot_id } as const;
    if (qty > backQty) moves.push({ ...line, storehouseId: row.to_id, qty: qty - backQty, valueFen: fen - backFen });
    if (backQty > 0) moves.push({ ...line, storehouseId: row.from_id, qty: backQty, valueFen: backFen });
  }
  if (moves.length > 0) {
    const entries = await postStock(ctx, tx, { contractorId: bill.contractor_id, billId: bill.id, moves });
    if (isRefusal(entries)) return entries;
  }
  await tx.query(
    `update stock_bill_line l set received_qty = (select sum(t.received_qty - t.back_qty) from stock_transit t
       where t.contractor_id = l.contractor_id and t.line_id = l.id)
     where l.contractor_id = $1 and l.bill_id = $2`,
    [bill.contractor_id, bill.id],
  );
  if (shorts.length > 0)
    await tx.query(`update stock_bill b set status = 'PART' where b.contractor_id = $1 and b.id = $2`, [
      bill.contractor_id,
      bill.id,
    ]);
  return undefined;
}
