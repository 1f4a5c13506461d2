-- Where and when people may eat: sites and meals per person type, and who is registered for days off.

-- A type without a row, or with an empty list, may use every site.
create table person_type_site (
  organization_id bigint not null,
  type_id bigint not null,
  deploy_site_ids bigint[] not null default '{}',
  updated_at timestamptz not null,
  updated_by bigint,
  version integer not null default 1,
  primary key (organization_id, type_id),
  foreign key (organization_id, type_id) references person_type (organization_id, id)
);

-- A type and meal without a row: allowed, with the bounds of the meal and the type.
create table person_type_meal (
  organization_id bigint not null,
  id bigint not null,
  type_id bigint not null,
  meal_period_id bigint not null,
  allowed boolean not null default true,
  -- Times one person may consume in the meal; null: the meal's own bound.
  times integer check (times between 1 and 99),
  -- Most a single trade in this meal may cost; null: the type's own bound.
  single_limit_fen bigint check (single_limit_fen > 0),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint person_type_meal_once unique (organization_id, type_id, meal_period_id),
  foreign key (organization_id, type_id) references person_type (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);

create table weekend_diner (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  rule_type text not null check (rule_type in ('WEEKEND', 'HOLIDAY', 'DATE_RANGE')),
  -- Null: no bound on that side.
  start_date date,
  end_date date,
  -- Empty: every meal.
  meal_period_ids bigint[] not null default '{}',
  reason text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint weekend_diner_once unique nulls not distinct (organization_id, person_id, rule_type, start_date, end_date),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (end_date is null or start_date is null or end_date >= start_date),
  check (rule_type <> 'DATE_RANGE' or (start_date is not null and end_date is not null))
);

-- What an organization decides about its people; a missing row means the defaults.
create table people_setting (
  organization_id bigint not null primary key,
  -- On weekends and holidays only registered people eat.
  weekend_list_required boolean not null default false,
  -- Boarders count as registered.
  boarders_registered boolean not null default true,
  -- From this temperature on a record is abnormal, °C.
  fever_from numeric(3, 1) not null default 37.3 check (fever_from between 36 and 40),
  updated_at timestamptz not null,
  updated_by bigint
);
