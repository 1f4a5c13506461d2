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

export interface PeopleTables {
  person_type: PersonTypeRow;
  department: DepartmentRow;
  person: PersonRow;
  job_number: JobNumberRow;
  card: CardRow;
  card_list_version: CardListVersionRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends PeopleTables {}
}
