/** Rows of the gate domain's tables. */
import type { DoorDirection, Family } from './districts/district-words.ts';

export interface DistrictRow {
  organization_id: number;
  id: number;
  family: Family;
  kind: string;
  name: string;
  parent_id: number | null;
  restaurant_id: number | null;
  max_temp: number | null;
  sort: number;
  status: 'NORMAL' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
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
}

interface GateTables {
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
