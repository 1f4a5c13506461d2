/** A transfer's draft gets less of some goods than it asked for, because there is not enough. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { billFlow } from './bill-states.ts';
import { alignPromise } from './keep-promise.ts';

export interface Shortened {
  lineId: number;
  /** Base units that are sent after all; 0 takes the line off. */
  qty: number;
  /** Said on the line. */
  reason: string;
}

/** What a draft was to bring and nothing of which is there: told to whoever receives the rest. */
export async function tellLeftOut(
  ctx: Ctx,
  billId: number,
  lines: readonly { lineNo: number; goodsId: number; qty: number; reason: string }[],
): Promise<void> {
  await ctx.db
    .insertInto('stock_bill_left_out')
    .values(
      lines.map(({ lineNo, goodsId, qty, reason }) => ({
        contractor_id: ownContractor(ctx),
        bill_id: billId,
        line_no: lineNo,
        goods_id: goodsId,
        qty,
        reason,
      })),
    )
    .execute();
}

/** The line goes, what it asked for stays told. */
async function leaveOut(ctx: Ctx, billId: number, lineId: number, reason: string): Promise<void> {
  const { line_no, goods_id, qty } = await ctx.db
    .deleteFrom('stock_bill_line')
    .where('id', '=', lineId)
    .returning(['line_no', 'goods_id', 'qty'])
    .executeTakeFirstOrThrow();
  await tellLeftOut(ctx, billId, [{ lineNo: line_no, goodsId: goods_id, qty, reason }]);
}

/**
 * Writes the lines and frees what they do not take any more; lines of which nothing is there are kept beside, for whoever receives the
 * rest, and a draft without lines was not sent. NOT_NOW for what has left already.
 */
export async function shortenTransfer(
  ctx: Ctx,
  billId: number,
  lines: readonly Shortened[],
): Promise<Refusal | undefined> {
  const bill = await ctx.db
    .selectFrom('stock_bill')
    .select(['bill_no', 'status', 'kind'])
    .where('id', '=', billId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (bill.status !== 'DRAFT' || bill.kind !== 'TRANSFER')
    return refuse('NOT_NOW', { why: `${bill.bill_no} 已经发出，不能再分拣` });
  for (const { lineId, qty, reason } of lines)
    if (qty === 0) await leaveOut(ctx, billId, lineId, reason);
    else
      await ctx.db
        .updateTable('stock_bill_line')
        .set({ unit_id: null, typed_milli: qty * 1_000, qty, reason })
        .where('id', '=', lineId)
        .execute();
  const left = await ctx.db.selectFrom('stock_bill_line').select(['id', 'qty']).where('bill_id', '=', billId).execute();
  const wanted = new Map(left.map(({ id, qty }) => [id, qty]));
  for (const { lineId, qty } of lines) wanted.set(lineId, qty);
  await alignPromise(sqlOf(ctx.db), ctx, ownContractor(ctx), { type: 'TRANSFER', id: billId }, wanted);
  await ctx.audit({ action: '分拣缺货', targetId: billId, targetName: bill.bill_no });
  await ctx.db
    .updateTable('stock_bill')
    .set((eb) => ({
      line_count: left.length,
      version: eb('version', '+', 1),
      ...(left.length === 0 ? { status: billFlow.moves.none.to } : {}),
    }))
    .where('id', '=', billId)
    .execute();
  return undefined;
}
