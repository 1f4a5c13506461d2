/** Rows of the promotion domain's tables. */

export type ActivityKind = 'RECHARGE_GIFT' | 'DISCOUNT' | 'COUPON';

export interface ActivityRow {
  contractor_id: number;
  id: number;
  name: string;
  kind: ActivityKind;
  organization_ids: number[];
  restaurant_ids: number[];
  bearer: string;
  budget_fen: number;
  reserved_fen: number;
  start_at: string;
  end_at: string;
  since_at: string | null;
  online_only: boolean;
  tiers: { thresholdFen: number; giftFen: number }[];
  gift_days: number | null;
  percent_paid: number | null;
  max_each_fen: number | null;
  face_fen: number | null;
  coupon_days: number | null;
  least_fen: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ActivityUnitRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  activity_id: number;
  activity_name: string;
  kind: string;
  terms: string;
  bearer: string;
  budget_fen: number;
  start_at: string;
  end_at: string;
  status: string;
  decided_by: string;
  decided_at: string | null;
  created_at: string;
  version: number;
}

export interface ActivityLaneRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  activity_id: number;
  allotted_fen: number;
  used_fen: number | null;
  opened_at: string;
  until: string;
  closed_at: string | null;
}

export interface ActivityCouponRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  activity_id: number;
  coupon_no: string;
  person_id: number;
  face_fen: number;
  least_fen: number;
  bearer: string;
  expires_on: string;
  status: string;
  issued_at: string;
  used_at: string | null;
}

export interface ActivityUseRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  activity_id: number;
  kind: string;
  bearer: string;
  lane_id: number | null;
  coupon_id: number | null;
  person_id: number;
  recharge_order_id: number | null;
  trade_id: number | null;
  /** The order it was used with. */
  order_id: number | null;
  restaurant_id: number | null;
  business_date: string;
  base_fen: number;
  fen: number;
  wallet_id: number | null;
  asked_back_fen: number;
  returned_fen: number;
  status: string;
  note: string;
  at: string;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    activity: ActivityRow;
    activity_unit: ActivityUnitRow;
    activity_lane: ActivityLaneRow;
    activity_coupon: ActivityCouponRow;
    activity_use: ActivityUseRow;
  }
}
