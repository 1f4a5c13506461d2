/** Rows of the alerts domain's tables. */

export interface AlertRow {
  organization_id: number;
  id: number;
  kind: string;
  level: string;
  object_key: string;
  object_name: string;
  restaurant_id: number | null;
  detail: string;
  open_path: string | null;
  open_search: unknown;
  status: string;
  day: string;
  first_at: string;
  last_at: string;
  raised_at: string;
  count: number;
  recurring: boolean;
  late: boolean;
  stage: number;
  owner_id: number | null;
  owner_name: string;
  taken_at: string | null;
  ended_at: string | null;
  note: string;
  ignore_until: string | null;
  note_due: boolean;
  version: number;
}

export interface AlertStepRow {
  organization_id: number;
  id: number;
  alert_id: number;
  at: string;
  event: string;
  by_name: string;
  note: string;
}

export interface AlertReceiverRow {
  organization_id: number;
  id: number;
  employee_id: number;
  post: string;
  min_level: string;
  kinds: string[];
  restaurant_ids: number[];
  status: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface AlertRobotRow {
  organization_id: number;
  id: number;
  name: string;
  kind: string;
  url: string;
  secret: string;
  min_level: string;
  status: string;
  last_at: string | null;
  last_ok: boolean | null;
  last_error: string;
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface AlertPostRow {
  organization_id: number;
  id: number;
  robot_id: number;
  alert_id: number;
  text: string;
  status: string;
  not_before: string;
  tries: number;
  error: string;
  created_at: string;
  done_at: string | null;
}

interface AlertTables {
  alert: AlertRow;
  alert_step: AlertStepRow;
  alert_receiver: AlertReceiverRow;
  alert_robot: AlertRobotRow;
  alert_post: AlertPostRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends AlertTables {}
}
