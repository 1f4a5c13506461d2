/** Posts a document's lines: what comes in opens lots, what leaves takes those that expire first. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { Move, Planned } from '../ledger/plan.ts';
import { type BookedEntry, type Parts, type Posting, postStock } from '../ledger/post.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockBillLineRow, StockBillRow } from '../tables.ts';
import { entryOf, takesOut } from './bill-kinds.ts';
import { returnMoves } from './return-moves.ts';

/** A loss worth more takes a second person. */
const lossAloneFen = 5_000;

export type BillLine = StockBillLineRow & { name: string; check_from_fen: number | null };

export async function linesOf(tx: Sql, contractorId: number, billId: number): Promise<BillLine[]> {
  const { rows } = await tx.query<BillLine>(
    `select l.*, g.name, g.check_from_fen from stock_bill_line l
     join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
     where l.contractor_id = $1 and l.bill_id = $2 order by l.line_no`,
    [contractorId, billId],
  );
  return rows;
}

export interface NewLot {
  id: number;
  goodsId: number;
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
  supplierName?: string;
  receiptLineId?: number;
}

export async function openLots(tx: Sql, contractorId: number, lots: readonly NewLot[], at: string): Promise<void> {
  await tx.query(
    `insert into lot (contractor_id, received_at, id, goods_id, lot_no, produced_on, expires_on, supplier_name, receipt_line_id)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::text[], $6::date[], $7::date[], $8::text[], $9::bigint[])`,
    [
      contractorId,
      at,
      lots.map((lot) => lot.id),
      lots.map((lot) => lot.goodsId),
      lots.map((lot) => lot.lotNo),
      lots.map((lot) => lot.producedOn),
      lots.map((lot) => lot.expiresOn),
      lots.map((lot) => lot.supplierName ?? ''),
      lots.map((lot) => lot.receiptLineId ?? null),
    ],
  );
}

/** Lots for lines that bring goods in, and their moves. */
async function incoming(parts: Parts, tx: Sql, bill: StockBillRow, lines: readonly BillLine[]): Promise<Move[]> {
  const ids = await parts.ids.take(lines.length);
  const at = isoAt(parts.clock.now());
  await openLots(
    tx,
    bill.contractor_id,
    lines.map((line, i) => ({
      id: ids[i]!,
      goodsId: line.goods_id,
      lotNo: line.lot_no,
      producedOn: line.produced_on,
      expiresOn: line.expires_on,
    })),
    at,
  );
  return lines.map((line, i) => ({
    lineId: line.id,
    storehouseId: bill.storehouse_id,
    goodsId: line.goods_id,
    kind: entryOf[bill.kind as 'IN'],
    qty: line.qty,
    valueFen: line.amount_fen ?? 0,
    lotId: ids[i]!,
  }));
}

const outgoing = (bill: StockBillRow, lines: readonly BillLine[]): Move[] =>
  lines.map((line) => ({
    lineId: line.id,
    storehouseId: bill.storehouse_id,
    goodsId: line.goods_id,
    kind: entryOf[bill.kind as 'ISSUE'],
    qty: -line.qty,
    ...(line.lot_id === null ? {} : { lotId: line.lot_id }),
    ...(bill.kind === 'LOSS' ? { anyLot: true as const, physical: true as const } : {}),
  }));

/** Another lot than the one that expires first is taken for a reason only. */
async function refuseLotOrder(tx: Sql, bill: StockBillRow, lines: readonly BillLine[]): Promise<Refusal | undefined> {
  if (bill.kind === 'LOSS') return undefined;
  for (const line of lines) {
    if (line.lot_id === null || line.reason !== '') continue;
    const { rows } = await tx.query<{ id: number; name: string }>(
      `select l.id, coalesce(nullif(l.lot_no, ''), '#' || l.id) as name from stock_lot s
       join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
       where s.contractor_id = $1 and s.storehouse_id = $2 and s.goods_id = $3 and s.qty > 0 and l.status = 'NORMAL'
       order by l.expires_on nulls last, l.received_at, l.id limit 1`,
      [bill.contractor_id, bill.storehouse_id, line.goods_id],
    );
    if (rows[0] && rows[0].id !== line.lot_id)
      return refuse(stockRefusals.LOT_REASON, { line: line.line_no, goods: line.name, first: rows[0].name });
  }
  return undefined;
}

