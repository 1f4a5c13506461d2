-- What a meal costs: fixed prices by meal × person type × deploy site × nth time, and the calendar they may depend on.
create table fixed_value_rule (
  organization_id bigint not null,
  id bigint not null,
  meal_period_id bigint not null,
  -- Null means any.
  type_id bigint,
  deploy_site_id bigint,
  restaurant_id bigint,
  first_price_fen bigint not null check (first_price_fen between 0 and 10000000),
  second_price_fen bigint check (second_price_fen between 0 and 10000000),
  later_price_fen bigint check (later_price_fen between 0 and 10000000),
  max_times int check (max_times between 1 and 99),
  date_type text not null default 'ALL' check (date_type in ('ALL', 'WORKDAY', 'WEEKEND', 'HOLIDAY')),
  start_date date,
  end_date date,
  priority int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id),
  foreign key (organization_id, type_id) references person_type (organization_id, id),
  foreign key (organization_id, deploy_site_id) references deploy_site (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  check (end_date is null or start_date is null or end_date >= start_date)
);
create index fixed_value_rule_meal on fixed_value_rule (organization_id, meal_period_id, status);

-- Days that are not what their weekday says: public holidays, and weekends worked instead.
create table calendar_day (
  organization_id bigint not null,
  day date not null,
  kind text not null check (kind in ('WORKDAY', 'WEEKEND', 'HOLIDAY')),
  note text not null default '',
  primary key (organization_id, day)
);

-- Records that terminals took while they were cut off and that could not be posted as they came.
create table offline_trade (
  organization_id bigint not null,
  id bigint not null,
  device_id bigint not null,
  epoch bigint not null,
  seq bigint not null,
  person_id bigint,
  card_no text not null default '',
  mode text not null,
  amount_fen bigint,
  record jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  state text not null check (state in ('SUSPENSE', 'POSTED', 'POSTED_OVERDRAFT', 'VOID')),
  reason_code text not null,
  reason text not null,
  trade_id bigint,
  settled_at timestamptz,
  settled_by bigint,
  primary key (organization_id, id)
);
create unique index offline_trade_seq on offline_trade (organization_id, device_id, epoch, seq);
create index offline_trade_state on offline_trade (organization_id, state, received_at desc);
