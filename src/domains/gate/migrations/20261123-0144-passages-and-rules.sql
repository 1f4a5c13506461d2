-- Who went through which door, as the doors tell it and as the server judges it again; and the rules both go by.
create table door_rule (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 40),
  district_id bigint not null,
  effect text not null check (effect in ('ALLOW', 'DENY')),
  direction text not null check (direction in ('IN', 'OUT', 'BOTH')),
  -- All empty: everybody on the list.
  type_ids bigint[] not null default '{}',
  department_ids bigint[] not null default '{}',
  person_ids bigint[] not null default '{}',
  except_ids bigint[] not null default '{}',
  -- Empty: every day.
  day_kinds text[] not null default '{}' check (day_kinds <@ array['WORKDAY', 'WEEKEND', 'HOLIDAY']),
  from_date date,
  to_date date,
  -- Minutes of the day by the unit's clock, HH:mm; over midnight where the end is not after the beginning. Null: all day.
  from_time text check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time text check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint door_rule_name unique (organization_id, district_id, name),
  foreign key (organization_id, district_id) references district (organization_id, id),
  check (to_date >= from_date),
  check ((from_time is null) = (to_time is null))
);
create index door_rule_created on door_rule (organization_id, created_at desc);

create table passage (
  organization_id bigint not null,
  id bigint not null,
  -- Business day of its time, or of its arrival where the terminal's time is not to be believed.
  day date not null,
  at timestamptz not null,
  device_id bigint not null,
  district_id bigint not null,
  restaurant_id bigint,
  person_id bigint,
  -- As they were then.
  department_id bigint,
  type_id bigint,
  card_no text not null default '',
  direction text not null check (direction in ('IN', 'OUT')),
  identify text not null check (identify in ('FACE', 'CARD', 'QR', 'CODE', 'MANUAL')),
  -- What the door did, and why.
  verdict text not null check (verdict in ('PASS', 'REFUSED', 'STRANGER')),
  reason text not null default '',
  -- What the server says by the rules of that moment; '' why not.
  judged text not null check (judged in ('PASS', 'REFUSED', 'STRANGER')),
  judged_why text not null default '',
  -- Tenths of a degree.
  temp10 int,
  late boolean not null,
  doubtful boolean not null,
  -- The list the door knew when it decided.
  list_version bigint,
  epoch bigint not null,
  no bigint not null,
  received_at timestamptz not null,
  -- Somebody at the gate has looked at a refusal.
  seen_at timestamptz,
  seen_name text not null default '',
  primary key (organization_id, day, id)
) partition by range (day);
create index passage_time on passage (organization_id, at desc, id desc);
create index passage_device on passage (organization_id, device_id, at desc);
create index passage_person on passage (organization_id, person_id, at desc);
create index passage_district on passage (organization_id, district_id, at desc);
create index passage_unseen on passage (organization_id, at desc) where verdict <> 'PASS' and seen_at is null;

-- Creates the month's partition of passage, when missing. Built beside and attached, so that readers wait for a moment only.
create function gate_ensure_month(day date) returns void language plpgsql as $$
declare
  first_day date := date_trunc('month', day)::date;
  child text := 'passage' || to_char(first_day, '"_y"YYYY"m"MM');
begin
  perform pg_advisory_xact_lock(742011801);
  if to_regclass(child) is null then
    execute format('create table %I (like passage including defaults including constraints including indexes)', child);
    execute format('alter table passage attach partition %I for values from (%L) to (%L)',
      child, first_day, (first_day + interval '1 month')::date);
  end if;
end $$;
alter function gate_ensure_month(date) security definer;
