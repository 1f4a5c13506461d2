/** A payment of a bill: its money, its agent's part and what the bill is for, all in one transaction; and taking all of it back. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import {
  type BillMoney,
  lockMoney,
  payBill,
  payCommission,
  returnBill,
  takeCommissionBack,
  topUp,
} from '../../settlement/public.server.ts';
import '../services.ts';
import type { UnitBillPaymentRow, UnitBillRow } from '../tables.ts';
import type { BillKind } from './bill-states.ts';

export type PaymentOf = Pick<UnitBillPaymentRow, 'id' | 'way' | 'amount_fen'>;

const moneyOf = (bill: UnitBillRow, payment: PaymentOf, operatorId: number): BillMoney => ({
  billId: bill.id,
  paymentId: payment.id,
  unitType: bill.unit_type,
  unitId: bill.unit_id,
  amountFen: payment.amount_fen,
  operatorId,
  reason: `${bill.bill_no} ${bill.title}`,
});

/** Everybody whose purse a bill touches. */
export const lockAll = (tx: Sql, bill: UnitBillRow): Promise<void> =>
  lockMoney(tx, [
    { unitType: bill.unit_type, unitId: bill.unit_id },
    { unitType: 'PLATFORM', unitId: platformUnitId },
    ...(bill.agent_id === null ? [] : [{ unitType: 'AGENT' as const, unitId: bill.agent_id }]),
  ]);

export const followerOf = ({ billFollowers }: Pick<Services, 'billFollowers'>, bill: UnitBillRow) =>
  billFollowers.get(bill.kind as BillKind);

/** Of a bill that is locked and owed: the money moves, who follows is told. `from`: where it came by, if not the payer's purse. */
export async function takePayment(
  host: Services,
  tx: Sql,
  bill: UnitBillRow,
  payment: PaymentOf,
  operatorId: number,
  from?: { account: string },
): Promise<Refusal | undefined> {
  await lockAll(tx, bill);
  const money = moneyOf(bill, payment, operatorId);
  const posting = await payBill(host, tx, money, from);
  if (isRefusal(posting)) return posting;
  await tx.query(
    `update /* wall: the payment in hand */ unit_bill_payment set status = 'PAID', posting_id = $2, updated_at = $3, version = version + 1 where id = $1`,
    [payment.id, posting, isoAt(host.clock.now())],
  );
  if (bill.agent_id !== null && bill.commission_fen > 0) {
    const part = await payCommission(host, tx, { ...money, amountFen: bill.commission_fen }, bill.agent_id);
    if (isRefusal(part)) return part;
  }
  return followerOf(host, bill)?.settled?.(host, tx, bill);
}

/** Of a bill that was paid and is locked: the money is the payer's again, the agent's part the platform's. */
export async function takeBack(
  host: Services,
  tx: Sql,
  bill: UnitBillRow,
  operatorId: number,
): Promise<Refusal | undefined> {
  await lockAll(tx, bill);
  const { rows } = await tx.query<UnitBillPaymentRow>(
    `update /* wall: the payment of the locked bill */ unit_bill_payment set status = 'RETURNED', updated_at = $2, version = version + 1
     where bill_id = $1 and status = 'PAID' returning *`,
    [bill.id, isoAt(host.clock.now())],
  );
  const payment = rows[0]!;
  const money = moneyOf(bill, payment, operatorId);
  // The agent's part first: the platform may need it to give the whole back.
  if (bill.agent_id !== null && bill.commission_fen > 0) {
    const part = await takeCommissionBack(host, tx, { ...money, amountFen: bill.commission_fen }, bill.agent_id);
    if (isRefusal(part)) return part;
  }
  const posting = await returnBill(host, tx, money, payment.posting_id!);
  return isRefusal(posting) ? posting : undefined;
}

/** What came in for a bill that is paid or gone: at the payer's disposal. */
export async function keepForPayer(
  host: Services,
  tx: Sql,
  bill: UnitBillRow,
  payment: PaymentOf,
  operatorId: number,
  from: { account: string },
): Promise<Refusal | undefined> {
  const posting = await topUp(host, tx, moneyOf(bill, payment, operatorId), from);
  if (isRefusal(posting)) return posting;
  await tx.query(
    `update /* wall: the payment in hand */ unit_bill_payment set status = 'TOPPED_UP', posting_id = $2, updated_at = $3, version = version + 1 where id = $1`,
    [payment.id, posting, isoAt(host.clock.now())],
  );
  return undefined;
}
