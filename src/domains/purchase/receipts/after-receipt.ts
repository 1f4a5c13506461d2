/** After acceptance: a price that a third person agrees to, goods that go back, an invoice that says something else. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { bookHouse, partOf, revalueLot } from '../../stock/public.server.ts';
import { notWhole, qtyWords, wholeUnits } from '../../stock/public.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { ReceiptLineRow, ReceiptRow } from '../tables.ts';
import { postLines } from './write-receipt.ts';

/** Held lines come into stock at the price that was agreed to. */
export async function approvePrices(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  for (const one of await ctx.db
    .selectFrom('receipt')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()) {
    if (one.status !== 'HELD') return refuse('NOT_NOW', { why: `${one.receipt_no} 没有待批的价格` });
    const { accountId, name } = ctx.session;
    if (one.inspector_id === accountId || one.second_id === accountId) return refuse(purchaseRefusals.HELD_SAME);
    await ctx.db
      .updateTable('receipt_line')
      .set({ status: 'POSTED', approved_name: name })
      .where('receipt_id', '=', one.id)
      .where('status', '=', 'HELD')
      .execute();
    const no = await postLines(
      ctx,
      one.id,
      { storehouse_id: one.storehouse_id, order_no: one.receipt_no },
      { accountId, name },
    );
    if (no) return no;
    await ctx.db
      .updateTable('receipt')
      .set((eb) => ({
        status: 'DONE',
        held_count: 0,
        amount_fen: eb
          .selectFrom('receipt_line')
          .select(eb.fn.sum<number>('amount_fen').as('fen'))
          .whereRef('receipt_line.receipt_id', '=', 'receipt.id')
          .where('receipt_line.status', '=', 'POSTED'),
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', one.id)
      .execute();
    await ctx.audit({
      action: '批准价格',
      targetId: one.id,
      targetName: one.receipt_no,
      changes: [{ key: 'reason', label: '说明', before: null, after: String(values.reason) }],
    });
  }
  return null;
}

async function lineWithHead(
  ctx: Ctx,
  id: number,
): Promise<{
  line: ReceiptLineRow & { name: string; base_unit: 'G' | 'ML' | 'PIECE' };
  head: ReceiptRow;
  unitSize: number;
}> {
  const line = await ctx.db
    .selectFrom('receipt_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .selectAll('l')
    .select(['g.name', 'g.base_unit'])
    .where('l.id', '=', id)
    .forUpdate('l')
    .executeTakeFirstOrThrow();
  const head = await ctx.db
    .selectFrom('receipt')
    .selectAll()
    .where('id', '=', line.receipt_id)
    .executeTakeFirstOrThrow();
  const unit =
    line.unit_id === null
      ? null
      : await ctx.db.selectFrom('goods_unit').select('size').where('id', '=', line.unit_id).executeTakeFirst();
  return { line, head, unitSize: unit?.size ?? 1 };
}

/** Goods go back to the supplier at what they were bought for. */
export async function giveBack(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const { line, head, unitSize } = await lineWithHead(ctx, ids[0]!);
  if (line.status !== 'POSTED') return refuse('NOT_NOW', { why: `第 ${line.line_no} 行没有入库，不能退货` });
  const qty = wholeUnits(Number(values.qty), unitSize);
  if (qty === undefined) return refuseField('qty', `「${line.name}」${notWhole}`);
  const left = line.qty - line.returned_qty;
  if (qty <= 0 || qty > left)
    return refuse(
      purchaseRefusals.RETURN_MORE,
      { goods: line.name, left: qtyWords(left, line.base_unit) },
      { qty: `最多 ${qtyWords(left, line.base_unit)}` },
    );
  const worth = partOf(line.amount_fen - line.returned_fen, qty, left);
  const reason = String(values.reason);
  const bill = await bookHouse(ctx, {
    kind: 'RECEIVE_RETURN',
    storehouseId: head.storehouse_id,
    reason: `退货 ${head.receipt_no}：${reason}`,
    source: { type: 'RECEIPT', id: head.id },
    lines: [
      {
        goodsId: line.goods_id,
        unitId: line.unit_id,
        typedMilli: Math.round(Number(values.qty) * 1_000),
        qty,
        amountFen: worth,
        reason,
        move: { kind: 'RECEIVE_RETURN', qty: -qty, valueFen: worth, lotId: line.lot_id!, anyLot: true },
      },
    ],
  });
  if (isRefusal(bill)) return bill;
  await ctx.db
    .updateTable('receipt_line')
    .set({ returned_qty: line.returned_qty + qty, returned_fen: line.returned_fen + worth })
    .where('id', '=', line.id)
    .execute();
  await ctx.audit({
    action: '退货',
    targetId: head.id,
    targetName: `${head.receipt_no} ${line.name}`,
    changes: [{ key: 'reason', label: '原因', before: null, after: reason }],
  });
  return null;
}

/** The invoice's amount takes the place of what was accepted: the pool takes the part that is still there. */
export async function takeInvoice(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const { line, head } = await lineWithHead(ctx, ids[0]!);
  if (line.status !== 'POSTED') return refuse('NOT_NOW', { why: `第 ${line.line_no} 行没有入库，不能调价` });
  const amountFen = Number(values.amountFen);
  const reason = String(values.reason);
  const booked = await revalueLot(ctx, {
    lotId: line.lot_id!,
    goodsId: line.goods_id,
    storehouseId: head.storehouse_id,
    receivedQty: line.qty,
    deltaFen: amountFen - line.amount_fen,
    reason: `发票调价 ${head.receipt_no}：${reason}`,
    source: { type: 'RECEIPT', id: head.id },
  });
  if (isRefusal(booked)) return booked;
  await ctx.db.updateTable('receipt_line').set({ amount_fen: amountFen }).where('id', '=', line.id).execute();
  await ctx.db
    .updateTable('receipt')
    .set((eb) => ({ amount_fen: eb('amount_fen', '+', amountFen - line.amount_fen) }))
    .where('id', '=', head.id)
    .execute();
  await ctx.audit({
    action: '发票调价',
    targetId: head.id,
    targetName: `${head.receipt_no} ${line.name}`,
    changes: [{ key: 'amountFen', label: '金额', before: line.amount_fen, after: amountFen }],
  });
  return null;
}
