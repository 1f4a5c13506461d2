/** The credits of a person's main account, newest first, and what is free in it. */
import type { Credit } from './plan.ts';

interface Executor {
  query<R extends object>(text: string, values: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** What holds a recharge's money back from being sent again: refunds on their way or done. */
export const goingBack = `('APPLIED', 'APPROVED', 'PROCESSING', 'SUCCESS', 'FAILED')`;

/** Only as many credits as could still be in the purse matter. */
const mostCredits = 500;

/** Free main money (no overdraft, nothing held), and the credits it came from, newest first. */
export async function creditsOf(
  executor: Executor,
  organizationId: number,
  personId: number,
): Promise<{ freeFen: number; credits: Credit[] }> {
  const [purse, credits] = await Promise.all([
    executor.query<{ free: number }>(
      `select balance_fen - held_fen as free from wallet
        where organization_id = $1 and person_id = $2 and kind = 'MAIN' and status <> 'CLOSED'`,
      [organizationId, personId],
    ),
    executor.query<Credit>(
      `select "rechargeOrderId", channel, "amountFen", "refundedFen" from (
         select o.id as "rechargeOrderId", o.channel, o.amount_fen as "amountFen", o.credited_at as at,
           coalesce((select sum(f.amount_fen) from refund_order f
             where f.organization_id = o.organization_id and f.recharge_order_id = o.id and f.way = 'ORIGINAL'
               and f.status in ${goingBack}), 0)::bigint as "refundedFen"
         from recharge_order o
         where o.organization_id = $1 and o.person_id = $2 and o.status in ('CREDITED', 'PART_REFUNDED', 'REFUNDED')
         union all
         select 0, 'CASH', c.amount_fen, c.at, 0 from cash_deposit c
         where c.organization_id = $1 and c.person_id = $2 and c.status = 'OK') credit
       order by at desc, "rechargeOrderId" desc limit ${mostCredits}`,
      [organizationId, personId],
    ),
  ]);
  return { freeFen: Math.max(0, purse.rows[0]?.free ?? 0), credits: credits.rows };
}
