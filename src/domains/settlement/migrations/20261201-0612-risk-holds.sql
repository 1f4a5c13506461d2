-- 押款: part of a unit's 可提现 set aside by two people until something is cleared up; what is left stays at its disposal.
create table unit_risk_hold (
  id bigint primary key,
  hold_no text not null unique,
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR', 'AGENT')),
  unit_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  status text not null check (status in ('HELD', 'RELEASED')),
  version int not null default 1,
  maker_id bigint not null,
  maker_name text not null,
  witness_name text not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  release_witness_name text not null default '',
  business_date date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unit_risk_hold_at on unit_risk_hold (created_at desc, id desc);
create index unit_risk_hold_open on unit_risk_hold (unit_type, unit_id) where status = 'HELD';
comment on table unit_risk_hold is 'not-tenant: money between units';
