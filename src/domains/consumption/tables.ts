/** Rows of the consumption domain's tables. */

export interface FixedValueRuleRow {
  organization_id: number;
  id: number;
  meal_period_id: number;
  type_id: number | null;
  deploy_site_id: number | null;
  restaurant_id: number | null;
  first_price_fen: number;
  second_price_fen: number | null;
  later_price_fen: number | null;
  max_times: number | null;
  date_type: string;
  start_date: string | null;
  end_date: string | null;
  priority: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface CalendarDayRow {
  organization_id: number;
  id: number;
  day: string;
  kind: string;
  note: string;
  created_at: string;
  updated_at: string;
  /** The row of an import that wrote it; null where it was set by hand or loaded. */
  import_id: number | null;
}

export interface OfflineTradeRow {
  organization_id: number;
  id: number;
  device_id: number;
  epoch: number;
  seq: number;
  person_id: number | null;
  card_no: string;
  mode: string;
  amount_fen: number | null;
  record: unknown;
  occurred_at: string;
  received_at: string;
  state: string;
  reason_code: string;
  reason: string;
  trade_id: number | null;
  settled_at: string | null;
  settled_by: number | null;
  deploy_site_id: number;
  attempts: number;
  settled_name: string;
  note: string;
  charged_fen: number | null;
}

export interface ConsumptionSettingRow {
  organization_id: number;
  correct_limit_fen: number;
  manual_limit_fen: number;
  arrears_limit_fen: number;
  expired_lot: string;
  repeat_interval_sec: number;
  updated_at: string;
  updated_by: number | null;
  version: number;
}

export interface CorrectionBatchRow {
  organization_id: number;
  id: number;
  batch_no: string;
  device_id: number;
  meal_period_id: number;
  business_date: string;
  way: string;
  price_fen: number | null;
  reason: string;
  total_count: number;
  total_fen: number;
  refund_fen: number;
  supplement_fen: number;
  posted_count: number;
  posted_fen: number;
  posted_refund_fen: number;
  posted_supplement_fen: number;
  failed_count: number;
  failed_fen: number;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  check_note: string;
  status: string;
  created_at: string;
  checked_at: string | null;
  finished_at: string | null;
  version: number;
}

export interface CorrectionRow {
  organization_id: number;
  id: number;
  correct_no: string;
  trade_id: number;
  person_id: number;
  kind: string;
  amount_fen: number;
  source: string;
  reason: string;
  evidence: string | null;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  check_note: string;
  posting_id: number | null;
  fail_code: string | null;
  fail_reason: string;
  attempt: number;
  batch_id: number | null;
  line_no: number | null;
  status: string;
  created_at: string;
  checked_at: string | null;
  posted_at: string | null;
  version: number;
}

export interface ManualChargeRow {
  organization_id: number;
  id: number;
  batch_no: string;
  kind: string;
  meal_period_id: number;
  dining_date: string;
  restaurant_id: number;
  deploy_site_id: number | null;
  way: string;
  price_fen: number | null;
  allow_arrears: boolean;
  reason: string;
  remark: string;
  total_count: number;
  total_fen: number;
  posted_count: number;
  posted_fen: number;
  failed_count: number;
  failed_fen: number;
  reversed_count: number;
  reversed_fen: number;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  check_note: string;
  status: string;
  reverse_reason: string;
  created_at: string;
  checked_at: string | null;
  finished_at: string | null;
  version: number;
}

export interface ManualChargeLineRow {
  organization_id: number;
  id: number;
  batch_id: number;
  line_no: number;
  person_id: number;
  amount_fen: number;
  count_used: number;
  note: string;
  status: string;
  fail_code: string | null;
  fail_reason: string;
  attempt: number;
  posting_id: number | null;
  posted_at: string | null;
  reverse_posting_id: number | null;
  order_id: number | null;
}

export interface TradeItemRow {
  organization_id: number;
  id: number;
  kind: string;
  trade_id: number | null;
  offline_trade_id: number | null;
  line_no: number;
  business_date: string;
  meal_period_id: number;
  restaurant_id: number;
  device_id: number;
  person_id: number;
  dish_id: number;
  name: string;
  tray_no: string;
  before_g: number | null;
  after_g: number | null;
  quantity: number;
  unit_price_fen: number;
  amount_fen: number;
  kcal: number | null;
  status: string;
  occurred_at: string;
  goods_id: number | null;
  unit_size: number | null;
  unit_name: string;
  note: string;
}

export interface RefusedSwipeRow {
  organization_id: number;
  id: number;
  device_id: number;
  deploy_site_id: number;
  restaurant_id: number;
  epoch: number;
  seq: number;
  person_id: number | null;
  card_no: string;
  mode: string;
  amount_fen: number | null;
  code: string;
  reason: string;
  refused_at: string;
}

interface PersonTotalsRow {
  organization_id: number;
  person_id: number;
  meal_period_id: number;
  consume_count: number;
  main_fen: number;
  subsidy_fen: number;
  gift_fen: number;
  arrears_fen: number;
  reversed_fen: number;
  supplement_fen: number;
  third_fen: number;
  amount_fen: number;
}

export interface RollupConsumePersonMonthRow extends PersonTotalsRow {
  month: string;
}

/** Of the closed months of a year that goes on. */
export interface RollupConsumePersonSoFarRow extends PersonTotalsRow {
  /** The first day behind them. */
  until: string;
}

/** Of years all of whose months are closed. */
export interface RollupConsumePersonYearRow extends PersonTotalsRow {
  /** Its first day. */
  year: string;
}

/** Added up from the first of the month to the end of the day. */
interface RunRow {
  business_date: string;
  /** Who served; 0: the unit itself. */
  contractor_id: number;
  consume_count: number;
  heads: number;
  restaurant_heads: number;
  origin_fen: number;
  discount_fen: number;
  amount_fen: number;
  main_fen: number;
  subsidy_fen: number;
  gift_fen: number;
  arrears_fen: number;
  third_fen: number;
  count_used: number;
  reverse_count: number;
  reversed_fen: number;
  reversed_count_used: number;
  supplement_count: number;
  supplement_fen: number;
  offline_count: number;
  people_net_fen: number;
}

export interface RollupCatererUnitRow extends RunRow {
  organization_id: number;
}

/** Over all units, in shares that add up. */
export interface RollupCatererRow extends RunRow {
  share: number;
}

export interface ConsumptionTables {
  fixed_value_rule: FixedValueRuleRow;
  calendar_day: CalendarDayRow;
  offline_trade: OfflineTradeRow;
  consumption_setting: ConsumptionSettingRow;
  correction: CorrectionRow;
  correction_batch: CorrectionBatchRow;
  manual_charge: ManualChargeRow;
  manual_charge_line: ManualChargeLineRow;
  trade_item: TradeItemRow;
  refused_swipe: RefusedSwipeRow;
  rollup_consume_person_month: RollupConsumePersonMonthRow;
  rollup_consume_person_so_far: RollupConsumePersonSoFarRow;
  rollup_consume_person_year: RollupConsumePersonYearRow;
  rollup_caterer_unit: RollupCatererUnitRow;
  rollup_caterer: RollupCatererRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends ConsumptionTables {}
}
