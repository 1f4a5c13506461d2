/** Documents that follow from others: acceptance, returns to suppliers, invoices that came dearer. Posted as they are written. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { Move } from '../ledger/plan.ts';
import type { StockBillRow } from '../tables.ts';
import type { BillKind } from './bill-kinds.ts';
import { bookBill, type NewLot, openLots } from './post-bill.ts';
import { newBill } from './save-bill.ts';

interface HouseBill {
  kind: BillKind;
  storehouseId: number;
  reason: string;
  source: { type: string; id: number };
  /** The meal it was taken for. */
  meal?: { siteId: number; diningDate: string; mealPeriodId: number };
  /** Who signed beside who acts. */
  checker?: { accountId: number; name: string };
  lines: readonly HouseLine[];
}

interface HouseLine {
  goodsId: number;
  unitId: number | null;
  typedMilli: number;
  /** Base units, always above 0. */
  qty: number;
  amountFen: number;
  lotNo?: string;
  producedOn?: string | null;
  expiresOn?: string | null;
  reason?: string;
  /** What the line does; its `lineId` is given here. */
  move: Omit<Move, 'lineId' | 'storehouseId' | 'goodsId'> & { storehouseId?: number };
}

/** Writes the document with its lines and books it; answers its id. */
export async function bookHouse(ctx: Ctx, asked: HouseBill): Promise<number | Refusal> {
  const now = isoAt(ctx.clock.now());
  const [id = 0, ...lineIds] = await ctx.ids.take(asked.lines.length + 1);
  const bill: StockBillRow = {
    ...newBill(ctx, asked.kind, id, now),
    status: 'POSTED',
    storehouse_id: asked.storehouseId,
    to_storehouse_id: null,
    receiver_id: null,
    site_id: asked.meal?.siteId ?? null,
    dining_date: asked.meal?.diningDate ?? null,
    meal_period_id: asked.meal?.mealPeriodId ?? null,
    dish_name: '',
    reason: asked.reason,
    occurred_at: now,
    value_fen: 0,
    line_count: asked.lines.length,
    source_type: asked.source.type,
    source_id: asked.source.id,
    checker_id: asked.checker?.accountId ?? null,
    checker_name: asked.checker?.name ?? '',
    checked_at: now,
    updated_at: now,
  };
  await ctx.db.insertInto('stock_bill').values(bill).execute();
  // Nothing of the lot is left: the document carries a variance alone.
  if (asked.lines.length === 0) return id;
  await ctx.db
    .insertInto('stock_bill_line')
    .values(
      asked.lines.map((line, i) => ({
        contractor_id: bill.contractor_id,
        id: lineIds[i]!,
        bill_id: id,
        line_no: i + 1,
        goods_id: line.goodsId,
        unit_id: line.unitId,
        typed_milli: line.typedMilli,
        qty: line.qty,
        amount_fen: Math.abs(line.amountFen),
        lot_id: line.move.lotId ?? null,
        lot_no: line.lotNo ?? '',
        produced_on: line.producedOn ?? null,
        expires_on: line.expiresOn ?? null,
        reason: line.reason ?? '',
        received_qty: null,
      })),
    )
    .execute();
  const moves = asked.lines.map(
    (line, i): Move => ({ storehouseId: asked.storehouseId, goodsId: line.goodsId, ...line.move, lineId: lineIds[i]! }),
  );
  const entries = await bookBill(ctx, bill, moves);
  return isRefusal(entries) ? entries : id;
}

/** Opens lots for goods that were accepted; their ids in the same order. */
export async function openReceived(ctx: Ctx, lots: readonly Omit<NewLot, 'id'>[]): Promise<number[]> {
  const ids = await ctx.ids.take(lots.length);
  await openLots(
    sqlOf(ctx.db),
    ctx.session.unitId!,
    lots.map((lot, i) => ({ ...lot, id: ids[i]! })),
    isoAt(ctx.clock.now()),
  );
  return ids;
}

/**
 * An invoice says another amount than was accepted: what of the lot is still there carries its part into the pools, the rest is a
 * variance. Answers the document's id.
 */
export async function revalueLot(
  ctx: Ctx,
  asked: {
    lotId: number;
    goodsId: number;
    storehouseId: number;
    receivedQty: number;
    deltaFen: number;
    reason: string;
    source: HouseBill['source'];
  },
): Promise<number | Refusal> {
  const places = await ctx.db
    .selectFrom('stock_lot')
    .select(['storehouse_id', 'qty'])
    .where('lot_id', '=', asked.lotId)
    .where('qty', '>', 0)
    .orderBy('storehouse_id')
    .execute();
  const parts = places.map(({ storehouse_id, qty }) => ({
    storehouseId: storehouse_id,
    qty,
    fen: mulDivHalfUp(asked.deltaFen, Math.min(qty, asked.receivedQty), asked.receivedQty),
  }));
  const here = parts.filter(({ fen }) => fen !== 0);
  const rest = asked.deltaFen - here.reduce((sum, { fen }) => sum + fen, 0);
  const line = { goodsId: asked.goodsId, unitId: null };
  const lines: HouseLine[] = here.map(({ storehouseId, qty, fen }) => ({
    ...line,
    typedMilli: qty * 1_000,
    qty,
    amountFen: fen,
    move: { kind: 'REVALUE', qty: 0, valueFen: fen, lotId: asked.lotId, storehouseId },
  }));
  if (lines.length === 0 && rest === 0)
    return refuse('INVALID_FIELDS', { detail: '金额没有变化' }, { amountFen: '没有变化' });
  const id = await bookHouse(ctx, {
    kind: 'REVALUE',
    storehouseId: asked.storehouseId,
    reason: asked.reason,
    source: asked.source,
    lines,
  });
  if (isRefusal(id) || rest === 0) return id;
  await ctx.db
    .insertInto('price_variance')
    .values({
      contractor_id: ctx.session.unitId!,
      id: await ctx.ids.next(),
      storehouse_id: asked.storehouseId,
      goods_id: asked.goodsId,
      bill_id: id,
      line_id: 0,
      lot_id: asked.lotId,
      kind: 'REVALUE',
      amount_fen: rest,
      business_date: businessDay(ctx.clock.now()),
      recorded_at: isoAt(ctx.clock.now()),
    })
    .execute();
  return id;
}
