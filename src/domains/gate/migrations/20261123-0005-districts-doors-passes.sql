-- Places people are let into: the grounds (SITE) and the kitchens (KITCHEN), the doors that lead there, and who may pass when.
create table district (
  organization_id bigint not null references organization (id),
  id bigint not null,
  family text not null check (family in ('SITE', 'KITCHEN')),
  kind text not null,
  name text not null check (length(name) between 1 and 40),
  parent_id bigint,
  restaurant_id bigint,
  -- ℃ its air may have at most; cold and dressing rooms.
  max_temp double precision check (max_temp between -30 and 60),
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint district_name unique nulls not distinct (organization_id, family, restaurant_id, parent_id, name),
  foreign key (organization_id, parent_id) references district (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  check (parent_id <> id),
  check (family = 'SITE' or restaurant_id is not null)
);
create index district_parent on district (organization_id, parent_id);

-- A terminal at a door of a district. A terminal stands at one door; one that counts both ways says so in each passage.
create table door (
  organization_id bigint not null,
  device_id bigint not null,
  district_id bigint not null,
  direction text not null check (direction in ('IN', 'OUT', 'BOTH')),
  created_at timestamptz not null,
  primary key (organization_id, device_id),
  foreign key (organization_id, district_id) references district (organization_id, id)
);
create index door_district on door (organization_id, district_id);

-- A person's right to enter a district from then to then. It ends by itself on a door that hears nothing any more.
create table pass_entry (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  district_id bigint not null,
  -- Who gave it and takes it away: KITCHEN passes follow checks and rosters.
  source text not null check (source in ('KITCHEN', 'PERSONAL')),
  from_at timestamptz not null,
  -- Equal to from_at: not yet, so only by grace.
  to_at timestamptz not null,
  -- A door that is cut off before the right is confirmed still admits until then, and says so; null never.
  grace_until timestamptz,
  -- What it rests on, in the clerk's words.
  reason text not null default '',
  withdrawn_at timestamptz,
  withdrawn_why text not null default '',
  -- Every change takes a number of its own: doors ask for what came after the last one they have.
  version bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, district_id) references district (organization_id, id),
  check (to_at >= from_at),
  check (grace_until >= from_at)
);
create unique index pass_entry_version on pass_entry (organization_id, version);
create unique index pass_entry_once on pass_entry (organization_id, source, person_id, district_id, from_at) where withdrawn_at is null;
create index pass_entry_person on pass_entry (organization_id, person_id, from_at);

create table pass_version (
  organization_id bigint primary key references organization (id),
  version bigint not null default 0
);
