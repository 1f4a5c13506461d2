/** Rows of the headcount domain's tables. */
import type { AbsenceKind } from './absences/absence-words.ts';
import type { GuestStatus } from './guests/guest-flow.ts';
import type { ListKind } from './lists/list-words.ts';
import type { NoticeKind, NoticeStage } from './notices/notice-words.ts';
import type { PayrollStatus } from './payroll/payroll-flow.ts';
import type { Fate } from './settle/decide-month.ts';

export interface MealCutOffRow {
  organization_id: number;
  id: number;
  meal_period_id: number;
  open_days: number;
  cut_days: number;
  cut_time: string;
  cancel_days: number | null;
  cancel_time: string | null;
  by_workdays: boolean;
  settle_minutes: number;
  slack_minutes: number;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface MealRuleRow {
  organization_id: number;
  id: number;
  name: string;
  mode: 'OPT_IN' | 'OPT_OUT' | 'CALENDAR' | 'DEPT';
  type_ids: number[];
  meal_period_ids: number[];
  day_kinds: string[];
  restaurant_id: number;
  max_portions: number;
  on_miss: 'NONE' | 'WARN' | 'CHARGE';
  price_fen: number | null;
  free_per_month: number;
  steps: { from: number; percent: number }[];
  day_cap_fen: number | null;
  month_cap_fen: number | null;
  subsidy_pays: boolean;
  reported_fen: number | null;
  walk_in_fen: number | null;
  walk_in: boolean;
  wait_then: 'KEEP' | 'PAYROLL' | 'WAIVE';
  stop_after: number | null;
  stop_days: number | null;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface MealReportRow {
  organization_id: number;
  id: number;
  dining_date: string;
  meal_period_id: number;
  person_id: number;
  department_id: number | null;
  person_type_id: number;
  restaurant_id: number;
  rule_id: number;
  portions: number;
  status: 'REPORTED' | 'CANCELLED';
  source: 'MANUAL' | 'IMPORT' | 'AUTO' | 'SELF' | 'DEVICE';
  reported_at: string;
  reported_by: number;
  reported_name: string;
  late: boolean;
  late_reason: string;
  fate: Fate | '';
  final: boolean;
  fate_reason: string;
  eaten_at: string | null;
  nth: number;
  charge_fen: number;
  charged_fen: number;
  charge_no: number;
  charge_posting_id: number | null;
  charge_wait: string;
  waived_by: number | null;
  waived_name: string;
  waived_reason: string;
  waived_meal: boolean;
  swap_id: number | null;
  version: number;
  due: boolean;
  unclear: boolean;
}

export interface MealReportEventRow {
  organization_id: number;
  id: number;
  report_id: number;
  at: string;
  event: 'REPORT' | 'CHANGE' | 'CANCEL' | 'FATE' | 'CHARGE' | 'UNDO' | 'WAIVE' | 'UNWAIVE';
  portions: number | null;
  amount_fen: number | null;
  note: string;
  by_id: number;
  by_name: string;
  restaurant_id: number | null;
}

export interface MealSettlementRow {
  organization_id: number;
  id: number;
  dining_date: string;
  meal_period_id: number;
  state: 'CLOSED' | 'PROVISIONAL' | 'SETTLED';
  closed_at: string;
  reported_count: number;
  settled_at: string | null;
  forced_by: number | null;
  forced_name: string;
  forced_reason: string;
  waiting: string;
  heard: string;
  runs: number;
}

export interface RollupMealRow {
  organization_id: number;
  dining_date: string;
  meal_period_id: number;
  restaurant_id: number;
  department_id: number;
  person_type_id: number;
  lane: number;
  portions: number;
}

export interface MealDigestRow {
  organization_id: number;
  covered_to: string;
  covered_until: string;
  seen_at: string;
  costs_seen_at: string | null;
}

export interface RollupCostMonthRow {
  organization_id: number;
  month: string;
  person_id: number;
  meal_period_id: number;
  restaurant_id: number;
  department_id: number;
  times: number;
  subsidy_fen: number;
  personal_fen: number;
  payroll_fen: number;
  unit_fen: number;
}

export interface RollupDinerMonthRow {
  organization_id: number;
  month: string;
  person_id: number;
  meal_period_id: number;
  restaurant_id: number;
  department_id: number;
  times: number;
  portions: number;
  cancelled_times: number;
  eaten_times: number;
  missed_times: number;
  unclear_times: number;
  waiting_times: number;
  waived_times: number;
  charged_times: number;
  charge_fen: number;
  charged_fen: number;
  heads: number;
  reported_heads: number;
  counted_heads: number;
  unreported_heads: number;
  guest_heads: number;
  restaurant_heads: number;
  reported_restaurant_heads: number;
  counted_restaurant_heads: number;
  unreported_restaurant_heads: number;
  guest_restaurant_heads: number;
}

export interface RollupDinerDayRow {
  organization_id: number;
  dining_date: string;
  meal_period_id: number;
  restaurant_id: number;
  department_id: number;
  reported_portions: number;
  cancelled_portions: number;
  eaten_portions: number;
  missed_portions: number;
  unclear_portions: number;
  waiting_portions: number;
  pending_heads: number;
  reported_heads: number;
  counted_heads: number;
  unreported_heads: number;
  guest_heads: number;
  reported_restaurant_heads: number;
  counted_restaurant_heads: number;
  unreported_restaurant_heads: number;
  guest_restaurant_heads: number;
}

export interface MealForecastRow {
  organization_id: number;
  id: number;
  dining_date: string;
  meal_period_id: number;
  reported: number;
  portions: number | null;
  naive: number | null;
  told: 'HABIT' | 'NAIVE' | 'NONE';
  low: number | null;
  high: number | null;
  made_at: string;
  frozen: boolean;
  guests: number;
  note: string;
}

export interface MealForecastPlaceRow {
  organization_id: number;
  dining_date: string;
  meal_period_id: number;
  restaurant_id: number;
  portions: number;
  naive: number | null;
  told: 'SHARE' | 'NAIVE';
  made_at: string;
  frozen: boolean;
}

export interface MealAbsenceRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: AbsenceKind;
  from_date: string;
  to_date: string;
  meal_period_ids: number[];
  reason: string;
  made_at: string;
  made_by: number;
  made_name: string;
  late_reason: string;
  status: 'NORMAL' | 'REVOKED';
  ended_at: string | null;
  ended_name: string;
  version: number;
}

export interface MealListRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: ListKind;
  from_date: string;
  to_date: string | null;
  reason: string;
  made_at: string;
  made_by: number;
  made_name: string;
  status: 'NORMAL' | 'REVOKED';
  ended_at: string | null;
  ended_name: string;
  ended_reason: string;
  rule_id: number | null;
  version: number;
}

