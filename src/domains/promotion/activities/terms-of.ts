/** The terms of a stored activity. */
import type { ActivityRow } from '../tables.ts';
import type { Terms } from './terms.ts';

export const termsOf = (row: ActivityRow): Terms => ({
  kind: row.kind,
  tiers: row.tiers,
  giftDays: row.gift_days,
  percentPaid: row.percent_paid,
  maxEachFen: row.max_each_fen,
  leastFen: row.least_fen,
  faceFen: row.face_fen,
  couponDays: row.coupon_days,
  onlineOnly: row.online_only,
});
