-- Days on which somebody does not eat: what was reported for them is taken back, and what stays is no miss.
create table meal_absence (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('LEAVE', 'TRIP', 'STUDY', 'CLOSED')),
  from_date date not null,
  to_date date not null,
  -- Empty: every meal.
  meal_period_ids bigint[] not null default '{}',
  reason text not null default '',
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  -- Why it was entered after meals it speaks of had begun; without it those are not excused.
  late_reason text not null default '',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'REVOKED')),
  -- Who came back earlier than was said, or did not go.
  ended_at timestamptz,
  ended_name text not null default '',
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (to_date >= from_date)
);
create index meal_absence_person on meal_absence (organization_id, person_id, to_date) where status = 'NORMAL';
create index meal_absence_from on meal_absence (organization_id, from_date, id);
