/** Every night: bills whose day has passed, and commissions that are free. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { freeCommission, lockMoney } from '../../settlement/public.server.ts';
import type { UnitBillRow } from '../tables.ts';
import { followerOf } from './take-payment.ts';

/** Days after a customer paid from which its agent may draw the commission. */
export const commissionDays = 30;

/** UNPAID → OVERDUE where the due day is over; one bill's trouble is not the others'. */
export async function lapseBills(host: Services): Promise<number> {
  const { rows } = await host.pool.query<{ id: number }>(
    `select /* wall: the house, for all units */ id from unit_bill where status = 'UNPAID' and due_on < $1::date order by due_on, id`,
    [dateAt(host.clock.now())],
  );
  for (const { id } of rows)
    await inTransaction(host.pool, async (tx) => {
      const { rows: lapsed } = await tx.query<UnitBillRow>(
        `update /* wall: the bill just found */ unit_bill set status = 'OVERDUE', updated_at = $2, version = version + 1
         where id = $1 and status = 'UNPAID' returning *`,
        [id, isoAt(host.clock.now())],
      );
      if (lapsed[0]) await followerOf(host, lapsed[0])?.overdue?.(host, tx, lapsed[0]);
    });
  return rows.length;
}

/** Commissions of bills paid long enough ago become their agents' to draw. */
export async function freeCommissions(host: Services): Promise<number> {
  const until = `${addDays(dateAt(host.clock.now()), -commissionDays)}T23:59:59+08:00`;
  const { rows } = await host.pool.query<{ id: number }>(
    `select /* wall: the house, for all agents */ id from unit_bill where status = 'PAID' and commission_fen > 0
       and commission_released_at is null and paid_at <= $1 order by paid_at, id`,
    [until],
  );
  for (const { id } of rows)
    await inTransaction(host.pool, async (tx) => {
      const { rows: freed } = await tx.query<UnitBillRow>(
        `update /* wall: the bill just found */ unit_bill set commission_released_at = $2, version = version + 1
         where id = $1 and status = 'PAID' and commission_released_at is null returning *`,
        [id, isoAt(host.clock.now())],
      );
      const bill = freed[0];
      if (!bill || bill.agent_id === null) return;
      await lockMoney(tx, [{ unitType: 'AGENT', unitId: bill.agent_id }]);
      const posting = await freeCommission(
        host,
        tx,
        {
          billId: bill.id,
          paymentId: bill.id,
          unitType: bill.unit_type,
          unitId: bill.unit_id,
          amountFen: bill.commission_fen,
          operatorId: 0,
          reason: `${bill.bill_no} ${bill.title}`,
        },
        bill.agent_id,
      );
      if (isRefusal(posting)) throw new Error(`commission of ${bill.bill_no}: ${posting.code}`);
    });
  return rows.length;
}
