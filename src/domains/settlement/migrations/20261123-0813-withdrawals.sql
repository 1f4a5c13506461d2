-- Where units are paid to, what they ask to be paid, and how it is paid: each step by another person than the one before.
create table unit_bank_account (
  id bigint primary key,
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR', 'AGENT', 'PLATFORM')),
  unit_id bigint not null,
  -- The unit's name on its licence: money goes to no other.
  account_name text not null,
  bank_name text not null,
  branch_no text not null default '',
  account_no text not null check (account_no ~ '^[0-9]{8,30}$'),
  status text not null check (status in ('DRAFT', 'PENDING_REVIEW', 'COOLING', 'ACTIVE', 'RETIRED')),
  version int not null default 1,
  maker_id bigint not null,
  maker_name text not null,
  -- The second person of the unit.
  seconder_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  cooling_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unit_bank_account_unit on unit_bank_account (unit_type, unit_id, created_at desc);
create index unit_bank_account_open on unit_bank_account (status, cooling_until) where status in ('PENDING_REVIEW', 'COOLING');
create unique index unit_bank_account_once on unit_bank_account (unit_type, unit_id, account_no) where status <> 'RETIRED';
comment on table unit_bank_account is 'not-tenant: money between units';

create table unit_withdrawal (
  id bigint primary key,
  withdraw_no text not null unique,
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR', 'AGENT', 'PLATFORM')),
  unit_id bigint not null,
  -- 提现金额 = 手续费 + 实付
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null check (fee_fen >= 0),
  real_fen bigint not null check (real_fen > 0 and real_fen = amount_fen - fee_fen),
  bank_account_id bigint not null references unit_bank_account (id),
  -- As they were when it was asked for.
  account_name text not null,
  bank_name text not null,
  branch_no text not null,
  account_no text not null,
  remark text not null default '',
  status text not null check (status in ('APPLIED', 'AUDITING', 'APPROVED', 'REJECTED', 'PAYING', 'PAID', 'FAILED', 'CANCELLED')),
  version int not null default 1,
  maker_id bigint not null,
  maker_name text not null,
  auditor_id bigint,
  auditor_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  payout_id bigint,
  bank_flow_no text not null default '',
  proof text,
  reason text not null default '',
  created_at timestamptz not null,
  business_date date not null,
  paid_at timestamptz,
  updated_at timestamptz not null
);
create index unit_withdrawal_unit on unit_withdrawal (unit_type, unit_id, created_at desc);
create index unit_withdrawal_at on unit_withdrawal (created_at desc, id desc);
create index unit_withdrawal_open on unit_withdrawal (status, created_at) where status in ('APPLIED', 'AUDITING', 'APPROVED', 'PAYING');
create index unit_withdrawal_payout on unit_withdrawal (payout_id) where payout_id is not null;
comment on table unit_withdrawal is 'not-tenant: money between units';

-- 打款批次: one file, made once; whoever downloads it again gets the same bytes.
create table unit_payout (
  id bigint primary key,
  payout_no text not null unique,
  format text not null check (format in ('CSV_GB', 'CSV_UTF8', 'XLSX')),
  total_count int not null,
  total_fen bigint not null,
  sha256 text not null,
  content bytea not null,
  downloads int not null default 0,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null
);
create index unit_payout_at on unit_payout (created_at desc, id desc);

create table unit_transfer (
  id bigint primary key,
  transfer_no text not null unique,
  withdrawal_id bigint not null references unit_withdrawal (id),
  payout_id bigint not null references unit_payout (id),
  amount_fen bigint not null check (amount_fen > 0),
  status text not null check (status in ('SUBMITTED', 'SUCCESS', 'FAILED')),
  bank_flow_no text not null default '',
  reason text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz
);
create index unit_transfer_payout on unit_transfer (payout_id, id);
create index unit_transfer_withdrawal on unit_transfer (withdrawal_id);

-- 银行结果: what a file of the bank said, row by row, and what became of each.
create table unit_payout_result (
  id bigint primary key,
  filename text not null,
  file_key text not null,
  total_count int not null,
  paid_count int not null,
  failed_count int not null,
  open_count int not null,
  said text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null
);
create index unit_payout_result_at on unit_payout_result (created_at desc, id desc);
