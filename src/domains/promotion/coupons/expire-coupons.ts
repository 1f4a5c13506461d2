/** Coupons past their last day; what they were worth is free in the budget again. */
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';

export async function expireCoupons({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  await pool.query(
    `with /* wall: coupons of every organization */ gone as (
       update activity_coupon set status = 'EXPIRED' where status = 'ISSUED' and expires_on < $1::date
       returning contractor_id, activity_id, face_fen),
     sums as (select contractor_id, activity_id, sum(face_fen) as fen from gone group by 1, 2)
     update activity a set reserved_fen = reserved_fen - s.fen from sums s
     where a.contractor_id = s.contractor_id and a.id = s.activity_id`,
    [businessDay(clock.now())],
  );
}
