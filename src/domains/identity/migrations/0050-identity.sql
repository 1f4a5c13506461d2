-- Who may sign in, as what, and what they then see.
-- account = one person's way in; employee = a membership of that account in a unit (one account, several identities).
-- belong_type/belong_id name the unit that looks after the account: only it (and those above it) may reset its password.
create table account (
  id bigint primary key,
  login_name text not null check (length(login_name) between 2 and 64),
  name text not null,
  phone text,
  -- Argon2id in PHC form.
  password_hash text not null,
  -- The password before the present one: it may not be taken again.
  former_password_hash text,
  must_change_password boolean not null default false,
  -- Null for the super administrator (id 1) only; the platform's own unit has id 1.
  belong_type text check (belong_type in ('PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION')),
  belong_id bigint,
  avatar text,
  -- Base32. A pending secret becomes the secret once a code made from it was shown.
  totp_secret text,
  totp_pending text,
  -- Time step of the last code taken: no code works twice.
  totp_last_step bigint not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  last_employee_id bigint,
  last_login_at timestamptz,
  last_login_ip text,
  created_at timestamptz not null,
  created_by bigint not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint account_belongs check ((belong_type is null) = (id = 1) and (belong_type is null) = (belong_id is null))
);
create unique index account_login_name on account (lower(login_name));
create index account_belong on account (belong_type, belong_id);

create table role (
  id bigint primary key,
  name text not null check (length(name) between 1 and 40),
  unit_type text not null check (unit_type in ('PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION')),
  -- Null for a template.
  unit_id bigint,
  -- `path#verb`.
  grants text[] not null default '{}',
  data_scope text not null default 'ALL' check (data_scope in ('ALL', 'DEPARTMENT', 'RESTAURANT', 'SELF')),
  -- The built-in 管理员: everything of the area, whatever pages come later.
  is_owner boolean not null default false,
  is_template boolean not null default false,
  remark text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint role_template check (is_template = (unit_id is null) and not (is_template and is_owner))
);
create unique index role_name on role (unit_type, coalesce(unit_id, 0), name);
create unique index role_owner on role (unit_type, unit_id) where is_owner;

create table employee (
  id bigint primary key,
  account_id bigint not null references account (id),
  unit_type text not null check (unit_type in ('PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION')),
  unit_id bigint not null,
  role_ids bigint[] not null default '{}',
  restaurant_ids bigint[] not null default '{}',
  department_ids bigint[] not null default '{}',
  cash_drawer boolean not null default false,
  job_title text,
  hired_at date,
  left_at date,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint employee_days check (left_at is null or hired_at is null or left_at >= hired_at)
);
create unique index employee_member on employee (unit_type, unit_id, account_id);
create index employee_account on employee (account_id);
create index employee_roles on employee using gin (role_ids);

create table admin_session (
  id bigint primary key,
  -- sha256 of the token, hex; the token itself is never stored.
  token_hash text not null,
  -- The token before the last rotation; good until one minute after its successor was first used.
  former_hash text,
  former_until timestamptz,
  account_id bigint not null references account (id),
  employee_id bigint references employee (id),
  issued_at timestamptz not null,
  rotated_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text,
  ended_at timestamptz,
  end_reason text check (end_reason in ('LOGOUT', 'REVOKED', 'PASSWORD', 'SWITCHED', 'DISABLED'))
);
create unique index admin_session_token on admin_session (token_hash);
create unique index admin_session_former on admin_session (former_hash) where former_hash is not null;
create index admin_session_account on admin_session (account_id, issued_at desc);
create index admin_session_expires on admin_session (expires_at);

create table login_log (
  id bigint primary key,
  at timestamptz not null,
  account_id bigint,
  login_name text not null,
  ip text not null,
  result text not null check (result in ('OK', 'BAD_PASSWORD', 'BAD_CODE', 'LOCKED', 'DISABLED')),
  user_agent text
);
create index login_log_account on login_log (account_id, at desc);
create index login_log_at on login_log (at desc);
create trigger login_log_grows before update or delete on login_log
  for each statement execute function refuse_history_change();

-- Failed tries per login name (known or not, so that nothing tells them apart) and per address.
create table sign_in_guard (
  key text primary key,
  fail_count int not null,
  last_try_at timestamptz not null,
  locked_until timestamptz
);
create index sign_in_guard_last on sign_in_guard (last_try_at);

-- Menus follow the pages; what the administrator set (own_*, status) stays.
create table menu (
  id bigint primary key,
  unit_type text not null check (unit_type in ('PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION', 'SYSTEM')),
  parent_id bigint references menu (id),
  level int not null check (level between 1 and 3),
  -- What the program knows it by: the page's path, or the titles of a group; null for an entry made by hand.
  source_key text,
  name text not null,
  own_name text,
  url text,
  icon text,
  own_icon text,
  sort int not null,
  own_sort int,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  -- The page is no longer part of the program.
  gone boolean not null default false,
  created_at timestamptz not null,
  created_by bigint not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint menu_levels check ((level = 1) = (parent_id is null)),
  constraint menu_url check ((level = 3) = (url is not null))
);
create unique index menu_source on menu (unit_type, source_key) where source_key is not null;
create index menu_parent on menu (parent_id);
