/** Rows of the tenancy domain's tables. */

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface RegionRow extends Stamps {
  id: number;
  code: string;
  parent_id: number | null;
  level: number;
  name: string;
  full_name: string;
  lng: string | null;
  lat: string | null;
  sort: number;
  status: string;
}

export interface AgentGradeRow extends Stamps {
  id: number;
  name: string;
  discount: number;
  commission_ratio: number;
  annual_quota_fen: number;
  rights: string;
}

export interface AgentRow extends Stamps {
  id: number;
  name: string;
  grade_id: number;
  region_id: number | null;
  contact: string;
  phone: string;
  license_no: string | null;
  contract_start: string | null;
  contract_end: string | null;
  status: string;
}

export interface ContractorRow extends Stamps {
  id: number;
  name: string;
  short_name: string | null;
  agent_id: number | null;
  license_no: string | null;
  food_license_no: string | null;
  food_license_end: string | null;
  contact: string;
  phone: string;
  region_id: number | null;
  settle_cycle: string;
  fee_rate: number;
  merchant_no: string | null;
  expire_at: string | null;
  status: string;
}

export interface OrganizationRow extends Stamps {
  id: number;
  name: string;
  kind: string;
  agent_id: number | null;
  region_id: number | null;
  address: string | null;
  contact: string;
  phone: string;
  food_license_no: string | null;
  food_license_end: string | null;
  expire_at: string | null;
  status: string;
}

interface MealColumns extends Stamps {
  id: number;
  name: string;
  start_time: string;
  end_time: string;
  times: number | null;
  color: string;
  sort: number;
  status: string;
}

export interface MealPeriodRow extends MealColumns {
  organization_id: number;
}

export interface ContractorMealRow extends MealColumns {
  contractor_id: number;
}

export interface RestaurantRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  kind: string;
  contractor_id: number | null;
  seat_count: number | null;
  manager: string | null;
  phone: string | null;
  address: string | null;
  meal_period_ids: number[];
  consume_mode: string;
  status: string;
}

export interface DeploySiteRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  kind: string;
  restaurant_id: number | null;
  address: string | null;
  status: string;
}

export interface ContractSiteRow extends Stamps {
  organization_id: number;
  id: number;
  contractor_id: number;
  restaurant_ids: number[];
  start_date: string;
  end_date: string;
  share_ratio: number;
  manage_fee_fen: number;
  deposit_amount_fen: number;
  settle_cycle: string;
  bear_correction: string;
  attachment: string | null;
  accounts_visible: string;
  count_price_fen: number;
  split_mode: string;
  status: string;
  ended_reason: string | null;
}

/** Who served a restaurant from which day to which, both included. */
export interface ContractRestaurantRow {
  organization_id: number;
  id: number;
  contract_id: number;
  restaurant_id: number;
  contractor_id: number;
  from_date: string;
  to_date: string;
}

export interface ContractorNoticeRow extends Stamps {
  contractor_id: number;
  id: number;
  title: string;
  content: string;
  organization_ids: number[];
  expire_on: string | null;
  publish_at: string | null;
  status: string;
  maker_id: number | null;
  maker_name: string;
}

/** Whom a notice was told. */
export interface ContractorNoticeUnitRow {
  organization_id: number;
  notice_id: number;
  contractor_id: number;
  first_read_at: string | null;
  readers: number;
  told_at: string;
}

export interface ContractorNoticeReadRow {
  organization_id: number;
  notice_id: number;
  account_id: number;
  contractor_id: number;
  reader_name: string;
  read_at: string;
}

export interface TenancyTables {
  contractor_notice: ContractorNoticeRow;
  contractor_notice_unit: ContractorNoticeUnitRow;
  contractor_notice_read: ContractorNoticeReadRow;
  region: RegionRow;
  agent_grade: AgentGradeRow;
  agent: AgentRow;
  contractor: ContractorRow;
  organization: OrganizationRow;
  meal_period: MealPeriodRow;
  contractor_meal: ContractorMealRow;
  restaurant: RestaurantRow;
  deploy_site: DeploySiteRow;
  contract_site: ContractSiteRow;
  contract_restaurant: ContractRestaurantRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends TenancyTables {}
}
