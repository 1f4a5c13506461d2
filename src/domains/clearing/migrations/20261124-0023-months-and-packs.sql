-- The last proof of every unit's books, and of the money between units, side by side.
create view ledger_state as
select o.id as id, o.id as organization_id, 'DINERS' as book, o.name as unit_name, r.started_at, r.posting_count,
  coalesce(r.break_count, 0)::int as break_count, r.breaks
from organization o left join lateral (
  select started_at, posting_count, break_count, breaks from invariant_run i where i.organization_id = o.id
  order by started_at desc, id desc limit 1) r on true
union all
select 0, null, 'UNITS', '单位之间的钱（全部单位）', r.started_at, r.posting_count, coalesce(r.break_count, 0), r.breaks
from (values (1)) one (n) left join lateral (
  select started_at, posting_count, break_count, breaks from unit_invariant_run order by started_at desc, id desc limit 1) r on true;

-- The platform's look at a unit's month: evidence step by step, examined by one, approved by another, then locked with its pack.
create table unit_month (
  organization_id bigint not null,
  id bigint not null,
  month date not null check (extract(day from month) = 1),
  status text not null check (status in ('OPEN', 'PENDING', 'REJECTED', 'APPROVED', 'LOCKED')),
  -- The examiner made the evidence; the checker approves or rejects.
  maker_id bigint,
  maker_name text not null default '',
  examined_at timestamptz,
  steps jsonb not null default '[]',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  locked_at timestamptz,
  locked_name text not null default '',
  error text not null default '',
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  unique (organization_id, month)
);
create index unit_month_id on unit_month (id);
create index unit_month_month on unit_month (month desc, id desc);
create index unit_month_open on unit_month (status, month) where status in ('PENDING', 'REJECTED', 'APPROVED');

-- What is accepted as it is; it lapses when its figure changes.
create table unit_month_note (
  organization_id bigint not null,
  month date not null,
  step text not null,
  figure text not null,
  note text not null,
  noted_id bigint not null,
  noted_name text not null,
  noted_at timestamptz not null,
  primary key (organization_id, month, step)
);

-- Packs in one chain over all units: each names the hash of the one before it. History only grows.
create table month_pack (
  seq bigint primary key,
  organization_id bigint not null,
  month date not null,
  manifest text not null,
  manifest_hash text not null,
  previous_hash text not null,
  pack_hash text not null unique,
  signature text not null,
  key_id text not null,
  file_key text not null,
  bytes bigint not null,
  made_at timestamptz not null,
  made_name text not null
);
create unique index month_pack_month on month_pack (organization_id, month);
comment on table month_pack is 'not-tenant: one chain over all units';
