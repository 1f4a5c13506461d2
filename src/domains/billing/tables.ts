/** Rows of the billing domain's tables. */
import type { UnitType } from '../../kit/define/page.ts';

interface Stepped {
  id: number;
  status: string;
  version: number;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  updated_at: string;
}

/** What a unit owes the platform. */
export interface UnitBillRow extends Stepped {
  bill_no: string;
  kind: string;
  unit_type: UnitType;
  unit_id: number;
  title: string;
  amount_fen: number;
  due_on: string;
  document_type: string;
  document_id: number;
  agent_id: number | null;
  commission_ratio: number;
  commission_fen: number;
  commission_released_at: string | null;
  pay_way: string | null;
  paid_at: string | null;
  witness_name: string;
}

export interface UnitBillPaymentRow extends Stepped {
  bill_id: number;
  unit_type: UnitType;
  unit_id: number;
  way: string;
  amount_fen: number;
  paid_on: string | null;
  bank_flow_no: string;
  proof: string | null;
  channel: string;
  merchant_no: string;
  order_no: string | null;
  channel_no: string | null;
  expires_at: string | null;
  posting_id: number | null;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    unit_bill: UnitBillRow;
    unit_bill_payment: UnitBillPaymentRow;
  }
}
