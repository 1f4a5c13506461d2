/** Leftovers go back to the lots they came from, at what that very issue took for them. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { BaseUnit } from '../goods/goods-words.ts';
import { qtyWords } from '../goods/quantity.ts';
import { type Move, partOf } from '../ledger/plan.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockBillRow } from '../tables.ts';
import type { BillLine } from './post-bill.ts';

interface Taken {
  id: number;
  goodsId: number;
  lotId: number;
  baseUnit: BaseUnit;
  /** What of it has not come back yet. */
  qty: number;
  fen: number;
}

/** What a document took and has not got back, newest first; the document stays locked, so that two returns do not share it. */
export async function takenBy(tx: Sql, contractorId: number, billId: number): Promise<Taken[]> {
  await tx.query('select 1 from stock_bill b where b.contractor_id = $1 and b.id = $2 for update', [
    contractorId,
    billId,
  ]);
  const { rows } = await tx.query<Taken>(
    `select e.id, e.goods_id as "goodsId", e.lot_id as "lotId", g.base_unit as "baseUnit",
       -e.qty - coalesce((select sum(r.qty) from stock_entry r where r.contractor_id = e.contractor_id and r.of_entry_id = e.id), 0)::bigint as qty,
       -e.value_fen - coalesce((select sum(r.value_fen) from stock_entry r where r.contractor_id = e.contractor_id and r.of_entry_id = e.id), 0)::bigint as fen
     from stock_entry e join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id
     where e.contractor_id = $1 and e.bill_id = $2 and e.qty < 0 order by e.business_date desc, e.id desc`,
    [contractorId, billId],
  );
  return rows.filter(({ qty }) => qty > 0);
}

export async function returnMoves(tx: Sql, bill: StockBillRow, lines: readonly BillLine[]): Promise<Move[] | Refusal> {
  const taken = await takenBy(tx, bill.contractor_id, bill.source_id ?? 0);
  const moves: Move[] = [];
  for (const line of lines) {
    let rest = line.qty;
    for (const one of taken.filter(({ goodsId }) => goodsId === line.goods_id)) {
      const qty = Math.min(rest, one.qty);
      if (qty === 0) continue;
      const valueFen = partOf(one.fen, qty, one.qty);
      const at = { lineId: line.id, storehouseId: bill.storehouse_id, goodsId: line.goods_id, lotId: one.lotId };
      moves.push({
        ...at,
        kind: bill.kind === 'SALE_RETURN' ? 'SALE_RETURN' : 'ISSUE_RETURN',
        qty,
        valueFen,
        ofEntryId: one.id,
      });
      one.qty -= qty;
      one.fen -= valueFen;
      rest -= qty;
    }
    if (rest > 0) {
      const unit = taken.find(({ goodsId }) => goodsId === line.goods_id)?.baseUnit ?? 'G';
      return refuse(stockRefusals.RETURN_OVER, {
        line: line.line_no,
        goods: line.name,
        left: qtyWords(line.qty - rest, unit),
      });
    }
  }
  return moves;
}
