/** Rows of the control domain's tables. */
import type { SheetItem, SheetKind } from './sheets/sheet-words.ts';

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface SafetyOfficerRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  kind: 'PRINCIPAL' | 'DIRECTOR' | 'OFFICER';
  phone: string;
  photo: string | null;
  cert_no: string;
  cert_end: string | null;
  train_hours: number;
  appoint_file: string | null;
  /** They agreed to be shown on the screens. */
  show_photo: boolean;
  status: 'NORMAL' | 'DISABLED';
}

export interface ControlSheetRow {
  organization_id: number;
  id: number;
  kind: SheetKind;
  period: string;
  status: 'DRAFT' | 'SIGNED' | 'REVISED';
  items: SheetItem[];
  list_id: number | null;
  corrects_id: number | null;
  reason: string;
  witness_name: string;
  saved_at: string;
  saved_by: number;
  saved_name: string;
  signed_at: string | null;
  signer_id: number | null;
  signer_name: string;
  digest: string | null;
  version: number;
}

export interface CheckListRow {
  organization_id: number;
  id: number;
  kind: SheetKind;
  from_date: string;
  items: { key: string; label: string }[];
  note: string;
  made_at: string;
  made_by: number;
  made_name: string;
}

export interface DutyPlanRow {
  organization_id: number;
  id: number;
  day: string;
  meal_period_id: number;
  restaurant_id: number;
  inspector_id: number;
  made_at: string;
  made_by: number;
  made_name: string;
  version: number;
}

export interface IssueRow {
  organization_id: number;
  id: number;
  source: 'SHEET' | 'RECORD' | 'INSPECTION' | 'MANUAL';
  source_id: number | null;
  restaurant_id: number | null;
  what: string;
  picture: string | null;
  owner_name: string;
  due_on: string;
  found_at: string;
  found_name: string;
  status: 'OPEN' | 'FIXING' | 'FIXED' | 'VERIFIED';
  fix_note: string;
  fix_picture: string | null;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  version: number;
}

export interface InspectorRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  kind: 'LEADER' | 'PARENT' | 'REGULATOR' | 'INTERNAL';
  unit: string;
  phone: string;
  photo: string | null;
  show_photo: boolean;
  status: 'NORMAL' | 'DISABLED';
}

export interface InspectionRow {
  organization_id: number;
  id: number;
  inspector_id: number;
  restaurant_id: number;
  day: string;
  meal_period_id: number | null;
  dishes: string;
  taste: string | null;
  warmth: string | null;
  hygiene: string | null;
  finding: string;
  picture: string | null;
  late: boolean;
  made_at: string;
  made_by: number;
  made_name: string;
}

export interface UnitInformationRow {
  organization_id: number;
  id: number;
  from_date: string;
  license_no: string;
  license_image: string | null;
  license_end: string;
  grade: 'A' | 'B' | 'C';
  head: string;
  supervisor: string;
  hotline: string;
  commitment: string;
  made_at: string;
  made_by: number;
  made_name: string;
}

interface ControlTables {
  safety_officer: SafetyOfficerRow;
  control_sheet: ControlSheetRow;
  check_list: CheckListRow;
  duty_plan: DutyPlanRow;
  issue: IssueRow;
  inspector: InspectorRow;
  inspection: InspectionRow;
  unit_information: UnitInformationRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends ControlTables {}
}
