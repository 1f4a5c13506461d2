/** Coupons a person can use at a place on a day. */

export interface Coupon {
  id: number;
  contractorId: number;
  activityId: number;
  name: string;
  bearer: string;
  faceFen: number;
  leastFen: number;
}

/** Of the organization `$1` and the person `$2`, good on the day `$3` at the restaurant `$4`; the largest first. */
export const couponsSql = `
  select c.id, c.contractor_id as "contractorId", c.activity_id as "activityId", a.name, c.bearer, c.face_fen as "faceFen",
    c.least_fen as "leastFen"
  from activity_coupon c join activity a on a.contractor_id = c.contractor_id and a.id = c.activity_id
  where c.organization_id = $1 and c.person_id = $2 and c.status = 'ISSUED' and c.expires_on >= $3::date
    and exists (select from contract_restaurant t where t.organization_id = $1 and t.contractor_id = c.contractor_id
      and t.restaurant_id = $4 and $3::date between t.from_date and t.to_date)
    and (cardinality(a.restaurant_ids) = 0 or $4 = any(a.restaurant_ids))
  order by c.face_fen desc, c.expires_on, c.id limit 5`;
