/** Rows of the kitchen domain's tables. */
import type { Post, Result, StepKind } from './words.ts';

export interface CookUserRow {
  organization_id: number;
  id: number;
  person_id: number;
  restaurant_id: number;
  post: Post;
  onboard_at: string | null;
  status: 'NORMAL' | 'SUSPENDED' | 'LEFT';
  status_reason: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface HealthCertificateRow {
  organization_id: number;
  id: number;
  cook_user_id: number;
  no: string;
  issuer: string;
  issue_date: string;
  expire_date: string;
  image: string | null;
  status: 'PENDING' | 'CONFIRMED' | 'REJECTED';
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  created_at: string;
  version: number;
}

export interface CertificateNoticeRow {
  organization_id: number;
  certificate_id: number;
  days: number;
  told_at: string;
}

export interface ShiftTold {
  name: string;
  /** `HH:mm`; an end no later than the start lies on the next day. */
  start: string;
  end: string;
}

export interface KitchenSettingRow {
  organization_id: number;
  temp10_min: number;
  temp10_max: number;
  grace: boolean;
  shifts: ShiftTold[];
  updated_at: string;
  version: number;
}

export interface KitchenPermissionRow {
  organization_id: number;
  id: number;
  post: Post | null;
  cook_user_id: number | null;
  district_id: number;
  allowed: boolean;
  weekdays: number[];
  start_time: string;
  end_time: string;
  require_check: boolean;
}

export interface KitchenPermissionPastRow {
  organization_id: number;
  id: number;
  cells: unknown;
  note: string;
  saved_at: string;
  saved_by: number;
  saved_name: string;
}

export interface KitchenRosterRow {
  organization_id: number;
  id: number;
  cook_user_id: number;
  restaurant_id: number;
  day: string;
  name: string;
  start_at: string;
  end_at: string;
  leave: string | null;
  updated_at: string;
  updated_by: number;
  updated_name: string;
  version: number;
}

export interface MorningCheckRow {
  organization_id: number;
  id: number;
  cook_user_id: number;
  person_id: number;
  restaurant_id: number;
  roster_id: number | null;
  check_date: string;
  check_at: string;
  source: 'DEVICE' | 'MANUAL';
  device_id: number | null;
  temp10: number | null;
  hands: string[];
  symptoms: string[];
  dress_ok: boolean;
  cert_ok: boolean;
  face_photo: string | null;
  palm_photo: string | null;
  back_photo: string | null;
  result: Result;
  otherwise: Result;
  why: string[];
  told: string | null;
  recheck_of: number | null;
  reason: string;
  made_at: string;
  made_by: number | null;
  made_name: string;
}

export interface MorningCheckStepRow {
  organization_id: number;
  id: number;
  check_id: number;
  cook_user_id: number;
  kind: StepKind;
  note: string;
  proof: string | null;
  at: string;
  by_id: number;
  by_name: string;
}

export interface OperateRecordRow {
  organization_id: number;
  id: number;
  kind: 'DISINFECT' | 'PESTICIDE_TEST' | 'WASTE' | 'ADDITIVE';
  restaurant_id: number;
  cook_user_id: number | null;
  business_date: string;
  at: string;
  meal_period_id: number | null;
  object: string;
  way: string;
  ppm: number | null;
  celsius: number | null;
  minutes: number | null;
  batch: string;
  value: string;
  passed: boolean | null;
  grams: number | null;
  collector: string;
  dish: string;
  picture: string | null;
  remark: string;
  corrects_id: number | null;
  made_at: string;
  made_by: number;
  made_name: string;
}

export interface TrainingRow {
  organization_id: number;
  id: number;
  title: string;
  held_on: string;
  hours: number;
  trainer: string;
  content: string;
  picture: string | null;
  corrects_id: number | null;
  made_at: string;
  made_by: number;
  made_name: string;
}

export interface TrainingPersonRow {
  organization_id: number;
  training_id: number;
  person_id: number;
  score: number | null;
}

interface KitchenTables {
  cook_user: CookUserRow;
  health_certificate: HealthCertificateRow;
  certificate_notice: CertificateNoticeRow;
  kitchen_setting: KitchenSettingRow;
  kitchen_permission: KitchenPermissionRow;
  kitchen_permission_past: KitchenPermissionPastRow;
  kitchen_roster: KitchenRosterRow;
  morning_check: MorningCheckRow;
  morning_check_step: MorningCheckStepRow;
  operate_record: OperateRecordRow;
  training: TrainingRow;
  training_person: TrainingPersonRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends KitchenTables {}
}
