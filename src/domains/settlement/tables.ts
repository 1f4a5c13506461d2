/** Rows of the settlement domain's tables. */
import type { UnitType } from '../../kit/define/page.ts';

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

declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    unit_wallet: UnitWalletRow;
    unit_posting: UnitPostingRow;
    unit_entry: UnitEntryRow;
    unit_bucket: UnitBucketRow;
    unit_balance: UnitBalanceRow;
    settle_day: SettleDayRow;
    ledger_split: LedgerSplitRow;
    unit_invariant_run: UnitInvariantRunRow;
  }
}
