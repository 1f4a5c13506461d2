/** Rows of the settlement domain's tables. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Purse } from './ledger/purses.ts';

export interface UnitWalletRow {
  unit_type: UnitType;
  unit_id: number;
  purse: string;
  balance_fen: number;
  in_fen: number;
  out_fen: number;
  version: number;
  status: string;
}

export interface UnitPostingRow {
  id: number;
  request_key: string;
  fingerprint: string;
  kind: string;
  organization_id: number;
  contractor_id: number;
  contract_id: number;
  bucket_date: string | null;
  channel: string;
  merchant_no: string;
  document_type: string;
  document_id: number;
  reverses_id: number | null;
  operator_id: number;
  reason: string;
  occurred_at: string;
  business_date: string;
  recorded_at: string;
}

export interface UnitEntryRow {
  id: number;
  posting_id: number;
  line_no: number;
  account: string;
  unit_type: UnitType | null;
  unit_id: number | null;
  purse: string | null;
  amount_fen: number;
  balance_after_fen: number | null;
  wallet_version: number | null;
  kind: string;
  business_date: string;
  recorded_at: string;
}

export interface UnitBucketRow {
  organization_id: number;
  business_date: string;
  source: string;
  contract_id: number;
  channel: string;
  merchant_no: string;
  postings: number;
  amount_fen: number;
}

export interface UnitInvariantRunRow {
  id: number;
  started_at: string;
  finished_at: string;
  posting_count: number;
  break_count: number;
  breaks: unknown;
}

/** What a contract day is due, and who gets which part of it; `contract_id` 0 for what the organization runs itself. */
export interface SettleDayRow {
  organization_id: number;
  id: number;
  contract_id: number;
  business_date: string;
  contractor_id: number;
  main_fen: number;
  subsidy_fen: number;
  third_fen: number;
  arrears_fen: number;
  gift_fen: number;
  count_used: number;
  count_fen: number;
  corrected_fen: number;
  borne_fen: number;
  topped_fen: number;
  due_fen: number;
  fee_fen: number;
  service_ratio: number;
  share_ratio: number;
  service_fen: number;
  share_fen: number;
  contractor_fen: number;
  funded_main_fen: number;
  funded_fen: number;
  claim_fen: number;
  version: number;
  settled_at: string;
}

/** A contract day in one of its restaurants, 0 for what belongs to none. */
export interface SettlePlaceDayRow {
  organization_id: number;
  contract_id: number;
  contractor_id: number;
  business_date: string;
  restaurant_id: number;
  id: number;
  eaten_fen: number;
  third_fen: number;
  shop_fen: number;
  fee_fen: number;
  service_fen: number;
  share_fen: number;
  contractor_fen: number;
  /** Settled before restaurants were told apart, and not divided among them yet. */
  whole: boolean;
  /** When it was found that it cannot be. */
  looked_at: string | null;
}

export interface LedgerSplitRow {
  organization_id: number;
  id: number;
  posting_id: number;
  contract_id: number;
  contractor_id: number;
  business_date: string;
  mode: string;
  receiver_type: UnitType;
  receiver_id: number;
  ratio: number;
  amount_fen: number;
  reversed_fen: number;
  source_fen: number;
  fee_fen: number;
  at: string;
}

/** A unit's money by purse; total, in and out leave out what units owe each other outside. */
export interface UnitBalanceRow {
  unit_type: UnitType;
  unit_id: number;
  unit_name: string;
  float_fen: number;
  pending_fen: number;
  available_fen: number;
  frozen_fen: number;
  suspense_fen: number;
  claim_fen: number;
  total_fen: number;
  in_fen: number;
  out_fen: number;
}

/** 结算单; figures are sums of its lines. */
export interface UnitStatementRow {
  organization_id: number;
  id: number;
  statement_no: string;
  contract_id: number;
  contractor_id: number;
  cycle: string;
  from_date: string;
  to_date: string;
  eaten_fen: number;
  third_fen: number;
  corrected_fen: number;
  due_fen: number;
  fee_fen: number;
  service_fen: number;
  share_fen: number;
  contractor_fen: number;
  adjust_fen: number;
  carry_fen: number;
  service_wallet_fen: number;
  share_wallet_fen: number;
  wallet_fen: number;
  service_claim_fen: number;
  claim_fen: number;
  service_claim_paid_fen: number;
  claim_paid_fen: number;
  claim_due_on: string | null;
  pay_fen: number;
  organization_confirmed_by: number | null;
  organization_confirmed_name: string;
  organization_confirmed_at: string | null;
  contractor_confirmed_by: number | null;
  contractor_confirmed_name: string;
  contractor_confirmed_at: string | null;
  confirm_by: string;
  note: string;
  moved_note: string;
  status: string;
  version: number;
  generated_at: string;
  settled_by: number | null;
  settled_name: string;
  settled_at: string | null;
}

export interface UnitStatementLineRow {
  organization_id: number;
  id: number;
  statement_id: number;
  contract_id: number;
  contractor_id: number;
  business_date: string;
  kind: string;
  refers_to: number | null;
  eaten_fen: number;
  third_fen: number;
  corrected_fen: number;
  due_fen: number;
  fee_fen: number;
  service_fen: number;
  share_fen: number;
  contractor_fen: number;
  service_wallet_fen: number;
  share_wallet_fen: number;
  wallet_fen: number;
  service_claim_fen: number;
  claim_fen: number;
}

