-- People who are never charged for a missed meal, and people who may not report for a time.
create table meal_list (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('WHITE', 'BLACK')),
  from_date date not null,
  -- Last day, included; null has no end.
  to_date date,
  reason text not null,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'REVOKED')),
  ended_at timestamptz,
  ended_name text not null default '',
  ended_reason text not null default '',
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (to_date >= from_date)
);
create index meal_list_person on meal_list (organization_id, person_id) where status = 'NORMAL';
create index meal_list_from on meal_list (organization_id, from_date, id);
