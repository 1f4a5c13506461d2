/**
 * All tables by name. Each domain's `tables.ts` adds its own rows here by declaration merging, so that a list may
 * join a name from another domain and stay typed. Writing a table stays the right of its own domain.
 */
export interface Tables {
  system_log: SystemLogRow;
  command_request: CommandRequestRow;
  list_state: ListStateRow;
  saved_view: SavedViewRow;
  past_row: PastRow;
  row_version: RowVersionRow;
}

export interface SystemLogRow {
  id: number;
  at: string;
  account_id: number | null;
  actor: string;
  unit_type: string | null;
  unit_id: number | null;
  page: string;
  action: string;
  target_id: string | null;
  target_name: string | null;
  changes: unknown;
  ip: string | null;
  result: string;
}
export interface CommandRequestRow {
  account_id: number;
  request_key: string;
  answer: unknown;
  at: string;
}
export interface ListStateRow {
  account_id: number;
  page: string;
  state: unknown;
}
export interface SavedViewRow {
  id: number;
  account_id: number;
  unit_type: string | null;
  unit_id: number | null;
  page: string;
  name: string;
  shared: boolean;
  search: unknown;
  schedule: string | null;
  send_to: string;
  sent_on: string | null;
  employee_id: number | null;
}
export interface PastRow {
  organization_id: number;
  table_name: string;
  row_id: number;
  until: string;
  content: unknown;
}
export interface RowVersionRow {
  organization_id: number;
  id: number;
  table_name: string;
  row_id: number;
  valid_from: string;
  state: 'PLANNED' | 'IN_FORCE' | 'WITHDRAWN' | 'FAILED';
  content: unknown;
  words: string;
  error: string;
  made_at: string;
  made_by: number;
  made_name: string;
}
