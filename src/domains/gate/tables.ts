/** Rows of the gate domain's tables. */
import type { DoorDirection, Family, StaffAsk } from './districts/district-words.ts';

export interface DistrictRow {
  organization_id: number;
  id: number;
  family: Family;
  kind: string;
  name: string;
  parent_id: number | null;
  restaurant_id: number | null;
  max_temp: number | null;
  short_no: number | null;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
  passback: string;
  asks: StaffAsk[];
  asks_at: string | null;
}

export interface DoorRow {
  organization_id: number;
  device_id: number;
  district_id: number;
  direction: DoorDirection;
  created_at: string;
}

export interface PassEntryRow {
  organization_id: number;
  id: number;
  person_id: number;
  district_id: number;
  source: 'KITCHEN' | 'PERSONAL';
  from_at: string;
  to_at: string;
  grace_until: string | null;
  reason: string;
  withdrawn_at: string | null;
  withdrawn_why: string;
  version: number;
  created_at: string;
}

export interface PassVersionRow {
  organization_id: number;
  version: number;
}

export interface DoorRuleRow {
  organization_id: number;
  id: number;
  name: string;
  district_id: number;
  effect: string;
  direction: string;
  type_ids: number[];
  department_ids: number[];
  person_ids: number[];
  except_ids: number[];
  day_kinds: string[];
  from_date: string | null;
  to_date: string | null;
  from_time: string | null;
  to_time: string | null;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface PassageRow {
  organization_id: number;
  id: number;
  day: string;
  at: string;
  device_id: number;
  district_id: number;
  restaurant_id: number | null;
  person_id: number | null;
  department_id: number | null;
  type_id: number | null;
  card_no: string;
  direction: string;
  identify: string;
  verdict: string;
  reason: string;
  judged: string;
  judged_why: string;
  temp10: number | null;
  late: boolean;
  doubtful: boolean;
  list_version: number | null;
  epoch: number;
  no: number;
  received_at: string;
  seen_at: string | null;
  seen_name: string;
  picture: string;
  code_id: number | null;
  passback: boolean;
}

export interface EntranceKeyRow {
  organization_id: number;
  kid: number;
  public_key: string;
  secret: string;
  created_at: string;
  revoked_at: string | null;
}

export interface EntranceCodeRow {
  organization_id: number;
  id: number;
  kind: string;
  name: string;
  phone: string | null;
  host_id: number;
  person_id: number | null;
  district_ids: number[];
  from_at: string;
  to_at: string;
  max_use: number;
  used: number;
  online_only: boolean;
  reason: string;
  kid: number;
  code: string;
  status: string;
  voided_at: string | null;
  voided_name: string;
  void_reason: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
  version: number;
}

export interface ShiftRow {
  organization_id: number;
  id: number;
  name: string;
  in1: string;
  out1: string;
  in2: string | null;
  out2: string | null;
  in3: string | null;
  out3: string | null;
  grace_min: number;
  absent_min: number;
  before_min: number;
  after_min: number;
  district_ids: number[];
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ShiftPlanRow {
  organization_id: number;
  id: number;
  name: string;
  shift_id: number;
  type_ids: number[];
  department_ids: number[];
  person_ids: number[];
  except_ids: number[];
  day_kinds: string[];
  from_date: string;
  to_date: string | null;
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
  weekdays: number[];
  cycle_days: number | null;
  cycle_work: number | null;
}

export interface AttendanceRequestRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: string;
  from_date: string;
  to_date: string;
  half: string;
  punch_at: string | null;
  reason: string;
  status: string;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  version: number;
}

export interface AttendanceDayRow {
  organization_id: number;
  id: number;
  person_id: number;
  day: string;
  department_id: number | null;
  shift_id: number | null;
  shift_name: string;
  first_in: string | null;
  last_out: string | null;
  late_min: number;
  early_min: number;
  result: string;
  settled_at: string;
}

export interface AttendanceDueRow {
  organization_id: number;
  person_id: number;
  day: string;
}

export interface PassbackClearRow {
  organization_id: number;
  id: number;
  district_id: number;
  person_id: number | null;
  at: string;
  by_name: string;
}

interface GateTables {
  passback_clear: PassbackClearRow;
  shift: ShiftRow;
  shift_plan: ShiftPlanRow;
  attendance_request: AttendanceRequestRow;
  attendance_day: AttendanceDayRow;
  attendance_due: AttendanceDueRow;
  entrance_key: EntranceKeyRow;
  entrance_code: EntranceCodeRow;
  door_rule: DoorRuleRow;
  passage: PassageRow;
  district: DistrictRow;
  door: DoorRow;
  pass_entry: PassEntryRow;
  pass_version: PassVersionRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends GateTables {}
}
