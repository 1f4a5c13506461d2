/** Row types of the money tables and views, for lists and reports that join them. Writing them is this domain's alone. */
import type { Attendance, Identify, PostingKind, PurseKind, PurseStatus, TradeMode } from './types.ts';

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends WalletTables {}
}

export interface WalletTables {
  wallet: WalletRow;
  money_request: MoneyRequestRow;
  posting: PostingRow;
  posting_row: PostingRow;
  ledger_entry: LedgerEntryRow;
  entry_row: LedgerEntryRow;
  plain_grant: PlainGrantRow;
  trade: TradeRow;
  posting_reversed: PostingReversedRow;
  hold: HoldRow;
  hold_line: HoldLineRow;
  period: PeriodRow;
  ledger_seal: LedgerSealRow;
  invariant_run: InvariantRunRow;
  rollup_consume_place: RollupConsumePlaceRow;
  rollup_consume_people: RollupConsumePeopleRow;
  rollup_waiting: RollupWaitingRow;
  plain_swipe_totals: PlainSwipeTotalsRow;
  consumed_by_place: ConsumedByPlaceRow;
  consumed_by_people: ConsumedByPeopleRow;
  rollup_consume_fold: RollupConsumeFoldRow;
  rollup_consume_restaurant: RollupConsumeUnitRow;
  rollup_consume_unit: RollupConsumeUnitRow;
  /** `business_date` is the first of the month. */
  rollup_consume_month: RollupConsumeUnitRow;
  rollup_stale: RollupStaleRow;
  payer_facts: PayerFactsRow;
  rollup_folded: RollupFoldedRow;
  rollup_account_day: RollupAccountDayRow;
  rollup_operator_day: RollupOperatorDayRow;
  trade_list: TradeListRow;
  person_balance: PersonBalanceRow;
}

export interface WalletRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: PurseKind;
  spend_order: number;
  balance_fen: number;
  held_fen: number;
  floor_fen: number;
  expires_on: string | null;
  batch_id: number;
  rule_id: number;
  status: PurseStatus;
  version: number;
  opened_at: string;
  last_posting_at: string | null;
  /** Of MAIN: the latest day the person ate on, and what was had on it. */
  spent_on: string | null;
  /** A bigint[] as text. */
  spent: string | null;
}

export interface MoneyRequestRow {
  organization_id: number;
  request_key: string;
  kind: string;
  person_id: number;
  fingerprint: string;
  refusal_code: string | null;
  answer: unknown;
  recorded_at: string;
}

export interface PostingRow {
  organization_id: number;
  id: number;
  business_date: string;
  occurred_date: string;
  kind: PostingKind;
  reverses_kind: string;
  reverses_posting_id: number | null;
  request_key: string;
  person_id: number;
  amount_fen: number;
  count_used: number;
  counter_account: string;
  operator_id: number;
  hold_id: number;
  source_type: string;
  source_id: number;
  reason: string;
  occurred_at: string;
  recorded_at: string;
}

export interface LedgerEntryRow {
  organization_id: number;
  business_date: string;
  posting_id: number;
  line_no: number;
  account: string;
  wallet_id: number;
  amount_fen: number;
  balance_after_fen: number | null;
  wallet_version: number | null;
}

/** A lot's grant: posting, lines and answer follow from this row. */
export interface PlainGrantRow {
  organization_id: number;
  id: number;
  /** The lot. */
  wallet_id: number;
  person_id: number;
  batch_id: number;
  amount_fen: number;
  operator_id: number;
  source_id: number;
  occurred_at: string;
  recorded_at: string;
  business_date: string;
  occurred_date: string;
  expires_on: string | null;
  request_key: string;
  source_type: string;
  reason: string;
}

export interface TradeRow {
  organization_id: number;
  id: number;
  business_date: string;
  occurred_date: string;
  kind: 'CONSUME' | 'SUPPLEMENT' | 'REVERSE';
  original_trade_id: number | null;
  person_id: number;
  card_id: number;
  card_no: string;
  restaurant_id: number;
  deploy_site_id: number;
  device_id: number;
  device_seq: string;
  meal_period_id: number;
  department_id: number;
  person_type_id: number;
  mode: TradeMode;
  identify: Identify;
  origin_fen: number;
  discount_fen: number;
  amount_fen: number;
  main_fen: number;
  subsidy_fen: number;
  gift_fen: number;
  arrears_fen: number;
  third_fen: number;
  count_used: number;
  balance_after_fen: number;
  heads: number;
  restaurant_heads: number;
  nth: number;
  attendance: Attendance;
  offline: boolean;
  suspicious: boolean;
  order_id: number | null;
  captured_photo: string;
  operator_id: number | null;
  rule_trace: unknown;
  occurred_at: string;
  recorded_at: string;
  /** A terminal's swipe that one purse paid for: posting, lines and answer follow from this row. */
  plain: boolean;
  /** Of plain swipes; null where posting and lines are rows of their own. */
  wallet_id: number | null;
  wallet_after_fen: number | null;
  wallet_version: number | null;
  meaning: string | null;
  balances: unknown;
}

