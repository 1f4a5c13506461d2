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
  posting_id: number;
  balance_after_fen: number;
  business_date: string;
  paid_at: string;
  credited_at: string;
  status: string;
  remark: string;
  reversed_at: string | null;
  reverse_reason: string | null;
  reverse_posting_id: number | null;
  created_at: string;
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

export interface FundingTables {
  recharge_order: RechargeOrderRow;
  cash_deposit: CashDepositRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends FundingTables {}
}
