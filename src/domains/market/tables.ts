/** Rows of the market domain's tables. */

export interface MarketSubscriptionRow {
  contractor_id: number;
  id: number;
  name: string;
  subscribe_type: string;
  service_fee_ratio: number;
  start_date: string;
  end_date: string | null;
  grace_days: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SubscribeOrderRow {
  contractor_id: number;
  id: number;
  order_no: string;
  subscription_id: number;
  name: string;
  subscribe_type: string;
  service_fee_ratio: number;
  calc_from: string;
  calc_to: string;
  order_amount_fen: number;
  amount_fen: number;
  pay_before: string;
  paid_at: string | null;
  pay_way: string | null;
  status: string;
  created_at: string;
}

interface MarketTables {
  market_subscription: MarketSubscriptionRow;
  subscribe_order: SubscribeOrderRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends MarketTables {}
}
