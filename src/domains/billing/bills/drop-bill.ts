/** A bill nobody owes any more, before it was paid: its payer gave up what it was for. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moveEntry } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { billingRefusals } from '../refusals.ts';
import { billFlow, owed } from './bill-states.ts';
import { lockBill } from './settle-payment.ts';
import { followerOf } from './take-payment.ts';

export async function dropBill(ctx: Ctx, billId: number, why: string): Promise<Refusal | null> {
  const tx = sqlOf(ctx.db);
  const bill = await lockBill(tx, billId);
  if (!owed.includes(bill.status as (typeof owed)[number]))
    return refuse('NOT_NOW', { why: `${bill.bill_no} 当前状态为「${billFlow.labelOf(bill.status)}」，不能取消` });
  const { rows } = await tx.query(
    `select /* wall: payments of this bill */ 1 from unit_bill_payment where bill_id = $1 and way = 'TRANSFER' and status = 'WAITING'`,
    [billId],
  );
  if (rows.length > 0) return refuse(billingRefusals.BILL_TRANSFER_WAITS, { no: bill.bill_no });
  const at = isoAt(ctx.clock.now());
  await tx.query(
    `update /* wall: the bill just locked */ unit_bill set status = 'VOID', check_note = $2, updated_at = $3, version = version + 1
     where id = $1`,
    [billId, why, at],
  );
  await ctx.audit(moveEntry(billFlow, 'void', bill, bill.bill_no, why));
  return (await followerOf(ctx.services, bill)?.voided?.(ctx.services, tx, bill, false)) ?? null;
}
