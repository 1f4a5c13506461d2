/** Row types of the people domain. */

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface PersonTypeRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  price_class: string | null;
  day_limit_amount_fen: number | null;
  day_limit_count: number | null;
  single_limit_fen: number | null;
  must_order: boolean;
  allow_overdraft: boolean;
  overdraft_limit_fen: number;
  accounts: string[];
  valid_days: number | null;
  is_default: boolean;
  status: string;
}

export interface DepartmentRow extends Stamps {
  organization_id: number;
  id: number;
  parent_id: number | null;
  above: number[];
  name: string;
  code: string | null;
  kind: string;
  leader_id: number | null;
  sort: number;
  /** A person of the import that made it; null where it was made by hand. */
  imported_with: number | null;
}

export interface PersonRow extends Stamps {
  organization_id: number;
  id: number;
  person_no: string;
  job_number: string | null;
  name: string;
  gender: string | null;
  birthday: string | null;
  phone: string | null;
  id_no: string | null;
  department_id: number | null;
  type_id: number;
  photo_url: string | null;
  guardian_name: string | null;
  guardian_phone: string | null;
  allergens: string[];
  diet_taboo: string | null;
  boarder: boolean;
  valid_end: string | null;
  status: string;
  closed_at: string | null;
}

export interface JobNumberRow extends Stamps {
  organization_id: number;
  id: number;
  job_number: string;
  name: string | null;
  department_id: number | null;
  person_id: number | null;
  status: string;
}

export interface CardRow extends Stamps {
  organization_id: number;
  id: number;
  card_no: string;
  physical_no: string | null;
  person_id: number | null;
  kind: string;
  seq: number;
  deposit_fen: number;
  fee_fen: number;
  issued_at: string | null;
  valid_end: string | null;
  loss_at: string | null;
  replaced_by_id: number | null;
  status: string;
  list_version: number;
}

export interface CardListVersionRow {
  organization_id: number;
  version: number;
  last_person_no: number;
}

export interface PersonTypeSiteRow {
  organization_id: number;
  type_id: number;
  deploy_site_ids: number[];
  updated_at: string;
  updated_by: number | null;
  version: number;
}

export interface PersonTypeMealRow extends Stamps {
  organization_id: number;
  id: number;
  type_id: number;
  meal_period_id: number;
  allowed: boolean;
  times: number | null;
  single_limit_fen: number | null;
}

export interface WeekendDinerRow extends Stamps {
  organization_id: number;
  id: number;
  person_id: number;
  rule_type: string;
  start_date: string | null;
  end_date: string | null;
  meal_period_ids: number[];
  reason: string | null;
}

export interface PeopleSettingRow {
  organization_id: number;
  weekend_list_required: boolean;
  boarders_registered: boolean;
  /** °C as decimal text, `37.3`. */
  fever_from: string;
  updated_at: string;
  updated_by: number | null;
}

export interface PersonBindingRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: string;
  card_no: string | null;
  openid: string | null;
  app_id: number | null;
  nickname: string | null;
  phone: string | null;
  relation: string;
  bound_at: string;
  unbound_at: string | null;
  unbound_name: string | null;
  unbind_reason: string | null;
  status: string;
}

export interface TemperatureRecordRow extends Stamps {
  organization_id: number;
  id: number;
  person_id: number;
  at: string;
  /** °C as decimal text, `36.5`. */
  temperature: string;
  device_id: number | null;
  source: string;
  abnormal: boolean;
  handle: string | null;
  handled_at: string | null;
  handled_name: string | null;
}

export interface CardRepairRequestRow extends Stamps {
  organization_id: number;
  id: number;
  person_id: number;
  old_card_id: number;
  reason: string;
  source: string;
  remark: string | null;
  fee_fen: number;
  pay_by: string;
  applied_at: string;
  applied_name: string;
  new_card_id: number | null;
  operator_id: number | null;
  operator_name: string | null;
  accepted_at: string | null;
  made_at: string | null;
  delivered_at: string | null;
  receiver: string | null;
  closed_reason: string | null;
  status: string;
}

export interface FaceInfoRow {
  organization_id: number;
  id: number;
  person_id: number;
  image_key: string | null;
  feature_version: number;
  quality: number | null;
  reject_reason: string | null;
  source: string | null;
  consent_at: string | null;
  consent_by: string | null;
  consent_name: string | null;
  recorded_by: number | null;
  withdrawn_at: string | null;
  withdraw_reason: string | null;
  delete_due_at: string | null;
  deleted_at: string | null;
  status: string;
  updated_at: string;
  version: number;
  purposes: string[];
  self_asked_on: string | null;
  /** The number of the notice asked about again, and the last day to answer on. */
  asked_notice: number | null;
  answer_due_on: string | null;
  paused_at: string | null;
}

export interface PrivacyNoticeRow {
  organization_id: number;
  id: number;
  notice_no: number;
  body: string;
  purposes: string[];
  digest: string;
  published_at: string;
  published_name: string;
  /** Set where those who agreed before are asked again: days to answer within. */
  answer_days: number | null;
}

export interface FaceConsentRow {
  organization_id: number;
  id: number;
  person_id: number;
  kind: string;
  purposes: string[];
  notice_no: number | null;
  by_whom: string | null;
  by_name: string;
  note: string;
  at: string;
  recorded_at: string;
  recorded_by: number | null;
  recorded_name: string;
  file: string | null;
}

export interface DeviceFaceInventoryRow {
  organization_id: number;
  device_id: number;
  face_count: number;
  face_digest: string;
  at: string;
  checked_at: string;
  expected_count: number;
  differs_since: string | null;
  listed_at: string | null;
  unknown_count: number;
  missing_count: number;
}

export interface FaceFilingRow {
  organization_id: number;
  id: number;
  reached_on: string;
  stored_count: number;
  due_on: string;
  filing_no: string;
  office: string;
  filed_on: string | null;
  file: string | null;
  recorded_by: number | null;
  recorded_name: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface DevicePushRow {
  organization_id: number;
  id: number;
  batch_no: string;
  target_type: string;
  target_id: number;
  device_id: number;
  action: string;
  target_version: number;
  status: string;
  retry: number;
  error_code: string | null;
  error_msg: string | null;
  created_at: string;
  created_by: number | null;
  created_name: string;
  sent_at: string | null;
  done_at: string | null;
  proof: string | null;
  proof_digest: string | null;
  proof_signature: string | null;
}

export interface PeopleTables {
  privacy_notice: PrivacyNoticeRow;
  face_consent: FaceConsentRow;
  device_face_inventory: DeviceFaceInventoryRow;
  person_type: PersonTypeRow;
  department: DepartmentRow;
  person: PersonRow;
  job_number: JobNumberRow;
  card: CardRow;
  card_list_version: CardListVersionRow;
  person_type_site: PersonTypeSiteRow;
  person_type_meal: PersonTypeMealRow;
  weekend_diner: WeekendDinerRow;
  people_setting: PeopleSettingRow;
  person_binding: PersonBindingRow;
  temperature_record: TemperatureRecordRow;
  card_repair_request: CardRepairRequestRow;
  face_info: FaceInfoRow;
  face_filing: FaceFilingRow;
  device_push: DevicePushRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends PeopleTables {}
}
