/** Rows of the funding domain's tables. */

export interface RechargeOrderRow {
  organization_id: number;
  id: number;
  order_no: string;
  person_id: number;
  account_kind: string;
  amount_fen: number;
  gift_fen: number;
  fee_fen: number;
  channel: string;
  channel_no: string;
  operator_id: number | null;
  operator_name: string;
  batch_id: number | null;
  posting_id: number | null;
  balance_after_fen: number | null;
  business_date: string | null;
  paid_at: string | null;
  credited_at: string | null;
  status: string;
  remark: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
  created_at: string;
  expires_at: string | null;
  merchant_no: string;
  credited_via: string | null;
  pay_error: string | null;
}

export interface StatementSignRow {
  organization_id: number;
  id: number;
  contractor_id: number;
  from_date: string;
  to_date: string;
  account: string;
  closing_fen: number;
  signer_id: number;
  signer_name: string;
  signed_at: string;
}

export interface CashDepositRow {
  organization_id: number;
  id: number;
  deposit_no: string;
  receipt_no: string;
  person_id: number;
  amount_fen: number;
  device_id: number | null;
  operator_id: number;
  operator_name: string;
  posting_id: number;
  balance_after_fen: number;
  business_date: string;
  at: string;
  status: string;
  remark: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
}

export interface CashOutRow {
  organization_id: number;
  id: number;
  cash_out_no: string;
  person_id: number;
  amount_fen: number;
  reason: string;
  operator_id: number;
  operator_name: string;
  sign_image: string | null;
  posting_id: number;
  balance_after_fen: number;
  business_date: string;
  at: string;
  status: string;
  remark: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
}

export interface CountRechargeRow {
  organization_id: number;
  id: number;
  recharge_no: string;
  person_id: number;
  meals: number;
  batch_id: number | null;
  operator_id: number;
  operator_name: string;
  posting_id: number;
  meals_after: number;
  business_date: string;
  at: string;
  status: string;
  remark: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
}

