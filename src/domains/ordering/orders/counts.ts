/** Meals of the COUNT purse that orders may still take: what is in it on the dining day, less what open orders will take. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';
import { liveOrders } from './order-words.ts';

interface OrderOfCounts {
  organizationId: number;
  /** The order itself, which is not counted against itself; 0 for a new one. */
  orderId: number;
  personId: number;
  personName: string;
  diningDate: string;
  /** Meals it costs. */
  counts: number;
}

/** Refuses more than are left. Orders of one person come one after the other until the caller's transaction ends. */
export async function refuseCounts(db: Sql, order: OrderOfCounts): Promise<Refusal | undefined> {
  if (order.counts === 0) return undefined;
  const { organizationId, orderId, personId, personName, diningDate, counts } = order;
  await db.query(`select pg_advisory_xact_lock(hashtextextended('counts of orders', $1))`, [personId]);
  const { rows } = await db.query<{ own: number; open: number }>(
    `select (select coalesce(sum(w.balance_fen), 0)::int from wallet w where w.organization_id = $1 and w.person_id = $2
         and w.kind = 'COUNT' and w.status = 'ACTIVE' and (w.expires_on is null or w.expires_on >= $3::date)) as own,
       (select coalesce(sum(o.counts), 0)::int from meal_order o where o.organization_id = $1 and o.person_id = $2 and o.counts > 0
         and o.id <> $4 and o.status = any($5::text[])) as open`,
    [organizationId, personId, diningDate, orderId, ['UNPAID', ...liveOrders]],
  );
  const { own, open } = rows[0]!;
  return own - open >= counts
    ? undefined
    : refuse(orderingRefusals.ORDER_COUNTS, { person: personName, counts, own, open });
}
