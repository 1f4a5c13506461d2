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

interface Stamped {
  id: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ApplicationRow extends Stamped {
  code: string;
  name: string;
  unit_type: string;
  base: boolean;
  includes_ids: number[];
  price_year_fen: number;
  trial_days: number;
  intro: string;
  ordinal: number;
}

export interface SubscriptionRow {
  unit_type: string;
  unit_id: number;
  application_id: number;
  started_on: string;
  end_on: string;
  trial: boolean;
  trial_used: boolean;
  closed_on: string | null;
  version: number;
  updated_at: string;
}

export interface ApplicationActivityRow extends Stamped {
  name: string;
  application_ids: number[];
  discount_type: string;
  percent_paid: number | null;
  minus_fen: number | null;
  gift_months: number | null;
  start_at: string;
  end_at: string;
  use_limit: number | null;
  used: number;
}

export interface SubscriptionOrderRow {
  id: number;
  order_no: string;
  unit_type: 'ORGANIZATION' | 'CONTRACTOR';
  unit_id: number;
  organization_id: number | null;
  contractor_id: number | null;
  agent_id: number | null;
  application_id: number;
  kind: string;
  years: number;
  list_fen: number;
  activity_id: number | null;
  minus_fen: number;
  gift_months: number;
  credit_fen: number;
  amount_fen: number;
  replaced: unknown;
  expires_on: string | null;
  from_on: string | null;
  to_on: string | null;
  bill_id: number | null;
  status: string;
  maker_id: number | null;
  maker_name: string;
  created_at: string;
  updated_at: string;
}

/** Every unit with every application of its kind. */
export interface UnitServiceRow {
  id: number;
  application_id: number;
  code: string;
  application_name: string;
  base: boolean;
  sale: string;
  unit_type: string;
  unit_id: number;
  unit_name: string;
  organization_id: number | null;
  contractor_id: number | null;
  agent_id: number | null;
  started_on: string | null;
  end_on: string | null;
  own_end_on: string | null;
  trial: boolean;
  trial_used: boolean;
  covered_by: string | null;
  closed_on: string | null;
}

export interface AnnualFeeCallRow {
  id: number;
  order_id: number;
  agent_id: number | null;
  way: string;
  words: string;
  promised_on: string | null;
  maker_id: number;
  maker_name: string;
  created_at: string;
}

export interface AgentGradeProposalRow extends Stepped {
  agent_id: number;
  year: number;
  from_grade_id: number;
  to_grade_id: number;
  bought_fen: number;
}

export interface DeviceGoodsRow extends Stamped {
  name: string;
  spec: string;
  device_type_id: number | null;
  supplier: string;
  cost_fen: number;
  price_fen: number;
  grade_prices: unknown;
  stock: number;
}

export interface PurchaseOrderRow {
  id: number;
  order_no: string;
  agent_id: number;
  contact: string;
  phone: string;
  address: string;
  remark: string;
  list_fen: number;
  discount_fen: number;
  pay_fen: number;
  returned_fen: number;
  bill_id: number | null;
  status: string;
  version: number;
  submitted_at: string | null;
  paid_at: string | null;
  received_at: string | null;
  maker_id: number;
  maker_name: string;
  created_at: string;
  updated_at: string;
}

export interface PurchaseOrderLineRow {
  id: number;
  order_id: number;
  agent_id: number;
  line_no: number;
  goods_id: number;
  qty: number;
  list_price_fen: number;
  price_fen: number;
  amount_fen: number;
  shipped_qty: number;
  received_qty: number;
  returned_qty: number;
}

export interface PurchaseShipmentRow {
  id: number;
  order_id: number;
  agent_id: number;
  carrier: string;
  ship_no: string;
  contents: string;
  status: string;
  version: number;
  received_by: string;
  received_at: string | null;
  maker_id: number;
  maker_name: string;
  created_at: string;
  updated_at: string;
}

export interface PurchaseItemRow {
  id: number;
  shipment_id: number;
  order_id: number;
  line_id: number;
  agent_id: number;
  qty: number;
  device_id: number | null;
  sn: string | null;
  status: string;
  returned_at: string | null;
  return_reason: string;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    unit_bill: UnitBillRow;
    unit_bill_payment: UnitBillPaymentRow;
    application: ApplicationRow;
    subscription: SubscriptionRow;
    application_activity: ApplicationActivityRow;
    subscription_order: SubscriptionOrderRow;
    unit_service: UnitServiceRow;
    annual_fee_call: AnnualFeeCallRow;
    agent_grade_proposal: AgentGradeProposalRow;
    device_goods: DeviceGoodsRow;
    purchase_order: PurchaseOrderRow;
    purchase_order_line: PurchaseOrderLineRow;
    purchase_shipment: PurchaseShipmentRow;
    purchase_item: PurchaseItemRow;
  }
}
