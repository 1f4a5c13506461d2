/** Rows of the trace domain's tables. */
import type { CaseStatus } from './cases/case-words.ts';

export interface TraceCaseRow {
  organization_id: number;
  id: number;
  case_no: string;
  title: string;
  from_at: string;
  to_at: string;
  status: CaseStatus;
  sample_ids: number[];
  remark: string;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
  /** When its people lost their names, two years after it was closed. */
  nameless_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface TracePersonRow {
  organization_id: number;
  id: number;
  case_id: number;
  person_id: number | null;
  name: string;
  job_number: string;
  sick: boolean;
  onset_at: string | null;
  symptoms: string;
}

export interface TraceExposureRow {
  organization_id: number;
  case_id: number;
  trace_person_id: number;
  dish_key: string;
  ate: boolean;
  told_at: string;
  told_by: string;
}

export interface TracePackRow {
  organization_id: number;
  id: number;
  case_id: number;
  made_at: string;
  made_name: string;
  digest: string;
  content: string;
  nameless: boolean;
}

interface TraceTables {
  trace_case: TraceCaseRow;
  trace_person: TracePersonRow;
  trace_exposure: TraceExposureRow;
  trace_pack: TracePackRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends TraceTables {}
}