export interface UnitStatementDisputeRow {
  organization_id: number;
  id: number;
  statement_id: number;
  contractor_id: number;
  side: string;
  from_date: string;
  to_date: string;
  trade_nos: string;
  amount_fen: number;
  reason: string;
  file: string | null;
  raised_by: number;
  raised_name: string;
  raised_at: string;
  verdict: string | null;
  answer: string;
  answered_by: number | null;
  answered_name: string;
  answered_at: string | null;
}

/** What an organization paid outside of what it owes by a statement. */
export interface UnitClaimPaymentRow {
  organization_id: number;
  id: number;
  statement_id: number;
  contract_id: number;
  contractor_id: number;
  receiver: string;
  amount_fen: number;
  paid_on: string;
  bank_flow_no: string;
  proof: string | null;
  status: string;
  version: number;
  maker_id: number;
  maker_name: string;
  created_at: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
}

interface Stepped {
  status: string;
  version: number;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  updated_at: string;
}

/** Where a unit is paid to. */
export interface UnitBankAccountRow extends Stepped {
  id: number;
  unit_type: UnitType;
  unit_id: number;
  account_name: string;
  bank_name: string;
  branch_no: string;
  account_no: string;
  seconder_name: string;
  cooling_until: string | null;
}

export interface UnitWithdrawalRow extends Stepped {
  id: number;
  withdraw_no: string;
  unit_type: UnitType;
  unit_id: number;
  amount_fen: number;
  fee_fen: number;
  real_fen: number;
  bank_account_id: number;
  account_name: string;
  bank_name: string;
  branch_no: string;
  account_no: string;
  remark: string;
  auditor_id: number | null;
  auditor_name: string;
  payout_id: number | null;
  bank_flow_no: string;
  proof: string | null;
  reason: string;
  business_date: string;
  paid_at: string | null;
}

/** A correction between two purses of units. */
export interface UnitAdjustmentRow extends Stepped {
  id: number;
  adjust_no: string;
  from_type: UnitType;
  from_id: number;
  from_purse: Purse;
  to_type: UnitType;
  to_id: number;
  to_purse: Purse;
  amount_fen: number;
  refers_posting_id: number;
  reason: string;
  proof: string | null;
  posting_id: number | null;
  business_date: string;
}

/** An amount of a unit that two people hold back. */
export interface UnitRiskHoldRow extends Stepped {
  id: number;
  hold_no: string;
  unit_type: UnitType;
  unit_id: number;
  amount_fen: number;
  reason: string;
  witness_name: string;
  release_witness_name: string;
  business_date: string;
}

/** A file of payments for the bank, made once. */
export interface UnitPayoutRow {
  id: number;
  payout_no: string;
  format: string;
  total_count: number;
  total_fen: number;
  sha256: string;
  content: Buffer;
  downloads: number;
  maker_id: number;
  maker_name: string;
  created_at: string;
}

export interface UnitTransferRow {
  id: number;
  transfer_no: string;
  withdrawal_id: number;
  payout_id: number;
  amount_fen: number;
  status: string;
  bank_flow_no: string;
  reason: string;
  created_at: string;
  finished_at: string | null;
}

export interface UnitPayoutResultRow {
  id: number;
  filename: string;
  file_key: string;
  total_count: number;
  paid_count: number;
  failed_count: number;
  open_count: number;
  said: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
}

/** What a withdrawal costs and may come to; one row. */
export interface WithdrawalRuleRow {
  id: number;
  fee_fen: number;
  least_fen: number;
  day_limit_fen: number;
  second_person_fen: number;
  /** Whose 待结算 bears what channels keep of recharges. */
  fee_bearer: string;
  version: number;
  updated_at: string;
}

/** Whom a caterer divides its part among. */
export interface ContractorSubAccountRow {
  contractor_id: number;
  id: number;
  name: string;
  kind: string;
  bank_name: string;
  account_no: string;
  merchant_no: string;
  restaurant_ids: number[];
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ContractorSubRatioRow {
  contractor_id: number;
  id: number;
  sub_account_id: number;
  ratio: number;
  from_date: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
}

export interface SubAccountSplitRow {
  contractor_id: number;
  id: number;
  organization_id: number;
  contract_id: number;
  business_date: string;
  sub_account_id: number | null;
  ratio: number;
  amount_fen: number;
  at: string;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    unit_wallet: UnitWalletRow;
    unit_posting: UnitPostingRow;
    unit_entry: UnitEntryRow;
    unit_bucket: UnitBucketRow;
    unit_balance: UnitBalanceRow;
    settle_day: SettleDayRow;
    settle_place_day: SettlePlaceDayRow;
    ledger_split: LedgerSplitRow;
    unit_statement: UnitStatementRow;
    unit_statement_line: UnitStatementLineRow;
    unit_statement_dispute: UnitStatementDisputeRow;
    unit_claim_payment: UnitClaimPaymentRow;
    unit_bank_account: UnitBankAccountRow;
    unit_withdrawal: UnitWithdrawalRow;
    unit_adjustment: UnitAdjustmentRow;
    unit_risk_hold: UnitRiskHoldRow;
    unit_payout: UnitPayoutRow;
    unit_transfer: UnitTransferRow;
    unit_payout_result: UnitPayoutResultRow;
    withdrawal_rule: WithdrawalRuleRow;
    contractor_sub_account: ContractorSubAccountRow;
    contractor_sub_ratio: ContractorSubRatioRow;
    sub_account_split: SubAccountSplitRow;
    unit_invariant_run: UnitInvariantRunRow;
  }
}
