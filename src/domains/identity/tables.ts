/** Rows of identity's tables. */
import type { UnitType } from '../../kit/define/page.ts';

export type Status = 'NORMAL' | 'DISABLED';
/** INVITED and DECLINED: asked, with no access before the answer is yes. */
export type MemberStatus = Status | 'INVITED' | 'DECLINED';
export type DataScope = 'ALL' | 'DEPARTMENT' | 'RESTAURANT' | 'SELF';
export type MenuArea = UnitType | 'SYSTEM';
export type LoginResult = 'OK' | 'BAD_PASSWORD' | 'BAD_CODE' | 'LOCKED' | 'DISABLED';
export type EndReason = 'LOGOUT' | 'REVOKED' | 'PASSWORD' | 'SWITCHED' | 'DISABLED';

export interface AccountRow {
  id: number;
  login_name: string;
  name: string;
  phone: string | null;
  password_hash: string;
  former_password_hash: string | null;
  must_change_password: boolean;
  belong_type: UnitType | null;
  belong_id: number | null;
  avatar: string | null;
  totp_secret: string | null;
  totp_pending: string | null;
  totp_last_step: number;
  status: Status;
  last_employee_id: number | null;
  last_login_at: string | null;
  last_login_ip: string | null;
  created_at: string;
  created_by: number;
  updated_at: string;
  version: number;
}

export interface RoleRow {
  id: number;
  name: string;
  unit_type: UnitType;
  unit_id: number | null;
  grants: string[];
  data_scope: DataScope;
  is_owner: boolean;
  is_template: boolean;
  /** The template it was taken from. */
  template_id: number | null;
  /** What its template, or of a template the ready-made role, has offered it so far. */
  offered_grants: string[];
  remark: string | null;
  status: Status;
  created_at: string;
  created_by: number;
  updated_at: string;
  version: number;
}

export interface EmployeeRow {
  id: number;
  account_id: number;
  unit_type: UnitType;
  unit_id: number;
  role_ids: number[];
  restaurant_ids: number[];
  department_ids: number[];
  cash_drawer: boolean;
  job_title: string | null;
  hired_at: string | null;
  left_at: string | null;
  status: MemberStatus;
  invited_by: string | null;
  invited_until: string | null;
  created_at: string;
  created_by: number;
  updated_at: string;
  version: number;
}

export interface AdminSessionRow {
  id: number;
  token_hash: string;
  former_hash: string | null;
  former_until: string | null;
  account_id: number;
  employee_id: number | null;
  issued_at: string;
  rotated_at: string;
  last_seen_at: string;
  expires_at: string;
  ip: string;
  user_agent: string | null;
  ended_at: string | null;
  end_reason: EndReason | null;
}

export interface LoginLogRow {
  id: number;
  at: string;
  account_id: number | null;
  login_name: string;
  ip: string;
  result: LoginResult;
  user_agent: string | null;
}

export interface SignInGuardRow {
  key: string;
  login_name: string | null;
  fail_count: number;
  last_try_at: string;
  locked_until: string | null;
}

export interface KnownDeviceRow {
  account_id: number;
  device_hash: string;
  first_at: string;
  last_at: string;
}

export interface MenuRow {
  id: number;
  unit_type: MenuArea;
  parent_id: number | null;
  level: number;
  source_key: string | null;
  name: string;
  own_name: string | null;
  url: string | null;
  icon: string | null;
  own_icon: string | null;
  sort: number;
  own_sort: number | null;
  status: Status;
  gone: boolean;
  created_at: string;
  created_by: number;
  updated_at: string;
  version: number;
}

export interface GivenTemplateRow {
  unit_type: UnitType;
  name: string;
  at: string;
}

export interface PasswordResetRow {
  id: number;
  account_id: number;
  by_account_id: number;
  by_name: string;
  by_unit: string;
  ip: string;
  at: string;
  temporary_hash: string | null;
  expires_at: string | null;
  ended_at: string | null;
  end_reason: 'AT_ONCE' | 'USED' | 'VOIDED' | 'REPLACED' | null;
  used_ip: string | null;
  seen_at: string | null;
}

export interface AccountPolicyRow {
  unit_type: UnitType;
  unit_id: number;
  agent_reset: boolean;
  updated_at: string;
  updated_by: number;
}

export interface InvitationTicketRow {
  ticket_hash: string;
  account_id: number;
  expires_at: string;
}

export interface IdentityTables {
  account: AccountRow;
  role: RoleRow;
  given_template: GivenTemplateRow;
  employee: EmployeeRow;
  admin_session: AdminSessionRow;
  login_log: LoginLogRow;
  sign_in_guard: SignInGuardRow;
  known_device: KnownDeviceRow;
  password_reset: PasswordResetRow;
  account_policy: AccountPolicyRow;
  invitation_ticket: InvitationTicketRow;
  menu: MenuRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends IdentityTables {}
}
