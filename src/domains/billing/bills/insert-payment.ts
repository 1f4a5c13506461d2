/** Writes down a try to pay a bill. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { UnitBillPaymentRow, UnitBillRow } from '../tables.ts';

type Told = Partial<
  Pick<
    UnitBillPaymentRow,
    'amount_fen' | 'paid_on' | 'bank_flow_no' | 'proof' | 'channel' | 'merchant_no' | 'order_no' | 'expires_at'
  >
>;

/** Of the whole bill, unless `told` says another amount; made by who asks. Beside the wall: an agent pays in for its customer. */
export async function insertPayment(
  ctx: Ctx,
  bill: Pick<UnitBillRow, 'id' | 'unit_type' | 'unit_id' | 'amount_fen'>,
  way: 'WALLET' | 'ONLINE' | 'TRANSFER',
  told: Told = {},
): Promise<UnitBillPaymentRow> {
  const at = isoAt(ctx.clock.now());
  const { rows } = await sqlOf(ctx.db).query<UnitBillPaymentRow>(
    `insert into unit_bill_payment (id, bill_id, unit_type, unit_id, way, amount_fen, status, paid_on, bank_flow_no, proof, channel,
       merchant_no, order_no, expires_at, maker_id, maker_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'WAITING', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) returning *`,
    [
      await ctx.ids.next(),
      bill.id,
      bill.unit_type,
      bill.unit_id,
      way,
      told.amount_fen ?? bill.amount_fen,
      told.paid_on ?? null,
      told.bank_flow_no ?? '',
      told.proof ?? null,
      told.channel ?? '',
      told.merchant_no ?? '',
      told.order_no ?? null,
      told.expires_at ?? null,
      ctx.session.accountId,
      ctx.session.name,
      at,
    ],
  );
  return rows[0]!;
}
