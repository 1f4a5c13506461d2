/** What holds at an organization's tills now, held in the process for a few seconds so that a swipe reads none of it. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../../../kit/server/clock.ts';
import { prepared } from '../../../kit/server/db/prepared.ts';
import { staleMs } from '../../../kit/server/stale.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { Discount } from '../activities/terms.ts';

export interface RunningDiscount extends Discount {
  contractorId: number;
  activityId: number;
  name: string;
  bearer: string;
  budgetFen: number;
  startMs: number;
  endMs: number;
  /** Places the caterer serves today and the activity names. */
  restaurantIds: readonly number[];
}

export interface Running {
  discounts: readonly RunningDiscount[];
  /** Somebody here has a coupon. */
  coupons: boolean;
}

const runningSql = `
  select a.contractor_id as "contractorId", a.id as "activityId", a.name, a.bearer, a.budget_fen as "budgetFen",
    a.percent_paid as "percentPaid", a.least_fen as "leastFen", a.max_each_fen as "maxEachFen",
    (extract(epoch from greatest(a.start_at, a.since_at)) * 1000)::bigint as "startMs",
    (extract(epoch from a.end_at) * 1000)::bigint as "endMs",
    array(select c.restaurant_id from contract_restaurant c where c.organization_id = $1 and c.contractor_id = a.contractor_id
      and $3::date between c.from_date and c.to_date
      and (cardinality(a.restaurant_ids) = 0 or c.restaurant_id = any(a.restaurant_ids))) as "restaurantIds"
  from activity_unit u join activity a on a.contractor_id = u.contractor_id and a.id = u.activity_id
  where u.organization_id = $1 and u.status = 'ON' and a.kind = 'DISCOUNT' and a.status = 'ONGOING' and a.end_at > $2
  order by a.id`;

export type RunningSource = ((organizationId: number) => Promise<Running>) & { forget(): void };

export function runningActivities(pool: Pool, clock: Clock): RunningSource {
  const held = new Map<number, { at: number; running: Promise<Running> }>();
  const read = async (organizationId: number): Promise<Running> => {
    const now = clock.now();
    const [discounts, coupons] = await Promise.all([
      prepared<RunningDiscount>(pool, 'running-discounts', runningSql, [organizationId, isoAt(now), businessDay(now)]),
      prepared<{ some: boolean }>(
        pool,
        'coupons-issued',
        `select exists (select from activity_coupon where organization_id = $1 and status = 'ISSUED' and expires_on >= $2::date) as some`,
        [organizationId, businessDay(now)],
      ),
    ]);
    return { discounts: discounts.rows, coupons: coupons.rows[0]!.some };
  };
  const ask = (organizationId: number): Promise<Running> => {
    const now = clock.now();
    const found = held.get(organizationId);
    if (found && now >= found.at && now < found.at + staleMs) return found.running;
    const running = read(organizationId);
    held.set(organizationId, { at: now, running });
    running.catch(() => held.delete(organizationId));
    return running;
  };
  return Object.assign(ask, { forget: () => held.clear() });
}
