/** Rows of the stock domain's tables. */
import type { BillKind } from './bills/bill-kinds.ts';
import type { EntryKind } from './ledger/entry-kinds.ts';

export interface AttributeTypeRow {
  contractor_id: number;
  id: number;
  kind: 'STOCK' | 'SHOP';
  name: string;
  required: boolean;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface AttributeValueRow {
  contractor_id: number;
  id: number;
  attribute_id: number;
  name: string;
  sort: number;
}

export interface GoodsRow {
  contractor_id: number;
  id: number;
  base_good_id: number | null;
  code: string;
  name: string;
  category: string;
  spec: string | null;
  barcode: string | null;
  image: string | null;
  base_unit: 'G' | 'ML' | 'PIECE';
  tracked: boolean;
  stored: 'DRY' | 'CHILLED' | 'FROZEN';
  max_temp: number | null;
  shelf_days: number | null;
  min_stock: number | null;
  max_stock: number | null;
  supply: 'CENTRAL' | 'DIRECT';
  check_from_fen: number | null;
  /** What has to come with them; null: nothing. */
  papers: string[] | null;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface GoodsAttributeRow {
  contractor_id: number;
  goods_id: number;
  attribute_id: number;
  value_id: number;
}

export interface GoodsUnitRow {
  contractor_id: number;
  id: number;
  goods_id: number;
  name: string;
  size: number;
  for_buy: boolean;
  for_issue: boolean;
  for_sale: boolean;
  used: boolean;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
}

export interface StorehouseRow {
  contractor_id: number;
  id: number;
  name: string;
  kind: 'NORMAL' | 'COLD' | 'FROZEN';
  site_id: number | null;
  keeper_name: string | null;
  address: string | null;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface LotRow {
  contractor_id: number;
  id: number;
  goods_id: number;
  lot_no: string;
  produced_on: string | null;
  expires_on: string | null;
  supplier_name: string;
  receipt_line_id: number | null;
  received_at: string;
  status: 'NORMAL' | 'SEALED' | 'EXPIRED';
  sealed_reason: string;
}

export interface StockLotRow {
  contractor_id: number;
  storehouse_id: number;
  goods_id: number;
  lot_id: number;
  qty: number;
}

export interface StockBalanceRow {
  contractor_id: number;
  storehouse_id: number;
  goods_id: number;
  qty: number;
  value_fen: number;
  reserved_qty: number;
  version: number;
  last_qty: number;
  last_fen: number;
  updated_at: string;
}

export interface StockBillRow {
  contractor_id: number;
  id: number;
  bill_no: string;
  kind: BillKind;
  status: 'DRAFT' | 'SUBMITTED' | 'POSTED' | 'SENT' | 'RECEIVED' | 'PART' | 'REVERSED' | 'NOT_SENT';
  storehouse_id: number;
  to_storehouse_id: number | null;
  receiver_id: number | null;
  site_id: number | null;
  dining_date: string | null;
  meal_period_id: number | null;
  dish_name: string;
  dish_id: number | null;
  reason: string;
  occurred_at: string;
  value_fen: number;
  line_count: number;
  reverses_id: number | null;
  reversed_by_id: number | null;
  source_type: string;
  source_id: number | null;
  request_key: string | null;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  posted_at: string | null;
  business_date: string | null;
  /** Of a transfer's load when it came, tenths of a degree. */
  arrived_temp10: number | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface StockBillLineRow {
  contractor_id: number;
  id: number;
  bill_id: number;
  line_no: number;
  goods_id: number;
  unit_id: number | null;
  typed_milli: number;
  qty: number;
  amount_fen: number | null;
  lot_id: number | null;
  lot_no: string;
  produced_on: string | null;
  expires_on: string | null;
  reason: string;
  received_qty: number | null;
}

export interface StockBillLeftOutRow {
  contractor_id: number;
  bill_id: number;
  line_no: number;
  goods_id: number;
  qty: number;
  reason: string;
}

export interface StockEntryRow {
  contractor_id: number;
  business_date: string;
  id: number;
  storehouse_id: number;
  goods_id: number;
  version: number;
  kind: EntryKind;
  bill_id: number;
  line_id: number;
  lot_id: number | null;
  qty: number;
  value_fen: number;
  qty_after: number;
  value_after_fen: number;
  of_entry_id: number | null;
  occurred_at: string;
  recorded_at: string;
}

export interface StockDayRow {
  contractor_id: number;
  storehouse_id: number;
  goods_id: number;
  business_date: string;
  in_qty: number;
  in_fen: number;
  issue_qty: number;
  issue_fen: number;
  sale_qty: number;
  sale_fen: number;
  loss_qty: number;
  loss_fen: number;
  away_qty: number;
  away_fen: number;
  count_qty: number;
  count_fen: number;
  revalue_fen: number;
  qty_after: number;
  value_after_fen: number;
}

/** What was moved until the end of the day. */
export type StockRunningRow = StockDayRow;
/** As a month ended; 'infinity' is the latest. */
export interface StockRunningEndRow extends StockDayRow {
  ends: string;
}

export interface StockFoldedRow {
  contractor_id: number;
  folded_to: string;
  ends_to: string | null;
}

export interface StockTransitRow {
  contractor_id: number;
  bill_id: number;
  line_id: number;
  lot_id: number;
  goods_id: number;
  from_id: number;
  to_id: number;
  qty: number;
  value_fen: number;
  received_qty: number;
  received_fen: number;
  lost_qty: number;
  lost_fen: number;
  back_qty: number;
  sent_at: string;
  closed_at: string | null;
  /** Of what was lost on the way: as a line of what was used, and the day it was missed. */
  lost_id: number | null;
  lost_on: string | null;
}

/** A view: what meals took of stores, and what was lost on the way to them. */
export interface StockUsedRow {
  contractor_id: number;
  id: number;
  bill_id: number;
  goods_id: number;
  storehouse_id: number;
  lot_id: number | null;
  kind: 'ISSUE' | 'ISSUE_RETURN' | 'LOSS' | 'COUNT_GAIN' | 'COUNT_LOSS' | 'TRANSIT_LOSS';
  qty: number;
  value_fen: number;
  business_date: string;
}

export interface PriceVarianceRow {
  contractor_id: number;
  id: number;
  storehouse_id: number;
  goods_id: number;
  bill_id: number;
  line_id: number;
  lot_id: number | null;
  kind: 'RETURN' | 'REVALUE';
  amount_fen: number;
  business_date: string;
  recorded_at: string;
}

export interface StockReservationRow {
  contractor_id: number;
  id: number;
  storehouse_id: number;
  goods_id: number;
  qty: number;
  document_type: string;
  document_id: number;
  line_id: number;
  status: 'HELD' | 'FREED' | 'USED' | 'CUT';
  expires_at: string | null;
  created_at: string;
  closed_at: string | null;
}

export interface StockCheckRunRow {
  id: number;
  contractor_id: number;
  started_at: string;
  finished_at: string;
  entry_count: number;
  break_count: number;
  breaks: unknown;
  whole: boolean;
  proven_to: string | null;
}

export interface StockCountRow {
  contractor_id: number;
  id: number;
  count_no: string;
  storehouse_id: number;
  scope: 'ALL' | 'CATEGORY' | 'CLASS_A' | 'RANDOM';
  category: string | null;
  status: 'OPEN' | 'RECOUNT' | 'COUNTED' | 'POSTED' | 'CANCELLED';
  line_count: number;
  bill_id: number | null;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface StockCountLineRow {
  contractor_id: number;
  id: number;
  count_id: number;
  line_no: number;
  goods_id: number;
  counted_qty: number | null;
  book_qty: number | null;
  book_version: number | null;
  book_fen: number | null;
  counted_at: string | null;
  counted_by: number | null;
  counted_name: string;
  recount: boolean;
  first_qty: number | null;
  first_by: number | null;
}

export interface StockMonthRow {
  contractor_id: number;
  id: number;
  month: string;
  storehouse_id: number;
  status: 'OPEN' | 'CHECKED' | 'RUNNING' | 'CLOSED' | 'LOCKED';
  goods_count: number;
  opening_fen: number;
  in_fen: number;
  issue_fen: number;
  sale_fen: number;
  loss_fen: number;
  away_fen: number;
  count_fen: number;
  revalue_fen: number;
  closing_fen: number;
  steps: unknown;
  error: string;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  closed_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface StockMonthLineRow {
  contractor_id: number;
  month_id: number;
  goods_id: number;
  opening_qty: number;
  opening_fen: number;
  in_qty: number;
  in_fen: number;
  issue_qty: number;
  issue_fen: number;
  sale_qty: number;
  sale_fen: number;
  loss_qty: number;
  loss_fen: number;
  away_qty: number;
  away_fen: number;
  count_qty: number;
  count_fen: number;
  revalue_fen: number;
  closing_qty: number;
  closing_fen: number;
}

export interface StockDueRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  trade_id: number;
  line_no: number;
  kind: 'SALE' | 'RETURN';
  storehouse_id: number;
  goods_id: number;
  qty: number;
  booked_qty: number;
  status: 'WAITING' | 'SHORT' | 'BOOKED';
  spoilt_bill_id: number | null;
  sold_at: string;
  created_at: string;
  booked_at: string | null;
  order_line_id: number | null;
}

export interface StockDuePartRow {
  contractor_id: number;
  due_id: number;
  bill_id: number;
  qty: number;
}

interface StockTables {
  attribute_type: AttributeTypeRow;
  attribute_value: AttributeValueRow;
  goods: GoodsRow;
  goods_attribute: GoodsAttributeRow;
  goods_unit: GoodsUnitRow;
  storehouse: StorehouseRow;
  lot: LotRow;
  stock_lot: StockLotRow;
  stock_balance: StockBalanceRow;
  stock_bill: StockBillRow;
  stock_bill_line: StockBillLineRow;
  stock_bill_left_out: StockBillLeftOutRow;
  stock_entry: StockEntryRow;
  stock_day: StockDayRow;
  stock_running: StockRunningRow;
  stock_running_end: StockRunningEndRow;
  stock_folded: StockFoldedRow;
  stock_transit: StockTransitRow;
  stock_used: StockUsedRow;
  price_variance: PriceVarianceRow;
  stock_reservation: StockReservationRow;
  stock_check_run: StockCheckRunRow;
  stock_count: StockCountRow;
  stock_count_line: StockCountLineRow;
  stock_due: StockDueRow;
  stock_due_part: StockDuePartRow;
  stock_month: StockMonthRow;
  stock_month_line: StockMonthLineRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends StockTables {}
}
