/** Rows of the ordering domain's tables. */
import type { OrderPayTime, OrderStatus, PayTime, PickupWay } from './orders/order-words.ts';

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface OrderingRuleRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  mode: 'BY_DISH' | 'SET_MEAL' | 'HEAD_ONLY';
  restaurant_id: number;
  meal_period_ids: number[];
  type_ids: number[];
  day_kinds: string[];
  pickups: PickupWay[];
  open_days: number;
  cut_days: number;
  cut_time: string;
  cancel_days: number | null;
  cancel_time: string | null;
  by_workdays: boolean;
  once_per_meal: boolean;
  max_portions: number;
  price_fen: number | null;
  choose_count: number | null;
  choose_groups: { typeId: number; count: number }[];
  pay_time: PayTime;
  miss_percent: number;
  auto_confirm_min: number | null;
  allergy: 'NONE' | 'WARN' | 'REFUSE';
  swipe_takes: boolean;
  settle_minutes: number | null;
  slack_minutes: number | null;
  status: 'NORMAL' | 'DISABLED';
}

export interface OrderAreaRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  manager: string;
  phone: string;
  delivery_fee_fen: number;
  cutoff_time: string | null;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
}

export interface OrderAddressRow extends Stamps {
  organization_id: number;
  id: number;
  area_id: number;
  name: string;
  building: string;
  floor: string;
  room: string;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
}

export interface MealOrderRow {
  organization_id: number;
  id: number;
  order_no: string;
  person_id: number;
  department_id: number | null;
  restaurant_id: number | null;
  meal_period_id: number;
  dining_date: string;
  amount_fen: number;
  pickup_code: string | null;
  ordered_at: string;
  status: OrderStatus;
  rule_id: number | null;
  rule_name: string;
  miss_percent: number;
  menu_id: number | null;
  person_type_id: number;
  request_key: string | null;
  source: 'STAFF' | 'DINER' | 'DEVICE';
  once: boolean;
  pickup: PickupWay;
  address_id: number | null;
  portions: number;
  fee_fen: number;
  /** What a coupon took off the dishes. */
  coupon_fen: number;
  remark: string;
  allergy_note: string;
  pay_time: OrderPayTime;
  orderer_id: number;
  orderer_name: string;
  late_reason: string;
  revision: number;
  changing_at: string | null;
  paid_at: string | null;
  cancelled_at: string | null;
  handed_at: string | null;
  finished_at: string | null;
  hold_id: number | null;
  posting_id: number | null;
  booked_fen: number;
  counts: number;
  booked_counts: number;
  refunded_fen: number;
  money_no: number;
  note: string;
  version: number;
}

export interface MealOrderItemRow {
  organization_id: number;
  id: number;
  order_id: number;
  revision: number;
  restaurant_id: number;
  dining_date: string;
  meal_period_id: number;
  menu_item_id: number | null;
  dish_id: number | null;
  name: string;
  price_fen: number;
  qty: number;
  amount_fen: number;
  refunded_qty: number;
}

export interface MealOrderEventRow {
  organization_id: number;
  id: number;
  order_id: number;
  at: string;
  event: string;
  amount_fen: number | null;
  note: string;
  by_id: number;
  by_name: string;
}

export interface OrderPickupRow {
  organization_id: number;
  id: number;
  order_id: number | null;
  person_id: number | null;
  device_id: number;
  epoch: number;
  seq: number;
  restaurant_id: number;
  occurred_at: string;
  received_at: string;
  card_no: string;
  code: string;
  offline: boolean;
  state: 'TAKEN' | 'SUSPENSE' | 'VOID';
  reason: string;
  handled_name: string;
  version: number;
}

export interface OrderSettlementRow {
  organization_id: number;
  id: number;
  restaurant_id: number;
  dining_date: string;
  meal_period_id: number;
  state: 'WAITING' | 'SETTLED';
  waiting: string;
  settled_at: string | null;
}

export interface DinerAppRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  remark: string;
  secret: string;
  epoch: number;
  status: 'NORMAL' | 'DISABLED';
}

export interface DinerCodeRow {
  organization_id: number;
  app_id: number;
  person_id: number;
  code_hash: string;
  expires_at: string;
}

export interface DinerRequestRow {
  organization_id: number;
  signer_id: number;
  epoch: number;
  seq: number;
  at: string;
  answer: unknown;
}

interface OrderCodeKeyRow {
  organization_id: number;
  secret: string;
  created_at: string;
}

interface OrderingTables {
  ordering_rule: OrderingRuleRow;
  order_area: OrderAreaRow;
  order_address: OrderAddressRow;
  meal_order: MealOrderRow;
  meal_order_item: MealOrderItemRow;
  meal_order_event: MealOrderEventRow;
  order_pickup: OrderPickupRow;
  order_settlement: OrderSettlementRow;
  diner_app: DinerAppRow;
  diner_code: DinerCodeRow;
  diner_request: DinerRequestRow;
  order_code_key: OrderCodeKeyRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends OrderingTables {}
}
