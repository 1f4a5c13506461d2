/** The channel's fees as its bill has them; of meals they take the place of what was reckoned at the merchant's rate. */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Bill, BillLine } from './bill.ts';

/** Writes the fees of the organization's recharges, of its meals and of what was refunded of them; other lines are left alone. */
export async function takeFees(
  { pool }: Pick<Services, 'pool'>,
  organizationId: number,
  bill: Pick<Bill, 'channel' | 'lines'>,
): Promise<void> {
  const of = (kind: BillLine['kind']) => bill.lines.filter((line) => line.kind === kind && line.feeFen !== null);
  const payments = of('PAYMENT');
  const refunds = of('REFUND');
  await pool.query(
    `update /* wall: bills of the platform */ recharge_order o set fee_fen = n.fen from unnest($3::text[], $4::bigint[], $5::bigint[]) as n (no, fen, amount)
      where o.organization_id = $1 and o.channel = $2 and o.channel_no = n.no and o.amount_fen = n.amount
        and o.posting_id is not null and o.fee_fen <> n.fen`,
    [
      organizationId,
      bill.channel,
      payments.map((line) => line.channelNo),
      payments.map((line) => line.feeFen),
      payments.map((line) => line.amountFen),
    ],
  );
  await pool.query(
    `update third_trade t set fee_fen = n.fen, fee_billed = true from unnest($3::text[], $4::bigint[]) as n (no, fen)
      where t.organization_id = $1 and t.channel = $2 and t.trade_no = n.no and t.status = 'SUCCESS'`,
    [organizationId, bill.channel, payments.map((line) => line.outTradeNo), payments.map((line) => line.feeFen)],
  );
  await pool.query(
    `update third_refund t set fee_fen = n.fen from unnest($3::text[], $4::bigint[]) as n (no, fen)
      where t.organization_id = $1 and t.channel = $2 and t.refund_no = n.no and t.third_trade_id is not null`,
    [organizationId, bill.channel, refunds.map((line) => line.outRefundNo), refunds.map((line) => line.feeFen)],
  );
}

/** The same from a bill whose lines are kept and matched, over all units; in the transaction that matches them. */
export async function feesOfBill(tx: Sql, bill: { id: number; day: string }): Promise<void> {
  const lines = (type: string, refType: string) =>
    `(select /* wall: lines of the bill */ l.organization_id, l.ref_id, l.fee_fen from merchant_bill_line l where l.day = $2::date and l.bill_id = $1
      and l.type = '${type}' and l.ref_type = '${refType}' and l.fee_fen is not null and l.state in ('MATCHED', 'OTHER_DAY')) n`;
  const key = [bill.id, bill.day];
  await tx.query(
    `update /* wall: orders the lines name */ recharge_order o set fee_fen = n.fee_fen from ${lines('PAYMENT', 'RECHARGE')}
     where o.organization_id = n.organization_id and o.id = n.ref_id and o.fee_fen <> n.fee_fen`,
    key,
  );
  await tx.query(
    `update /* wall: payments the lines name */ third_trade t set fee_fen = n.fee_fen, fee_billed = true from ${lines('PAYMENT', 'MEAL')}
     where t.organization_id = n.organization_id and t.id = n.ref_id and (t.fee_fen <> n.fee_fen or not t.fee_billed)`,
    key,
  );
  await tx.query(
    `update /* wall: refunds the lines name */ third_refund t set fee_fen = n.fee_fen from ${lines('REFUND', 'REFUND')}
     where t.organization_id = n.organization_id and t.id = n.ref_id and t.third_trade_id is not null and t.fee_fen <> n.fee_fen`,
    key,
  );
}
