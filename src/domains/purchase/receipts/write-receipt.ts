/** Writes what was accepted, of an order or of a market, and brings it into stock. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { bookHouse, openReceived } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import type { ReceiptLineRow, ReceiptRow, SupplyOrderRow } from '../tables.ts';
import type { Accepted, Expected, Weighed } from './read-receipt.ts';

/** A line as it was weighed, with what it was held against and what became of it. */
export interface Taken {
  of: Expected;
  line: Weighed;
  accepted: Accepted;
}

/** Whom it came from, and where to. */
type Head = Pick<
  ReceiptRow,
  | 'order_id'
  | 'supplier_id'
  | 'supplier_name'
  | 'supplier_address'
  | 'supplier_phone'
  | 'storehouse_id'
  | 'emergency'
  | 'buy_reason'
  | 'pay_way'
  | 'photo'
  | 'papers'
>;

/** Writes the document with its lines, signed by two; answers its id. What is taken comes into stock by `postLines`. */
export async function writeReceipt(
  ctx: Ctx,
  from: Head,
  taken: readonly Taken[],
  second: { accountId: number; name: string },
): Promise<number> {
  const contractorId = ownContractor(ctx);
  const [id = 0, ...lineIds] = await ctx.ids.take(taken.length + 1);
  const now = isoAt(ctx.clock.now());
  const held = taken.filter(({ accepted }) => accepted.heldWhy !== '').length;
  const head: ReceiptRow = {
    contractor_id: contractorId,
    id,
    receipt_no: `${from.emergency ? 'YJ' : 'YS'}${id}`,
    ...from,
    inspector_id: ctx.session.accountId,
    inspector_name: ctx.session.name,
    second_id: second.accountId,
    second_name: second.name,
    amount_fen: taken.reduce((sum, { accepted }) => sum + (accepted.heldWhy === '' ? accepted.amountFen : 0), 0),
    line_count: taken.length,
    held_count: held,
    bill_id: null,
    accepted_at: now,
    status: held > 0 ? 'HELD' : 'DONE',
    unstated: true,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await ctx.db.insertInto('receipt').values(head).execute();
  const rows = taken.map(
    ({ of, line, accepted }, i): ReceiptLineRow => ({
      contractor_id: contractorId,
      id: lineIds[i]!,
      receipt_id: id,
      line_no: i + 1,
      purchase_id: of.purchaseId,
      goods_id: of.goodsId,
      unit_id: of.unitId,
      gross_milli: Math.round((line.gross ?? 0) * 1_000),
      tare_milli: Math.round((line.tare ?? 0) * 1_000),
      typed_milli: accepted.typedMilli,
      pieces: line.pieces ?? null,
      qty: accepted.qty,
      price_fen: accepted.priceFen,
      list_fen: of.listFen,
      amount_fen: accepted.amountFen,
      lot_id: null,
      lot_no: line.lotNo ?? '',
      produced_on: line.producedOn,
      expires_on: accepted.expiresOn,
      temp10: line.temp === null ? null : Math.round(line.temp * 10),
      look: line.look ?? 'GOOD',
      verdict: line.verdict ?? 'TAKE',
      reason: line.reason ?? '',
      held_why: accepted.heldWhy,
      status: line.verdict === 'REFUSE' ? 'REFUSED' : accepted.heldWhy === '' ? 'POSTED' : 'HELD',
      approved_name: '',
      returned_qty: 0,
      returned_fen: 0,
      photo: line.photo ?? null,
    }),
  );
  await ctx.db.insertInto('receipt_line').values(rows).execute();
  return id;
}

/** Lots and stock for lines of a receipt that are taken and not in stock yet. */
export async function postLines(
  ctx: Ctx,
  receiptId: number,
  order: Pick<SupplyOrderRow, 'storehouse_id' | 'order_no'>,
  checker: { accountId: number; name: string },
): Promise<Refusal | undefined> {
  const lines = await ctx.db
    .selectFrom('receipt_line')
    .selectAll()
    .where('receipt_id', '=', receiptId)
    .where('status', '=', 'POSTED')
    .where('lot_id', 'is', null)
    .orderBy('line_no')
    .execute();
  if (lines.length === 0) return undefined;
  const { supplier_name } = await ctx.db
    .selectFrom('receipt')
    .select('supplier_name')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow();
  const lotIds = await openReceived(
    ctx,
    lines.map((line) => ({
      goodsId: line.goods_id,
      lotNo: line.lot_no,
      producedOn: line.produced_on,
      expiresOn: line.expires_on,
      supplierName: supplier_name,
      receiptLineId: line.id,
    })),
  );
  const bill = await bookHouse(ctx, {
    kind: 'RECEIVE',
    storehouseId: order.storehouse_id,
    reason: `验收 ${order.order_no}`,
    source: { type: 'RECEIPT', id: receiptId },
    checker,
    lines: lines.map((line, i) => ({
      goodsId: line.goods_id,
      unitId: line.unit_id,
      typedMilli: line.typed_milli,
      qty: line.qty,
      amountFen: line.amount_fen,
      lotNo: line.lot_no,
      producedOn: line.produced_on,
      expiresOn: line.expires_on,
      move: { kind: 'RECEIVE', qty: line.qty, valueFen: line.amount_fen, lotId: lotIds[i]! },
    })),
  });
  if (isRefusal(bill)) return bill;
  for (const [i, line] of lines.entries())
    await ctx.db.updateTable('receipt_line').set({ lot_id: lotIds[i]! }).where('id', '=', line.id).execute();
  await ctx.db.updateTable('receipt').set({ bill_id: bill }).where('id', '=', receiptId).execute();
  return undefined;
}