export interface GuestMealRow {
  organization_id: number;
  id: number;
  guest_no: string;
  department_id: number;
  restaurant_id: number;
  dining_date: string;
  meal_period_id: number;
  heads: number;
  standard_fen: number;
  host: string;
  purpose: string;
  menu_note: string;
  status: GuestStatus;
  late: boolean;
  late_reason: string;
  eaten_heads: number | null;
  served_at: string | null;
  served_by: number | null;
  served_name: string;
  served_note: string;
  code: string | null;
  served_key: string | null;
  charged_fen: number;
  charge_no: number;
  posting_id: number | null;
  charge_wait: string;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  version: number;
}

export interface PayrollRunRow {
  organization_id: number;
  id: number;
  run_no: string;
  from_date: string;
  until_date: string;
  person_count: number;
  total_fen: number;
  status: PayrollStatus;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  exported_at: string | null;
  exported_name: string;
  created_at: string;
  version: number;
}

export interface PayrollLineRow {
  organization_id: number;
  id: number;
  run_id: number;
  person_id: number;
  payroll_fen: number;
  earlier_fen: number;
  amount_fen: number;
}

export interface SchoolTermRow {
  organization_id: number;
  id: number;
  name: string;
  from_date: string;
  to_date: string;
  department_ids: number[];
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface MealHabitRow {
  organization_id: number;
  id: number;
  person_id: number;
  weekdays: string[];
  meal_period_ids: number[];
  from_date: string;
  to_date: string | null;
  made_at: string;
  made_by: number;
  made_name: string;
  status: 'NORMAL' | 'REVOKED';
  ended_at: string | null;
  ended_name: string;
  version: number;
}

export interface MealCountRow {
  organization_id: number;
  id: number;
  dining_date: string;
  meal_period_id: number;
  department_id: number;
  restaurant_id: number;
  rule_id: number;
  portions: number;
  status: 'REPORTED' | 'CANCELLED';
  note: string;
  reported_at: string;
  reported_by: number;
  reported_name: string;
  late: boolean;
  late_reason: string;
  came_heads: number | null;
  final: boolean;
  version: number;
}

export interface MealNoticeRow {
  organization_id: number;
  id: number;
  kind: NoticeKind;
  stage: NoticeStage | '';
  dining_date: string;
  meal_period_id: number;
  restaurant_id: number;
  person_id: number;
  content: string;
  at: string;
  read_at: string | null;
}

interface HeadcountTables {
  meal_notice: MealNoticeRow;
  meal_count: MealCountRow;
  meal_habit: MealHabitRow;
  school_term: SchoolTermRow;
  payroll_run: PayrollRunRow;
  payroll_line: PayrollLineRow;
  guest_meal: GuestMealRow;
  meal_list: MealListRow;
  meal_absence: MealAbsenceRow;
  meal_digest: MealDigestRow;
  rollup_cost_month: RollupCostMonthRow;
  rollup_diner_month: RollupDinerMonthRow;
  rollup_diner_day: RollupDinerDayRow;
  meal_cut_off: MealCutOffRow;
  meal_rule: MealRuleRow;
  meal_report: MealReportRow;
  meal_report_event: MealReportEventRow;
  meal_settlement: MealSettlementRow;
  meal_forecast: MealForecastRow;
  meal_forecast_place: MealForecastPlaceRow;
  rollup_meal: RollupMealRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends HeadcountTables {}
}