export interface PostingReversedRow {
  organization_id: number;
  posting_id: number;
  amount_fen: number;
  reversed_fen: number;
  count_used: number;
  reversed_count: number;
}

export interface HoldRow {
  organization_id: number;
  id: number;
  person_id: number;
  purpose: 'ORDER' | 'REFUND' | 'CASH_OUT';
  amount_fen: number;
  posted_fen: number;
  status: 'ACTIVE' | 'POSTED' | 'VOIDED' | 'EXPIRED';
  request_key: string;
  source_type: string;
  source_id: number;
  occurred_at: string;
  expires_at: string | null;
  settled_at: string | null;
  /** The business day an order is eaten on. */
  spend_on: string | null;
}

export interface HoldLineRow {
  organization_id: number;
  hold_id: number;
  line_no: number;
  wallet_id: number;
  amount_fen: number;
}

export interface PeriodRow {
  organization_id: number;
  month: string;
  closed_at: string;
  closed_by: number;
}

export interface LedgerSealRow {
  organization_id: number;
  business_date: string;
  sealed_at: string;
  posting_count: number;
  entry_count: number;
  sums: unknown;
  entries_hash: string;
  previous_hash: string;
  chain_hash: string;
}

interface ConsumeSums {
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
}

interface TimedSums extends ConsumeSums {
  first_at: string | null;
  last_at: string | null;
}

/** Totals by place, with those that wait to be added up; rows of one place are not one row. */
export interface ConsumedByPlaceRow extends TimedSums {
  organization_id: number;
  business_date: string;
  meal_period_id: number;
  restaurant_id: number;
  deploy_site_id: number;
  device_id: number;
}

/** What has been added up of it; readers take the view. */
export interface RollupConsumePlaceRow extends ConsumedByPlaceRow {
  lane: number;
}

/** Plain swipes of a batch whose totals are not added up yet. */
export interface RollupWaitingRow {
  organization_id: number;
  business_date: string;
  id: number;
  trades: number[];
}

/** What one plain swipe adds to the totals. */
export interface PlainSwipeTotalsRow extends ConsumedByPlaceRow {
  id: number;
  person_type_id: number;
  department_id: number;
}

export interface RollupConsumeUnitRow extends ConsumeSums {
  organization_id: number;
  business_date: string;
  restaurant_id: number;
  people_net_fen: number;
}

export interface RollupConsumeFoldRow extends RollupConsumeUnitRow {
  meal_period_id: number;
}

/** Moves with every change of what swipes are decided by of people and cards. */
export interface PayerFactsRow {
  organization_id: number;
  version: number;
}

/** A folded day that something was booked into since. */
export interface RollupStaleRow {
  organization_id: number;
  business_date: string;
  lane: number;
  marks: number;
}

export interface RollupFoldedRow {
  only_row: boolean;
  until: string;
}

/** As the totals by place, by who ate. */
export interface ConsumedByPeopleRow extends TimedSums {
  organization_id: number;
  business_date: string;
  meal_period_id: number;
  restaurant_id: number;
  person_type_id: number;
  department_id: number;
}

export interface RollupConsumePeopleRow extends ConsumedByPeopleRow {
  lane: number;
}

export interface RollupAccountDayRow {
  organization_id: number;
  business_date: string;
  account: string;
  posting_kind: string;
  reverses_kind: string;
  lane: number;
  in_fen: number;
  out_fen: number;
  entry_count: number;
}

export interface RollupOperatorDayRow extends RollupAccountDayRow {
  operator_id: number;
}

/** A trade with what was taken back of it. */
export interface TradeListRow extends TradeRow {
  corrected_fen: number;
  status: 'SUCCESS' | 'PART_CORRECTED' | 'CORRECTED';
}

export interface PersonBalanceRow {
  organization_id: number;
  person_id: number;
  main_fen: number;
  subsidy_fen: number;
  gift_fen: number;
  meal_count: number;
  arrears_fen: number;
  held_fen: number;
  total_fen: number;
  status: PurseStatus;
  last_posting_at: string | null;
}

export interface InvariantRunRow {
  organization_id: number;
  id: number;
  started_at: string;
  finished_at: string;
  posting_count: number;
  break_count: number;
  breaks: unknown;
}
