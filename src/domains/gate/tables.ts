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

interface GateTables {
  district: DistrictRow;
  door: DoorRow;
  pass_entry: PassEntryRow;
  pass_version: PassVersionRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends GateTables {}
}
