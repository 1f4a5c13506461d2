/** The coupons a diner has, for his app: what they take off, where, until when, and what became of those of the last weeks. */
import type { FastifyInstance } from 'fastify';
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { dinerCalls, type Self, toldOfDiner } from '../../ordering/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** Days for which used and lapsed ones are still told. */
const toldDays = 60;

export interface OwnCoupon {
  couponId: number;
  couponNo: string;
  activityName: string;
  /** What it takes off, and what the meal must cost at least. */
  faceFen: number;
  leastFen: number;
  /** Its last day. */
  expiresOn: string;
  status: 'ISSUED' | 'USED' | 'EXPIRED';
  /** Where it is good for a meal today; none where its caterer serves no longer. Goods of shops have prices of their own. */
  restaurants: string[];
  usedAt: number | null;
  /** What it took off. */
  usedFen: number | null;
}

/** Those that can be used first, the soonest to lapse before the others. */
export async function ownCoupons(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { organizationId, personId }: Self,
): Promise<{ coupons: OwnCoupon[] }> {
  const today = businessDay(clock.now());
  const { rows } = await pool.query<OwnCoupon>(
    `select c.id as "couponId", c.coupon_no as "couponNo", a.name as "activityName", c.face_fen as "faceFen", c.least_fen as "leastFen",
       c.expires_on::text as "expiresOn",
       case when c.status = 'ISSUED' and c.expires_on < $3::date then 'EXPIRED' else c.status end as status,
       array(select r.name from contract_restaurant t join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
         where t.organization_id = c.organization_id and t.contractor_id = c.contractor_id and r.kind <> 'SHOP' and $3::date between t.from_date and t.to_date
           and (cardinality(a.restaurant_ids) = 0 or t.restaurant_id = any(a.restaurant_ids)) order by r.id) as restaurants,
       (extract(epoch from c.used_at) * 1000)::bigint as "usedAt",
       case when c.status = 'USED' then (select u.fen from activity_use u where u.organization_id = c.organization_id and u.coupon_id = c.id
         order by u.id desc limit 1) end as "usedFen"
     from activity_coupon c join activity a on a.contractor_id = c.contractor_id and a.id = c.activity_id
     where c.organization_id = $1 and c.person_id = $2
       and (c.status = 'ISSUED' and c.expires_on >= $3::date or coalesce((c.used_at at time zone 'Asia/Shanghai')::date, c.expires_on) >= $4::date)
     order by c.status = 'ISSUED' and c.expires_on >= $3::date desc, c.expires_on, c.id limit 200`,
    [organizationId, personId, today, addDays(today, -toldDays)],
  );
  return { coupons: rows };
}

export function couponRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  dinerCalls(app, { services }, (scope, { plain }) => {
    scope.get(
      '/api/diner/v1/coupons',
      toldOfDiner('本人的优惠券；就餐、订餐时自动使用'),
      plain((self) => ownCoupons(services, self)),
    );
  });
}
