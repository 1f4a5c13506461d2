/** Money that has come in for a bill, by a channel or the bank: the bill is paid with it, or it is the payer's. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { UnitBillPaymentRow, UnitBillRow } from '../tables.ts';
import { owed } from './bill-states.ts';
import { keepForPayer, takePayment } from './take-payment.ts';

/** The bill, held until the end of the transaction. */
export async function lockBill(tx: Sql, id: number): Promise<UnitBillRow> {
  const { rows } = await tx.query<UnitBillRow>(
    `select /* wall: the bill of a payment in hand */ * from unit_bill where id = $1 for update`,
    [id],
  );
  return rows[0]!;
}

/** Of a payment that was WAITING and is locked. */
export async function settlePayment(
  host: Services,
  tx: Sql,
  payment: UnitBillPaymentRow,
  operatorId: number,
  from: { account: string },
): Promise<Refusal | undefined> {
  const bill = await lockBill(tx, payment.bill_id);
  if (!owed.includes(bill.status as (typeof owed)[number]))
    return keepForPayer(host, tx, bill, payment, operatorId, from);
  const at = isoAt(host.clock.now());
  await tx.query(
    `update /* wall: the bill just locked */ unit_bill set status = 'PAID', pay_way = $2, paid_at = $3, updated_at = $3, version = version + 1 where id = $1`,
    [bill.id, payment.way, at],
  );
  return takePayment(host, tx, bill, payment, operatorId, from);
}
