-- 调账: what was booked between units by mistake and no document of its own can take back, corrected by two people.
create table unit_adjustment (
  id bigint primary key,
  adjust_no text not null unique,
  from_type text not null,
  from_id bigint not null,
  from_purse text not null check (from_purse in ('FLOAT', 'PENDING', 'AVAILABLE', 'CLAIM')),
  to_type text not null,
  to_id bigint not null,
  to_purse text not null check (to_purse in ('FLOAT', 'PENDING', 'AVAILABLE', 'CLAIM')),
  amount_fen bigint not null check (amount_fen > 0),
  -- The posting it corrects.
  refers_posting_id bigint not null references unit_posting (id),
  reason text not null,
  proof text,
  status text not null check (status in ('WAITING', 'POSTED', 'REJECTED', 'CANCELLED')),
  version int not null default 1,
  maker_id bigint not null,
  maker_name text not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  posting_id bigint,
  business_date date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of the posting that is written right after the state.
  check (status = 'POSTED' or posting_id is null),
  check ((from_type, from_id, from_purse) <> (to_type, to_id, to_purse))
);
create index unit_adjustment_at on unit_adjustment (created_at desc, id desc);
create index unit_adjustment_open on unit_adjustment (created_at) where status = 'WAITING';
comment on table unit_adjustment is 'not-tenant: money between units';
