-- Where and when an organization eats, and which contractor cooks there.
create table meal_period (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (name in ('早餐', '午餐', '晚餐', '夜宵', '加餐')),
  -- `HH:mm` of the business day, 04:00 to 28:00; periods in use must not overlap (checked under the organization's lock).
  start_time text not null check (start_time ~ '^(0[4-9]|1\d|2[0-7]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^((0[4-9]|1\d|2[0-7]):[0-5]\d|28:00)$'),
  -- Times one person may consume in it; null: no bound.
  times int check (times between 1 and 99),
  color text not null default '#0a8250',
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  check (end_time > start_time)
);

-- A contractor's own meal periods: defaults that the organizations it serves may take over.
create table contractor_meal (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  name text not null check (name in ('早餐', '午餐', '晚餐', '夜宵', '加餐')),
  start_time text not null check (start_time ~ '^(0[4-9]|1\d|2[0-7]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^((0[4-9]|1\d|2[0-7]):[0-5]\d|28:00)$'),
  times int check (times between 1 and 99),
  color text not null default '#0a8250',
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  check (end_time > start_time)
);

create table restaurant (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  kind text not null default 'RESTAURANT' check (kind in ('RESTAURANT', 'STALL', 'SHOP')),
  -- Null: run by the organization itself.
  contractor_id bigint,
  seat_count int check (seat_count >= 0),
  manager text,
  phone text,
  -- Empty: open in every meal period.
  meal_period_ids bigint[] not null default '{}',
  consume_mode text not null default 'FIXED' check (consume_mode in ('FIXED', 'AMOUNT', 'DISH', 'WEIGH', 'COUNT')),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index restaurant_name on restaurant (organization_id, name);
create index restaurant_contractor on restaurant (contractor_id, id);

create table deploy_site (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  kind text not null default 'CONSUME_WINDOW' check (kind in
    ('CONSUME_WINDOW', 'GATE', 'SHOP', 'RECHARGE', 'SAMPLE', 'MORNING_CHECK', 'DISPLAY')),
  restaurant_id bigint,
  address text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create unique index deploy_site_name on deploy_site (organization_id, name);
create index deploy_site_restaurant on deploy_site (organization_id, restaurant_id);

create table contract_site (
  organization_id bigint not null references organization (id),
  id bigint not null,
  contractor_id bigint not null,
  -- The restaurants it covers; set on the restaurants when it comes into force.
  restaurant_ids bigint[] not null default '{}',
  start_date date not null,
  end_date date not null,
  share_ratio int not null default 0 check (share_ratio between 0 and 10000),
  manage_fee_fen bigint not null default 0 check (manage_fee_fen >= 0),
  deposit_amount_fen bigint not null default 0 check (deposit_amount_fen >= 0),
  settle_cycle text not null default 'MONTH' check (settle_cycle in ('D1', 'WEEK', 'MONTH')),
  bear_correction text not null default 'CONTRACTOR' check (bear_correction in ('CONTRACTOR', 'ORGANIZATION')),
  attachment text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'EXPIRED', 'TERMINATED')),
  ended_reason text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  check (end_date >= start_date)
);
create index contract_site_contractor on contract_site (contractor_id, status, organization_id);
create index contract_site_ending on contract_site (end_date) where status = 'ACTIVE';
