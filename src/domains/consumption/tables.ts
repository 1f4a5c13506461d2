/** Rows of the consumption domain's tables. */

export interface FixedValueRuleRow {
  organization_id: number;
  id: number;
  meal_period_id: number;
  type_id: number | null;
  deploy_site_id: number | null;
  restaurant_id: number | null;
  first_price_fen: number;
  second_price_fen: number | null;
  later_price_fen: number | null;
  max_times: number | null;
  date_type: string;
  start_date: string | null;
  end_date: string | null;
  priority: number;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface CalendarDayRow {
  organization_id: number;
  day: string;
  kind: string;
  note: string;
}

export interface OfflineTradeRow {
  organization_id: number;
  id: number;
  device_id: number;
  epoch: number;
  seq: number;
  person_id: number | null;
  card_no: string;
  mode: string;
  amount_fen: number | null;
  record: unknown;
  occurred_at: string;
  received_at: string;
  state: string;
  reason_code: string;
  reason: string;
  trade_id: number | null;
  settled_at: string | null;
  settled_by: number | null;
}

export interface ConsumptionTables {
  fixed_value_rule: FixedValueRuleRow;
  calendar_day: CalendarDayRow;
  offline_trade: OfflineTradeRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends ConsumptionTables {}
}
