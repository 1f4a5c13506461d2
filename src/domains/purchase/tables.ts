/** Rows of the purchase domain's tables. */

export interface SupplierRow {
  unit_type: 'PLATFORM' | 'CONTRACTOR';
  unit_id: number;
  id: number;
  name: string;
  licence_no: string | null;
  food_licence_no: string | null;
  licence_end: string | null;
  contact: string | null;
  phone: string | null;
  address: string | null;
  /** `HH:MM` until when he takes orders on a day; null: all day. */
  order_until: string | null;
  categories: string[];
  blacklisted: boolean;
  black_reason: string;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SupplierPaperRow {
  unit_type: string;
  unit_id: number;
  id: number;
  supplier_id: number;
  kind: 'LICENCE' | 'FOOD' | 'QUARANTINE' | 'TEST' | 'OTHER';
  paper_no: string | null;
  expires_on: string | null;
  file: string | null;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SupplyPriceRow {
  contractor_id: number;
  id: number;
  supplier_id: number;
  goods_id: number;
  unit_id: number | null;
  unit_size: number;
  price_fen: number;
  from_date: string;
  to_date: string;
  min_milli: number;
  lead_days: number;
  preferred: boolean;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface BomMapRow {
  contractor_id: number;
  id: number;
  lib_stuff_id: number;
  goods_id: number;
  per_base_mg: number;
  from_date: string;
  made_at: string;
  made_name: string;
}

export interface BomRecipeRow {
  contractor_id: number;
  id: number;
  kind: 'GOODS' | 'DISH' | 'LIBRARY';
  goods_id: number | null;
  organization_id: number | null;
  dish_id: number | null;
  lib_dish_id: number | null;
  name: string;
  made_milli: number;
  part_count: number;
  kept: boolean;
  from_date: string;
  note: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface BomRecipePartRow {
  contractor_id: number;
  recipe_id: number;
  goods_id: number;
  qty_milli: number;
}

export interface BomFlatRow {
  contractor_id: number;
  goods_id: number;
  since: string;
  until: string;
  part_id: number;
  /** Whole numbers beyond what a double holds. */
  part_num: string;
  part_den: string;
  kept: boolean;
}

export interface DailyPurchaseRow {
  contractor_id: number;
  id: number;
  purchase_date: string;
  goods_id: number;
  storehouse_id: number;
  nth: number;
  need_qty: number;
  stock_qty: number;
  transit_qty: number;
  ordered_qty: number;
  least_qty: number;
  suggest_qty: number;
  buy_qty: number;
  edit_reason: string;
  supplier_id: number | null;
  unit_id: number | null;
  unit_size: number;
  price_fen: number | null;
  amount_fen: number;
  late: boolean;
  received_qty: number;
  order_id: number | null;
  /** Who typed a price that is not the supplier's list's, and who else agreed to it. */
  typed_id: number | null;
  typed_by: string | null;
  price_ok_by: string | null;
  status: 'DRAFT' | 'WAITING' | 'ORDERED' | 'PART_RECEIVED' | 'RECEIVED' | 'CLOSED';
  created_at: string;
  updated_at: string;
  version: number;
}

export interface PurchaseSettingRow {
  contractor_id: number;
  /** Null: no limit. */
  order_limit_fen: number | null;
  updated_at: string;
  version: number;
}

/** Needed of a goods for a meal at a place; the dishes stand beside each other: `dish_ids`, `portions` and `amounts` have one entry each. */
export interface MealNeedRow {
  contractor_id: number;
  id: number;
  purchase_date: string;
  goods_id: number;
  site_id: number;
  meal_period_id: number;
  source: 'ASKED' | 'PLAN' | 'FORECAST';
  /** The goods it is for the making of. */
  via_id: number | null;
  qty: number;
  dish_ids: number[];
  portions: number[];
  amounts: number[];
}

export interface SupplyOrderRow {
  contractor_id: number;
  id: number;
  order_no: string;
  supplier_id: number;
  delivery_date: string;
  storehouse_id: number;
  line_count: number;
  amount_fen: number;
  status: 'WAITING' | 'ORDERED' | 'PART_RECEIVED' | 'RECEIVED' | 'CLOSED' | 'REFUSED';
  close_reason: string;
  /** When the supplier said last, by his link, what he brings. */
  confirmed_at: string | null;
  maker_id: number | null;
  maker_name: string;
  /** Of one above the buyer's limit: who agreed to it, or sent it back. */
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SupplyReplyRow {
  contractor_id: number;
  order_id: number;
  purchase_id: number;
  qty_milli: number;
  price_fen: number;
  lot_no: string;
  produced_on: string | null;
  expires_on: string | null;
  note: string;
  said_at: string;
}

export interface ReceiptRow {
  contractor_id: number;
  id: number;
  receipt_no: string;
  order_id: number | null;
  /** Null: whoever sold at a market, by name, address and telephone alone. */
  supplier_id: number | null;
  supplier_name: string;
  supplier_address: string;
  supplier_phone: string;
  storehouse_id: number;
  emergency: boolean;
  buy_reason: string | null;
  pay_way: 'CASH' | 'PHONE' | 'ADVANCE' | null;
  inspector_id: number;
  inspector_name: string;
  second_id: number;
  second_name: string;
  photo: string | null;
  papers: string[];
  amount_fen: number;
  line_count: number;
  held_count: number;
  bill_id: number | null;
  accepted_at: string;
  status: 'DONE' | 'HELD';
  /** Something of it is on no statement of its supplier. */
  unstated: boolean;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface ReceiptDraftRow {
  contractor_id: number;
  order_id: number;
  /** Cells of the form's lines as they were typed. */
  lines: unknown;
  saved_name: string;
  saved_at: string;
}

export interface ReceiptLineRow {
  contractor_id: number;
  id: number;
  receipt_id: number;
  line_no: number;
  purchase_id: number | null;
  goods_id: number;
  unit_id: number | null;
  gross_milli: number;
  tare_milli: number;
  typed_milli: number;
  /** How many pieces they were, where they are paid by weight. */
  pieces: number | null;
  qty: number;
  price_fen: number;
  list_fen: number | null;
  amount_fen: number;
  lot_id: number | null;
  lot_no: string;
  produced_on: string | null;
  expires_on: string | null;
  temp10: number | null;
  look: 'GOOD' | 'FAIR' | 'BAD';
  verdict: 'TAKE' | 'REFUSE';
  reason: string;
  held_why: string;
  status: 'POSTED' | 'HELD' | 'REFUSED';
  approved_name: string;
  returned_qty: number;
  returned_fen: number;
  photo: string | null;
}

export interface SupplierStatementRow {
  contractor_id: number;
  id: number;
  statement_no: string;
  supplier_id: number;
  month: string;
  until: string;
  receipt_count: number;
  received_fen: number;
  returned_fen: number;
  amount_fen: number;
  status: 'DRAWN' | 'SENT' | 'AGREED' | 'PAID' | 'DISPUTED' | 'VOID';
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  their_name: string;
  their_at: string | null;
  their_way: 'LINK' | 'PAPER' | null;
  their_note: string;
  their_file: string | null;
  flow_no: string | null;
  paid_on: string | null;
  payer_id: number | null;
  payer_name: string;
  void_reason: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SupplierStatementLineRow {
  contractor_id: number;
  id: number;
  statement_id: number;
  line_no: number;
  receipt_id: number;
  received_fen: number;
  returned_fen: number;
}

export interface LotRecallRow {
  contractor_id: number;
  id: number;
  recall_no: string;
  reason: string;
  scope: 'LOT' | 'DELIVERY' | 'DISH';
  dish_name: string;
  stopped: string;
  lot_count: number;
  status: 'SEALED' | 'TRACED' | 'CLOSED' | 'RELEASED';
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

export interface LotRecallLotRow {
  contractor_id: number;
  recall_id: number;
  lot_id: number;
}

export interface BomTargetRow {
  contractor_id: number;
  ratio_bp: number;
  made_name: string;
  made_at: string;
}

export interface RecallNoticeRow {
  contractor_id: number;
  id: number;
  recall_id: number;
  recall_no: string;
  organization_id: number;
  content: string;
  status: 'DRAFT' | 'SENT' | 'ANSWERED' | 'OVER';
  sent_name: string;
  sent_at: string | null;
  answer: string;
  answered_name: string;
  answered_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface RecallPhotoRow {
  contractor_id: number;
  id: number;
  recall_id: number;
  photo: string;
  note: string;
  made_name: string;
  made_at: string;
}

export interface KitchenSheetRow {
  contractor_id: number;
  id: number;
  sheet_no: string;
  site_id: number;
  storehouse_id: number;
  dining_date: string;
  meal_period_id: number;
  line_count: number;
  as_prepared: boolean;
  bill_id: number | null;
  status: 'PREPARED' | 'TAKEN' | 'CANCELLED';
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

export interface KitchenSheetLineRow {
  contractor_id: number;
  id: number;
  sheet_id: number;
  line_no: number;
  goods_id: number;
  need_qty: number;
  taken_qty: number | null;
  waste_qty: number;
  waste_kind: 'RAW' | 'WORK' | 'LEFT' | null;
  waste_reason: string;
}

export interface ProductionRow {
  contractor_id: number;
  id: number;
  production_no: string;
  storehouse_id: number;
  goods_id: number;
  due_on: string;
  plan_qty: number;
  made_qty: number | null;
  lot_no: string;
  produced_on: string | null;
  expires_on: string | null;
  loss_reason: string;
  lot_id: number | null;
  bill_id: number | null;
  status: 'PLANNED' | 'MADE' | 'CANCELLED' | 'REVERSED';
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

export interface ProductionLineRow {
  contractor_id: number;
  id: number;
  production_id: number;
  line_no: number;
  goods_id: number;
  need_qty: number;
  taken_qty: number | null;
}

interface PurchaseTables {
  production: ProductionRow;
  production_line: ProductionLineRow;
  kitchen_sheet: KitchenSheetRow;
  kitchen_sheet_line: KitchenSheetLineRow;
  supplier: SupplierRow;
  supplier_paper: SupplierPaperRow;
  supply_price: SupplyPriceRow;
  bom_map: BomMapRow;
  bom_recipe: BomRecipeRow;
  bom_recipe_part: BomRecipePartRow;
  bom_flat: BomFlatRow;
  bom_target: BomTargetRow;
  daily_purchase: DailyPurchaseRow;
  purchase_setting: PurchaseSettingRow;
  meal_need: MealNeedRow;
  supply_order: SupplyOrderRow;
  supply_reply: SupplyReplyRow;
  receipt_draft: ReceiptDraftRow;
  supplier_statement: SupplierStatementRow;
  supplier_statement_line: SupplierStatementLineRow;
  receipt: ReceiptRow;
  receipt_line: ReceiptLineRow;
  lot_recall: LotRecallRow;
  lot_recall_lot: LotRecallLotRow;
  recall_notice: RecallNoticeRow;
  recall_photo: RecallPhotoRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends PurchaseTables {}
}
