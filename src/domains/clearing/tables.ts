/** Rows of the clearing domain's tables. */

export interface BillFetchRow {
  channel: string;
  merchant_no: string;
  day: string;
  kind: string;
  status: string;
  said: string;
  tries: number;
  at: string;
}

export interface MerchantBillRow {
  id: number;
  channel: string;
  kind: string;
  merchant_no: string;
  day: string;
  version: number;
  current: boolean;
  filename: string;
  file_key: string;
  digest: string;
  line_count: number;
  in_count: number;
  in_fen: number;
  out_count: number;
  out_fen: number;
  fee_fen: number;
  matched_count: number;
  transit_count: number;
  problem_count: number;
  missing_count: number;
  opening_fen: number | null;
  closing_fen: number | null;
  /** Sent to the platform's bank by this fund bill: drawn out less put in. */
  bank_fen: number;
  gap_fen: number | null;
  added_count: number;
  removed_count: number;
  changed_count: number;
  diff: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
  matched_at: string | null;
}

export interface BillMerchantRow {
  id: number;
  channel: string;
  merchant_no: string;
  organization_id: number | null;
  source: string;
  note: string;
  maker_id: number;
  maker_name: string;
  witness_name: string;
  status: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface BankStatementRow {
  id: number;
  account: string;
  day: string;
  balance_fen: number;
  other_fen: number;
  other_note: string;
  proof: string | null;
  status: string;
  void_note: string;
  void_name: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
  version: number;
}

export interface MerchantBillLineRow {
  day: string;
  bill_id: number;
  id: number;
  row_no: number;
  channel: string;
  type: string;
  out_no: string;
  channel_no: string;
  out_refund_no: string;
  flow_no: string;
  what: string;
  amount_fen: number;
  fee_fen: number | null;
  balance_fen: number | null;
  at: string;
  organization_id: number | null;
  ref_type: string;
  ref_id: number | null;
  our_fen: number | null;
  state: string;
}

export interface AbnormalTradeRow {
  id: number;
  abnormal_no: string;
  kind: string;
  ref_type: string;
  ref_no: string;
  ref_id: number | null;
  organization_id: number | null;
  person_name: string;
  channel: string;
  merchant_no: string;
  day: string;
  channel_no: string;
  out_no: string;
  bill_fen: number | null;
  our_fen: number | null;
  amount_fen: number;
  why: string;
  of_bill: boolean;
  happened_at: string;
  found_at: string;
  found_count: number;
  assignee_id: number | null;
  assignee_name: string;
  parked_fen: number;
  refund_no: string;
  status: string;
  closed_itself: boolean;
  said: string;
  handled_id: number | null;
  handled_name: string;
  second_name: string;
  handled_at: string | null;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
  version: number;
}

export interface DeviceCheckDayRow {
  organization_id: number;
  id: number;
  device_id: number;
  device_name: string;
  day: string;
  device_count: number | null;
  device_fen: number | null;
  booked_count: number;
  booked_fen: number;
  beyond_fen: number;
  pending_count: number;
  pending_fen: number;
  waiting_count: number;
  waiting_fen: number;
  missing_count: number;
  diff_count: number | null;
  diff_fen: number | null;
  third_fen: number;
  channel_fen: number | null;
  state: string;
  checked_at: string;
}

export interface SafeLightDayRow {
  organization_id: number;
  day: string;
  tone: string;
  said: string;
  missing_count: number;
  checked_at: string;
}

export interface ClearingDaySignRow {
  id: number;
  day: string;
  figures: unknown;
  note: string;
  signer_id: number;
  signer_name: string;
  witness_name: string;
  signed_at: string;
}

export interface LedgerStateRow {
  id: number;
  organization_id: number | null;
  book: string;
  unit_name: string;
  started_at: string | null;
  posting_count: number | null;
  break_count: number;
  breaks: unknown;
}

export interface UnitMonthRow {
  organization_id: number;
  id: number;
  month: string;
  status: string;
  maker_id: number | null;
  maker_name: string;
  examined_at: string | null;
  steps: unknown;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  locked_at: string | null;
  locked_name: string;
  error: string;
  created_at: string;
  version: number;
}

export interface UnitMonthNoteRow {
  organization_id: number;
  month: string;
  step: string;
  figure: string;
  note: string;
  noted_id: number;
  noted_name: string;
  noted_at: string;
}

export interface MonthPackRow {
  seq: number;
  organization_id: number;
  month: string;
  manifest: string;
  manifest_hash: string;
  previous_hash: string;
  pack_hash: string;
  signature: string;
  key_id: string;
  file_key: string;
  bytes: number;
  made_at: string;
  made_name: string;
}

export interface ClearingTables {
  ledger_state: LedgerStateRow;
  unit_month: UnitMonthRow;
  unit_month_note: UnitMonthNoteRow;
  month_pack: MonthPackRow;
  device_check_day: DeviceCheckDayRow;
  safe_light_day: SafeLightDayRow;
  clearing_day_sign: ClearingDaySignRow;
  bill_fetch: BillFetchRow;
  bill_merchant: BillMerchantRow;
  bank_statement: BankStatementRow;
  merchant_bill: MerchantBillRow;
  merchant_bill_line: MerchantBillLineRow;
  abnormal_trade: AbnormalTradeRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends ClearingTables {}
}
