/** What becomes of a shop's bill with the unit's bill that is paid for it: overdue it stops the shop after three days, paid it goes on. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { BillFollower, UnitBillRow } from '../../billing/public.server.ts';

/** Days between the first day too late and the first without sales. */
const noticeDays = 3;

/** No bill is late any more: the shop sells again at once, unless the platform itself has stopped it. */
async function thaw(tx: Sql, contractorId: number, at: string): Promise<void> {
  await tx.query(
    `update market_subscription m set freezes_at = null, freeze_reason = '', freeze_kind = null, updated_at = $2, version = version + 1
     where m.contractor_id = $1 and m.freeze_kind = 'BILL' and not exists (select 1 from subscribe_order b
       where b.contractor_id = m.contractor_id and b.subscription_id = m.id and b.status in ('OVERDUE', 'FROZEN'))`,
    [contractorId, at],
  );
}

async function end(host: Services, tx: Sql, bill: UnitBillRow, given: boolean): Promise<undefined> {
  const at = isoAt(host.clock.now());
  const { rows } = await tx.query<{ status: string; pay_way: string | null }>(
    `select /* wall: the bill in hand */ status, pay_way from unit_bill where id = $1`,
    [bill.id],
  );
  const paid = !given && rows[0]?.status === 'PAID';
  await tx.query(
    `update subscribe_order set status = $3, paid_at = $4, pay_way = $5, updated_at = $6 where contractor_id = $1 and id = $2`,
    [bill.unit_id, bill.document_id, paid ? 'PAID' : 'WAIVED', paid ? at : null, paid ? rows[0]!.pay_way : null, at],
  );
  await thaw(tx, bill.unit_id, at);
  return undefined;
}

export const billFollower: BillFollower = {
  settled: (host, tx, bill) => end(host, tx, bill, false),
  voided: (host, tx, bill) => end(host, tx, bill, true),
  overdue: async (host, tx, bill) => {
    const at = isoAt(host.clock.now());
    await tx.query(
      `update subscribe_order set status = 'OVERDUE', updated_at = $3 where contractor_id = $1 and id = $2 and status = 'UNPAID'`,
      [bill.unit_id, bill.document_id, at],
    );
    // A bill found late only now has its three days too.
    const day = bill.due_on > addDays(at.slice(0, 10), -1) ? bill.due_on : addDays(at.slice(0, 10), -1);
    await tx.query(
      `update market_subscription m set freezes_at = $3::timestamptz, freeze_kind = 'BILL', freeze_reason = $4, updated_at = $5, version = version + 1
       from subscribe_order b where b.contractor_id = $1 and b.id = $2 and m.contractor_id = b.contractor_id and m.id = b.subscription_id
         and m.auto_freeze and m.freezes_at is null`,
      [
        bill.unit_id,
        bill.document_id,
        `${addDays(day, noticeDays + 1)}T00:00:00+08:00`,
        `账单 ${bill.bill_no} 逾期未付`,
        at,
      ],
    );
  },
};
