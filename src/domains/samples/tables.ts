/** Rows of the samples domain's tables. */
import type { ColumnType } from 'kysely';
import type { AlarmMemory } from './cabinets/decide-alarms.ts';
import type { RemoveReason, SampleQuality, SampleSource, SampleStatus } from './desk/sample-words.ts';
import type { CanteenKind } from './rules/canteen-kinds.ts';
import type { SnapshotEvent } from './snapshots/snapshot-words.ts';

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SafetySettingRow {
  organization_id: number;
  canteen_kind: CanteenKind;
  updated_at: string;
  version: number;
}

export interface SampleRuleRow extends Stamps {
  organization_id: number;
  id: number;
  meal_period_id: number | null;
  dish_type_id: number | null;
  needs: 'KIND' | 'ALWAYS' | 'NEVER';
  min_grams: number;
  retain_hours: number;
  before_minutes: number;
  after_minutes: number;
  temp_min: number;
  temp_max: number;
  status: string;
}

export interface SampleLinkRow extends Stamps {
  organization_id: number;
  id: number;
  restaurant_id: number;
  meal_period_ids: number[];
  dish_type_ids: number[];
  cabinet_id: number;
  scale_id: number | null;
  status: string;
}

export interface SnapshotRow {
  organization_id: number;
  id: number;
  device_id: number;
  kind: 'PICTURE' | 'CLIP';
  at: string;
  event: SnapshotEvent;
  event_no: number | null;
  person_id: number | null;
  sample_id: number | null;
  restaurant_id: number | null;
  file: string;
  bytes: number;
  keep_until: string;
  kept_by: string;
  kept_why: string;
  created_at: string;
}

export interface SampleRow {
  organization_id: number;
  id: number;
  sample_no: string;
  dining_date: string;
  meal_period_id: number;
  restaurant_id: number;
  menu_item_id: number | null;
  dish_id: number | null;
  dish_type_id: number | null;
  dish_name: string;
  batch: number;
  min_grams: number;
  retain_hours: number;
  window_from: string;
  window_to: string;
  status: SampleStatus;
  sealed_from: 'SAMPLED' | 'RETAINING' | null;
  grams: number | null;
  quality: SampleQuality | null;
  weigh_reason: string;
  sampled_at: string | null;
  sampler_id: number | null;
  sampler_name: string;
  source: SampleSource;
  photo: string | null;
  device_id: number | null;
  cell: string | null;
  put_at: string | null;
  due_at: string | null;
  removed_at: string | null;
  remover_id: number | null;
  remover_name: string;
  witness_name: string;
  remove_reason: RemoveReason | null;
  early: boolean;
  exempt_reason: string;
  exempt_by: 'MENU' | 'HAND' | null;
  temp_out: boolean;
  temp_max10: number | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SampleStepRow {
  organization_id: number;
  id: number;
  sample_id: number;
  restaurant_id: number;
  action: string;
  at: string;
  told_at: string;
  by_id: number | null;
  by_name: string;
  witness_name: string;
  from_status: string;
  to_status: string;
  grams: number | null;
  device_id: number | null;
  cell: string | null;
  detail: string;
  photo: string | null;
  corrects_id: number | null;
  digest: string | null;
}

export interface SampleSignRow {
  organization_id: number;
  id: number;
  dining_date: string;
  restaurant_id: number;
  signed_at: string;
  signer_id: number;
  signer_name: string;
  digest: string;
  content: ColumnType<unknown, string, never>;
}

export interface CabinetStateRow {
  organization_id: number;
  device_id: number;
  cell_rows: number;
  cell_columns: number;
  temp_min10: number;
  temp_max10: number;
  offset10: number;
  offset_date: string | null;
  offset_proof: string;
  read_at: string | null;
  temp10: number | null;
  humidity: number | null;
  door_open: boolean | null;
  memory: ColumnType<AlarmMemory, string | undefined, string>;
  differing: number;
  updated_at: string;
  version: number;
}

export interface ReadingHourRow {
  organization_id: number;
  device_id: number;
  sensor: number;
  hour: string;
  /** Sixty minutes. */
  temp: (number | null)[];
  humidity: number | null;
  /** Sixty bits as text. */
  door: string;
  n: number;
  min10: number;
  max10: number;
  sum10: number;
  out_minutes: number;
}

export interface ReadingDayRow {
  organization_id: number;
  device_id: number;
  sensor: number;
  day: string;
  ok_minutes: number;
  out_minutes: number;
  n: number;
  min10: number;
  max10: number;
  sum10: number;
  door_minutes: number;
  longest_out: number;
}

export interface CabinetAlarmRow {
  organization_id: number;
  id: number;
  device_id: number;
  kind: 'TEMP' | 'DOOR' | 'SILENT';
  level: 'INFO' | 'WARN' | 'CRITICAL';
  began_at: string;
  ended_at: string | null;
  worst10: number | null;
  told_late: boolean;
  samples: number;
  opened_at: string;
}

export interface CabinetOpenRow {
  organization_id: number;
  id: number;
  device_id: number;
  opened_at: string;
  closed_at: string | null;
  way: 'FACE' | 'CARD' | 'CODE' | 'KEY' | 'REMOTE' | 'UNKNOWN';
  person_id: number | null;
  person_name: string;
  reason: string;
  alarm: boolean;
  illegal: boolean;
}

interface SampleTables {
  safety_setting: SafetySettingRow;
  sample_rule: SampleRuleRow;
  sample_link: SampleLinkRow;
  sample: SampleRow;
  snapshot: SnapshotRow;
  sample_step: SampleStepRow;
  sample_sign: SampleSignRow;
  cabinet_state: CabinetStateRow;
  reading_hour: ReadingHourRow;
  reading_day: ReadingDayRow;
  cabinet_alarm: CabinetAlarmRow;
  cabinet_open: CabinetOpenRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends SampleTables {}
}
