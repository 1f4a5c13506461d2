/** Coupons taken off meals that are ordered ahead: used with the order, back with it, borne once its trade stands. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { CouponAsked, OrderCoupons, OrderKey } from '../../ordering/public.server.ts';
import { couponFen } from '../activities/terms.ts';
import { type Coupon, couponsSql } from './good-coupons.ts';

/** The one that takes most off. */
async function best(db: Sql, asked: CouponAsked, lock: string): Promise<{ coupon: Coupon; fen: number } | undefined> {
  const { organizationId, personId, diningDate, restaurantId, dishesFen } = asked;
  const { rows } = await db.query<Coupon>(`${couponsSql} ${lock}`, [
    organizationId,
    personId,
    diningDate,
    restaurantId,
  ]);
  const [first] = rows.map((coupon) => ({ coupon, fen: couponFen(coupon, dishesFen) })).sort((a, b) => b.fen - a.fen);
  return first && first.fen > 0 ? first : undefined;
}

const of = ({ organizationId, orderId }: OrderKey) => [organizationId, orderId];

export function orderCoupons({ ids, clock }: Pick<Services, 'ids' | 'clock'>): OrderCoupons {
  const now = () => isoAt(clock.now());
  return {
    foresee: async (db, asked) => (await best(db, asked, ''))?.fen ?? 0,

    // One another order has in hand this moment is passed over.
    take: async (db, asked) => {
      const found = await best(db, asked, 'for update of c skip locked');
      if (!found) return 0;
      const { coupon, fen } = found;
      const { organizationId, orderId, personId, restaurantId, diningDate, dishesFen } = asked;
      await db.query(
        `update activity_coupon set status = 'USED', used_at = $3 where organization_id = $1 and id = $2`,
        [organizationId, coupon.id, now()],
      );
      await db.query(
        `insert into activity_use (organization_id, id, contractor_id, activity_id, kind, bearer, coupon_id, person_id, order_id,
           restaurant_id, business_date, base_fen, fen, status, at)
         values ($1, $2, $3, $4, 'COUPON', $5, $6, $7, $8, $9, $10, $11, $12, 'GIVEN', $13)`,
        [
          organizationId,
          await ids.next(),
          coupon.contractorId,
          coupon.activityId,
          coupon.bearer,
          coupon.id,
          personId,
          orderId,
          restaurantId,
          diningDate,
          dishesFen,
          fen,
          now(),
        ],
      );
      return fen;
    },

    cutOf: async (db, key, dishesFen) => {
      const { rows } = await db.query<{ faceFen: number; leastFen: number }>(
        `select c.face_fen as "faceFen", c.least_fen as "leastFen" from activity_use u
         join activity_coupon c on c.organization_id = u.organization_id and c.id = u.coupon_id
         where u.organization_id = $1 and u.order_id = $2 and u.status = 'GIVEN'`,
        of(key),
      );
      return rows[0] ? couponFen(rows[0], dishesFen) : 0;
    },

    change: async (db, key, dishesFen, cutFen) => {
      await db.query(
        `update activity_use set base_fen = $3, fen = $4 where organization_id = $1 and order_id = $2 and status = 'GIVEN'`,
        [...of(key), dishesFen, cutFen],
      );
    },

    giveBack: async (db, key) => {
      await db.query(
        `with gone as (update activity_use set status = 'RETURNED', returned_fen = fen
           where organization_id = $1 and order_id = $2 and status = 'GIVEN' returning coupon_id)
         update activity_coupon c set status = 'ISSUED', used_at = null from gone
         where c.organization_id = $1 and c.id = gone.coupon_id and c.status = 'USED'`,
        of(key),
      );
    },

    takeAgain: async (db, key) => {
      const { rows } = await db.query<{ status: string; used: boolean }>(
        `with own as (select u.id, u.status, u.coupon_id, u.business_date from activity_use u
           where u.organization_id = $1 and u.order_id = $2 for update),
         again as (update activity_coupon c set status = 'USED', used_at = $3 from own
           where c.organization_id = $1 and c.id = own.coupon_id and own.status = 'RETURNED' and c.status = 'ISSUED'
             and c.expires_on >= own.business_date returning own.id),
         given as (update activity_use u set status = 'GIVEN', returned_fen = 0 from again
           where u.organization_id = $1 and u.id = again.id returning u.id)
         select own.status, exists (select from given) as used from own`,
        [...of(key), now()],
      );
      return rows[0] !== undefined && (rows[0].status === 'GIVEN' || rows[0].used);
    },

    booked: async (db, key, trade) => {
      await db.query(
        `update activity_use set trade_id = $3, business_date = coalesce($4::date, business_date)
         where organization_id = $1 and order_id = $2 and status = 'GIVEN'`,
        [...of(key), trade?.id ?? null, trade?.businessDate ?? null],
      );
    },
  };
}
