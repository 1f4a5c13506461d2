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
  freezes_at: string | null;
  freeze_reason: string;
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

export interface ShopRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  name: string;
  restaurant_id: number | null;
  storehouse_id: number | null;
  open_at: string;
  close_at: string;
  cutoff_at: string;
  cutoff_days: number;
  pickup: boolean;
  delivery: boolean;
  delivery_fee_fen: number;
  least_fen: number;
  after_sale_hours: number;
  scale_prefix: number | null;
  scale_tells: 'AMOUNT' | 'WEIGHT' | null;
  status: 'OPEN' | 'CLOSED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ShelfRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  goods_id: number;
  unit_id: number | null;
  unit_name: string;
  unit_size: number;
  by_weight: boolean;
  plu: number | null;
  barcodes: string[];
  limit_qty: number | null;
  alert_qty: number | null;
  sort: number;
  status: 'ON' | 'OFF';
  off_reason: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ShelfPriceRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  goods_id: number;
  price_fen: number;
  unit_name: string;
  unit_size: number;
  from_at: string;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
}

export interface ShopOrderRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  order_no: string;
  person_id: number;
  delivery_way: 'PICKUP' | 'DELIVERY';
  address_id: number | null;
  delivery_date: string;
  amount_fen: number;
  delivery_fee_fen: number;
  short_fen: number;
  refunded_fen: number;
  pay_way: 'MAIN' | 'SUBSIDY' | 'THIRD' | 'MIX' | null;
  hold_id: number | null;
  trade_id: number | null;
  pick_code: string | null;
  status: 'UNPAID' | 'PAID' | 'PICKING' | 'DELIVERING' | 'FINISHED' | 'CANCELLED' | 'REFUNDING' | 'REFUNDED' | 'CLOSED';
  created_at: string;
  paid_at: string | null;
  finished_at: string | null;
  updated_at: string;
  version: number;
}

interface MarketTables {
  shop: ShopRow;
  shop_shelf: ShelfRow;
  shelf_price: ShelfPriceRow;
  shop_order: ShopOrderRow;
  market_subscription: MarketSubscriptionRow;
  subscribe_order: SubscribeOrderRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends MarketTables {}
}
