/** Rows of the subsidy domain's tables. */
import type { BatchKind, BatchMode, BatchStatus } from './batch/batch-states.ts';
import type { GrantPurse } from './units.ts';

export interface SubsidyRuleRow {
  organization_id: number;
  id: number;
  name: string;
  type_ids: number[];
  amounts_fen: number[];
  cycle: string;
  day_of_cycle: number;
  basis: string;
  max_units: number | null;
  clear_at: string;
  valid_days: number | null;
  carry_over: string;
  carry_max_fen: number;
  use_meal_ids: number[];
  use_site_ids: number[];
  day_use_limit_fen: number | null;
  debit_order: number;
  purse: GrantPurse;
  automatic: boolean;
  prepare_days: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SubsidyBatchRow {
  organization_id: number;
  id: number;
  batch_no: string;
  name: string;
  kind: BatchKind;
  purse: GrantPurse;
  mode: BatchMode;
  rule_id: number | null;
  period: string;
  grant_on: string;
  expires_on: string | null;
  spend_order: number;
  choice: unknown;
  clear_run_id: number | null;
  reason: string;
  sheet_count: number | null;
  sheet_fen: number | null;
  total_count: number;
  total_fen: number;
  left_out_count: number;
  posted_count: number;
  posted_fen: number;
  failed_count: number;
  failed_fen: number;
  status: BatchStatus;
  error: string | null;
  maker_id: number | null;
  maker_name: string;
  submitted_at: string | null;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  stop_requested: boolean;
  started_at: string | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SubsidyItemRow {
  organization_id: number;
  id: number;
  batch_id: number;
  line_no: number;
  person_id: number | null;
  job_number: string;
  person_name: string;
  department_id: number | null;
  type_id: number | null;
  units: number | null;
  amount_fen: number;
  verdict: string;
  status: string;
  fail_code: string | null;
  fail_reason: string;
  attempt: number;
  posting_id: number | null;
  /** The lot a grant opened. */
  wallet_id: number | null;
  posted_at: string | null;
  /** The lot a return takes from. */
  source_wallet_id: number | null;
}

export interface SubsidyReturnRow {
  organization_id: number;
  id: number;
  return_no: string;
  person_id: number;
  department_id: number | null;
  batch_id: number | null;
  return_batch_id: number | null;
  wallet_id: number;
  amount_fen: number;
  reason: string;
  maker_id: number | null;
  maker_name: string;
  posting_id: number | null;
  business_date: string | null;
  at: string;
  status: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  version: number;
}

export interface SubsidyClearRunRow {
  organization_id: number;
  id: number;
  run_no: string;
  purse: GrantPurse;
  mode: string;
  as_of: string;
  batch_id: number | null;
  reason: string;
  total_count: number;
  done_count: number;
  asked_fen: number;
  before_fen: number;
  cleared_fen: number;
  carried_fen: number;
  failed_count: number;
  status: string;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
  finished_at: string | null;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  version: number;
}

export interface SubsidyClearRow {
  organization_id: number;
  id: number;
  run_id: number;
  wallet_id: number;
  person_id: number;
  department_id: number | null;
  batch_id: number | null;
  rule_id: number | null;
  expires_on: string | null;
  before_fen: number;
  cleared_fen: number;
  carried_fen: number;
  status: string;
  reason: string;
  posting_id: number | null;
  business_date: string | null;
  at: string | null;
  restored_at: string | null;
  restored_by_id: number | null;
  restored_fen: number;
  restore_reason: string | null;
  operator_name: string;
}

export interface SubsidyBudgetRow {
  organization_id: number;
  id: number;
  department_id: number | null;
  month: string;
  kind: string;
  budget_fen: number;
  remark: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SubsidyTables {
  subsidy_rule: SubsidyRuleRow;
  subsidy_batch: SubsidyBatchRow;
  subsidy_item: SubsidyItemRow;
  subsidy_return: SubsidyReturnRow;
  subsidy_clear_run: SubsidyClearRunRow;
  subsidy_clear: SubsidyClearRow;
  subsidy_budget: SubsidyBudgetRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends SubsidyTables {}
}
