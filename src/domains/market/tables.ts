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
  freeze_kind: 'BILL' | 'HOUSE' | null;
  auto_freeze: boolean;
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
  late_refund_fen: number;
  late_fee_fen: number;
  credit_in_fen: number;
  credit_out_fen: number;
  created_at: string;
  updated_at: string;
}

export interface MarketRatioRow {
  contractor_id: number;
  id: number;
  subscription_id: number;
  from_date: string;
  ratio: number;
  maker_name: string;
  created_at: string;
}

export interface SubscribeOrderPartRow {
  contractor_id: number;
  id: number;
  bill_id: number;
  organization_id: number;
  month: string;
  sold_fen: number;
  refund_fen: number;
  order_fen: number;
  fee_fen: number;
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
  /** Of one paid by a channel. */
  third_trade_id: number | null;
  pick_code: string | null;
  status: 'UNPAID' | 'PAID' | 'PICKING' | 'DELIVERING' | 'FINISHED' | 'CANCELLED' | 'REFUNDING' | 'REFUNDED' | 'CLOSED';
  created_at: string;
  paid_at: string | null;
  finished_at: string | null;
  updated_at: string;
  version: number;
  shop_id: number | null;
  restaurant_id: number;
  storehouse_id: number | null;
  address: string;
  remark: string;
  source: 'STAFF' | 'STANDING' | 'DEVICE' | 'DINER';
  request_key: string | null;
  hold_fen: number;
  maker_id: number | null;
  maker_name: string;
  closes_at: string | null;
  delivering_at: string | null;
  receiver: string;
  reason: string;
  photo: string | null;
  goods_back: boolean;
  wave_id: number | null;
}

export interface ShopOrderItemRow {
  organization_id: number;
  id: number;
  order_id: number;
  contractor_id: number;
  line_no: number;
  goods_id: number;
  name: string;
  by_weight: boolean;
  unit_name: string;
  unit_size: number;
  unit_price_fen: number;
  qty: number;
  picked_qty: number | null;
  amount_fen: number;
  short_reason: string;
  back_qty: number;
  back_fen: number;
  recall_no: string | null;
  refused_qty: number;
}

export interface StandingOrderRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  person_id: number;
  weekdays: number[];
  delivery_way: 'PICKUP' | 'DELIVERY';
  address: string;
  lines: unknown;
  from_date: string;
  until: string | null;
  skip_dates: string[];
  status: 'NORMAL' | 'DISABLED';
  asked_for: string | null;
  missed: string;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ShopOrderListRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  delivery_date: string;
  filename: string;
  row_count: number;
  order_count: number;
  failed_count: number;
  amount_fen: number;
  said: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
}

export interface ShopWaveRow {
  contractor_id: number;
  id: number;
  kind: 'SHOP' | 'MATERIAL';
  wave_no: string;
  organization_id: number;
  delivery_date: string;
  address: string;
  status: 'TO_SORT' | 'SORTED' | 'DELIVERING' | 'SIGNED';
  sorter_name: string;
  sorted_at: string | null;
  driver: string;
  car: string;
  temp10: number | null;
  departed_at: string | null;
  /** Of the load when it came, tenths of a degree. */
  arrived_temp10: number | null;
  receiver: string;
  signed_at: string | null;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
  updated_at: string;
  version: number;
}

/** What a transfer of a wave wanted of some goods before it was sorted. */
export interface ShopWaveLineRow {
  contractor_id: number;
  wave_id: number;
  bill_id: number;
  goods_id: number;
  wanted_qty: number;
  reason: string;
}

export interface ShopPickTryRow {
  organization_id: number;
  device_id: number;
  wrong: number;
  locked_until: string | null;
}

export interface BaseCatalogRow {
  id: number;
  parent_id: number | null;
  above: number[];
  name: string;
  icon: string | null;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface BaseGoodRow {
  id: number;
  catalog_id: number;
  category: string;
  name: string;
  brand: string | null;
  spec: string | null;
  base_unit: 'G' | 'ML' | 'PIECE';
  stored: 'DRY' | 'CHILLED' | 'FROZEN';
  image: string | null;
  guide_fen: number | null;
  shelf_days: number | null;
  merged_into_id: number | null;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface BaseGoodCodeRow {
  code: string;
  base_good_id: number;
  own_good_id: number;
  pack_name: string;
  nth: number;
}

export interface BaseGoodSheetRow {
  id: number;
  sheet_no: string;
  name: string;
  catalog_id: number;
  rows: unknown;
  row_count: number;
  made_count: number;
  changed_count: number;
  skipped_count: number;
  maker_name: string;
  status: 'DRAFT' | 'DONE';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface GoodsCopyRow {
  contractor_id: number;
  goods_id: number;
  base_good_id: number;
  name: string;
  spec: string | null;
  image: string | null;
  barcode: string | null;
  shelf_days: number | null;
  taken_at: string;
}

interface MarketTables {
  market_ratio: MarketRatioRow;
  subscribe_order_part: SubscribeOrderPartRow;
  base_catalog: BaseCatalogRow;
  base_good: BaseGoodRow;
  base_good_code: BaseGoodCodeRow;
  base_good_sheet: BaseGoodSheetRow;
  goods_copy: GoodsCopyRow;
  shop: ShopRow;
  shop_shelf: ShelfRow;
  shelf_price: ShelfPriceRow;
  shop_order: ShopOrderRow;
  shop_order_item: ShopOrderItemRow;
  standing_order: StandingOrderRow;
  shop_pick_try: ShopPickTryRow;
  shop_order_sheet: ShopOrderListRow;
  shop_wave: ShopWaveRow;
  shop_wave_line: ShopWaveLineRow;
  market_subscription: MarketSubscriptionRow;
  subscribe_order: SubscribeOrderRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends MarketTables {}
}