export interface FundingSettingRow {
  organization_id: number;
  refund_alone_fen: number;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface RefundOrderRow {
  organization_id: number;
  id: number;
  refund_no: string;
  apply_no: string;
  apply_key: string;
  person_id: number;
  recharge_order_id: number | null;
  amount_fen: number;
  fee_fen: number;
  way: string;
  channel: string;
  bank_name: string | null;
  bank_account: string | null;
  bank_flow_no: string | null;
  reason: string;
  batch_id: number | null;
  hold_id: number;
  posting_id: number | null;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  check_note: string;
  checked_at: string | null;
  payer_id: number | null;
  payer_name: string | null;
  channel_refund_no: string | null;
  error: string | null;
  at: string;
  finished_at: string | null;
  business_date: string | null;
  status: string;
  version: number;
}

export interface ThirdTradeRow {
  organization_id: number;
  id: number;
  trade_no: string;
  business_date: string;
  restaurant_id: number;
  deploy_site_id: number;
  device_id: number;
  epoch: number;
  seq: number;
  channel: string;
  merchant_no: string;
  channel_no: string;
  payer_mask: string;
  amount_fen: number;
  fee_fen: number;
  fee_billed: boolean;
  charge: unknown;
  posting_id: number | null;
  /** The order of a shop it pays; null: a meal. */
  order_id: number | null;
  shown_code: string;
  refund_asked_fen: number;
  revoking: boolean;
  error: string;
  at: string;
  expires_at: string;
  paid_at: string | null;
  status: string;
}

export interface ThirdRefundRow {
  organization_id: number;
  id: number;
  /** Of a recharge; null for a meal's. */
  refund_order_id: number | null;
  third_trade_id: number | null;
  /** What the channel gives back of its fee. */
  fee_fen: number;
  refund_no: string;
  trade_no: string;
  channel: string;
  channel_no: string;
  amount_fen: number;
  total_fen: number;
  reason: string;
  query_count: number;
  send_count: number;
  channel_refund_no: string | null;
  error: string | null;
  at: string;
  asked_at: string | null;
  finished_at: string | null;
  status: string;
}

export interface CashHandoverRow {
  organization_id: number;
  id: number;
  operator_id: number;
  operator_name: string;
  business_date: string;
  shift_no: number;
  deposit_count: number;
  deposit_fen: number;
  issue_fee_fen: number;
  replace_fee_fen: number;
  pledge_in_fen: number;
  cash_out_fen: number;
  pledge_back_fen: number;
  due_fen: number;
  counted_fen: number;
  difference_fen: number;
  reason: string;
  at: string;
}

export interface FundingBatchRow {
  organization_id: number;
  id: number;
  batch_no: string;
  name: string;
  kind: string;
  mode: string;
  channel: string;
  rest_way: string | null;
  reason: string;
  filename: string | null;
  total_count: number;
  total_fen: number;
  left_out_count: number;
  posted_count: number;
  posted_fen: number;
  failed_count: number;
  failed_fen: number;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  finished_at: string | null;
  status: string;
  version: number;
}

export interface FundingBatchLineRow {
  organization_id: number;
  id: number;
  batch_id: number;
  line_no: number;
  person_id: number | null;
  job_number: string;
  person_name: string;
  amount_fen: number;
  bank_name: string | null;
  bank_account: string | null;
  attempt: number;
  posting_id: number | null;
  document_no: string | null;
  posted_at: string | null;
  fail_code: string | null;
  fail_reason: string;
  status: string;
}

export interface BalanceLimitRow {
  organization_id: number;
  type_id: number;
  min_balance_fen: number | null;
  max_balance_fen: number;
  low_alert_fen: number | null;
  updated_at: string;
}

export interface ThirdPayCallbackRow {
  id: number;
  organization_id: number | null;
  channel: string;
  merchant_no: string;
  channel_no: string;
  out_trade_no: string;
  amount_fen: number | null;
  raw: string;
  headers: unknown;
  sign_ok: boolean;
  matched_order_id: number | null;
  received_at: string;
  handled_at: string | null;
  retry: number;
  error: string | null;
  status: string;
}

export interface ChannelBillRow {
  organization_id: number;
  id: number;
  channel: string;
  filename: string;
  from_date: string;
  to_date: string;
  line_count: number;
  other_count: number;
  matched_count: number;
  matched_fen: number;
  refund_matched_count: number;
  refund_matched_fen: number;
  credited_count: number;
  credited_fen: number;
  problem_count: number;
  findings: unknown;
  operator_id: number;
  operator_name: string;
  at: string;
}

/** A view over all kinds of orders on a main account. */
export interface MainAccountOrderRow {
  organization_id: number;
  id: number;
  kind: string;
  order_no: string;
  person_id: number;
  amount_fen: number;
  channel: string;
  channel_no: string;
  operator_name: string;
  created_at: string;
  finished_at: string | null;
  status: string;
  error: string;
  remark: string;
}

export interface DirectMerchantRow {
  organization_id: number;
  id: number;
  channel: string;
  merchant_no: string;
  app_id: string | null;
  serial_no: string | null;
  key_file: string | null;
  secret_file: string | null;
  platform_keys: string | null;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface FundingTables {
  direct_merchant: DirectMerchantRow;
  channel_bill: ChannelBillRow;
  third_pay_callback: ThirdPayCallbackRow;
  main_account_order: MainAccountOrderRow;
  funding_batch: FundingBatchRow;
  funding_batch_line: FundingBatchLineRow;
  balance_limit: BalanceLimitRow;
  cash_handover: CashHandoverRow;
  funding_setting: FundingSettingRow;
  refund_order: RefundOrderRow;
  third_trade: ThirdTradeRow;
  third_refund: ThirdRefundRow;
  cash_out: CashOutRow;
  recharge_order: RechargeOrderRow;
  cash_deposit: CashDepositRow;
  statement_sign: StatementSignRow;
  count_recharge: CountRechargeRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends FundingTables {}
}