/** What a document that one person wrote may not be worth when the same person posts it. */
function refuseAlone(
  ctx: Ctx,
  bill: StockBillRow,
  lines: readonly BillLine[],
  entries: readonly Planned[],
): Refusal | undefined {
  if (bill.maker_id !== ctx.session.accountId) return undefined;
  const worth = (lineId?: number) =>
    entries
      .filter((e) => lineId === undefined || e.lineId === lineId)
      .reduce((sum, e) => sum + Math.abs(e.valueFen), 0);
  if (bill.kind === 'LOSS' && worth() > lossAloneFen)
    return refuse(stockRefusals.BILL_SECOND, {
      no: bill.bill_no,
      why: `报损超过 ${formatFenGrouped(lossAloneFen)} 元`,
    });
  const heavy = lines.find((line) => line.check_from_fen !== null && worth(line.id) >= line.check_from_fen);
  return (
    heavy &&
    refuse(stockRefusals.BILL_SECOND, { no: bill.bill_no, why: `第 ${heavy.line_no} 行「${heavy.name}」达到复核金额` })
  );
}

/** The lines' worth as it was booked, and the document's. */
export async function writeWorth(
  tx: Sql,
  bill: Pick<StockBillRow, 'contractor_id' | 'id'> & { kind?: StockBillRow['kind'] },
  entries: readonly BookedEntry[],
  now: number,
): Promise<void> {
  const byLine = Map.groupBy(entries, (e) => e.lineId);
  const ids = [...byLine.keys()];
  await tx.query(
    `update stock_bill_line l set amount_fen = n.fen from unnest($2::bigint[], $3::bigint[]) as n (id, fen)
     where l.contractor_id = $1 and l.id = n.id`,
    [bill.contractor_id, ids, ids.map((id) => Math.abs(byLine.get(id)!.reduce((sum, e) => sum + e.valueFen, 0)))],
  );
  await tx.query(
    `update stock_bill b set value_fen = $3, posted_at = $4, business_date = $5 where b.contractor_id = $1 and b.id = $2`,
    [
      bill.contractor_id,
      bill.id,
      // Goods made are worth what went into them: between the two nothing would be left.
      Math.abs(
        entries.filter((e) => bill.kind !== 'MAKE' || e.kind === 'MAKE_IN').reduce((sum, e) => sum + e.valueFen, 0),
      ),
      isoAt(now),
      entries[0]?.businessDate ?? businessDay(now),
    ],
  );
}

/** Books a document's moves and writes its worth; the caller has checked that it may. */
export async function bookBill(
  ctx: Ctx,
  bill: StockBillRow,
  moves: readonly Move[],
  keeps?: Posting['keeps'],
): Promise<BookedEntry[] | Refusal> {
  const tx = sqlOf(ctx.db);
  const entries = await postStock(ctx, tx, {
    contractorId: bill.contractor_id,
    billId: bill.id,
    moves,
    occurredAtMs: Date.parse(bill.occurred_at),
    ...(keeps ? { keeps } : {}),
  });
  if (!isRefusal(entries)) await writeWorth(tx, bill, entries, ctx.clock.now());
  return entries;
}

/** SUBMITTED → POSTED. */
export async function postBill(ctx: Ctx, bill: StockBillRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const lines = await linesOf(tx, bill.contractor_id, bill.id);
  const moves = takesOut(bill.kind)
    ? outgoing(bill, lines)
    : bill.kind === 'ISSUE_RETURN'
      ? await returnMoves(tx, bill, lines)
      : await incoming(ctx, tx, bill, lines);
  if (isRefusal(moves)) return moves;
  const no = takesOut(bill.kind) ? await refuseLotOrder(tx, bill, lines) : undefined;
  if (no) return no;
  const entries = await bookBill(ctx, bill, moves);
  return isRefusal(entries) ? entries : refuseAlone(ctx, bill, lines, entries);
}

/** DRAFT → SENT: what leaves is on its way until it is received. */
export async function sendTransfer(ctx: Ctx, bill: StockBillRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const lines = await linesOf(tx, bill.contractor_id, bill.id);
  const no = await refuseLotOrder(tx, bill, lines);
  if (no) return no;
  const entries = await bookBill(ctx, bill, outgoing(bill, lines), { documentType: 'TRANSFER', documentId: bill.id });
  if (isRefusal(entries)) return entries;
  await tx.query(
    `insert into stock_transit (contractor_id, bill_id, from_id, to_id, sent_at, line_id, lot_id, goods_id, qty, value_fen)
     select $1, $2, $3, $4, $5, * from unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])`,
    [
      bill.contractor_id,
      bill.id,
      bill.storehouse_id,
      bill.to_storehouse_id,
      isoAt(ctx.clock.now()),
      entries.map((e) => e.lineId),
      entries.map((e) => e.lotId),
      entries.map((e) => e.goodsId),
      entries.map((e) => -e.qty),
      entries.map((e) => -e.valueFen),
    ],
  );
  return undefined;
}
