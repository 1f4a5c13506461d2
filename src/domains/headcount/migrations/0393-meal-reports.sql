-- Meals reported ahead: until when, by which rule, by whom, and what became of them.

-- Until when a meal may be reported and taken back; a meal without a row cannot be reported.
create table meal_cut_off (
  organization_id bigint not null references organization (id),
  id bigint not null,
  meal_period_id bigint not null,
  -- How many days ahead a meal opens.
  open_days int not null check (open_days between 0 and 62),
  cut_days int not null check (cut_days between 0 and 30),
  cut_time text not null check (cut_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Taking back; null: as long as reporting.
  cancel_days int check (cancel_days between 0 and 30),
  cancel_time text check (cancel_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Days before are counted in workdays.
  by_workdays boolean not null default false,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint meal_cut_off_once unique (organization_id, meal_period_id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id),
  check ((cancel_days is null) = (cancel_time is null))
);
create trigger keep_past after update or delete on meal_cut_off for each row execute function keep_past();

create table meal_rule (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  mode text not null check (mode in ('OPT_IN', 'OPT_OUT')),
  -- Empty: every type.
  type_ids bigint[] not null default '{}',
  meal_period_ids bigint[] not null check (cardinality(meal_period_ids) > 0),
  day_kinds text[] not null check (cardinality(day_kinds) > 0 and day_kinds <@ array['WORKDAY', 'WEEKEND', 'HOLIDAY']),
  -- Where who reports eats, unless they say otherwise.
  restaurant_id bigint not null,
  max_portions int not null check (max_portions between 1 and 99),
  on_miss text not null check (on_miss in ('NONE', 'WARN', 'CHARGE')),
  -- What a missed portion costs; null where nothing is charged.
  price_fen bigint check (price_fen between 0 and 1000000),
  free_per_month int not null default 0 check (free_per_month between 0 and 31),
  -- [{"from": nth miss of the month, "percent": of the price}], rising.
  steps jsonb not null default '[]',
  day_cap_fen bigint check (day_cap_fen > 0),
  month_cap_fen bigint check (month_cap_fen > 0),
  subsidy_pays boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint meal_rule_name unique (organization_id, name),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  check (on_miss <> 'CHARGE' or price_fen is not null)
);
create trigger keep_past after update or delete on meal_rule for each row execute function keep_past();

-- One row per person, meal and day, taken up again when it is reported anew; department and type are those of the moment.
create table meal_report (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  person_id bigint not null,
  department_id bigint,
  person_type_id bigint not null,
  restaurant_id bigint not null,
  rule_id bigint not null,
  portions int not null check (portions between 1 and 99),
  status text not null check (status in ('REPORTED', 'CANCELLED')),
  source text not null check (source in ('MANUAL', 'IMPORT', 'AUTO', 'SELF', 'DEVICE')),
  reported_at timestamptz not null,
  reported_by bigint not null,
  reported_name text not null,
  -- Reported or taken back after the cut-off, and why.
  late boolean not null default false,
  late_reason text not null default '',
  -- What became of it; empty until the meal is over.
  fate text not null default '' check (fate in ('', 'EATEN', 'EXCUSED', 'UNCLEAR', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')),
  final boolean not null default false,
  fate_reason text not null default '',
  eaten_at timestamptz,
  nth int not null default 0,
  -- What it is to cost, and what is booked of it under which posting; `charge_no` counts the attempts.
  charge_fen bigint not null default 0 check (charge_fen >= 0),
  charged_fen bigint not null default 0 check (charged_fen >= 0),
  charge_no int not null default 0,
  charge_posting_id bigint,
  charge_wait text not null default '',
  -- Forgiven by hand.
  waived_by bigint,
  waived_name text not null default '',
  waived_reason text not null default '',
  version int not null default 1,
  primary key (organization_id, id),
  constraint meal_report_once unique (organization_id, dining_date, meal_period_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index meal_report_person on meal_report (organization_id, person_id, dining_date);
create index meal_report_day on meal_report (organization_id, dining_date desc, id desc);
-- Charges that are still to be booked or taken back.
create index meal_report_due on meal_report (organization_id, dining_date) where final and charge_fen <> charged_fen;

-- What was done to a report, in order.
create table meal_report_event (
  organization_id bigint not null,
  id bigint not null,
  report_id bigint not null,
  at timestamptz not null,
  event text not null check (event in ('REPORT', 'CANCEL', 'FATE', 'CHARGE', 'UNDO', 'WAIVE', 'UNWAIVE')),
  portions int,
  amount_fen bigint,
  note text not null default '',
  by_id bigint not null default 0,
  by_name text not null default '',
  primary key (organization_id, id),
  foreign key (organization_id, report_id) references meal_report (organization_id, id)
);
create index meal_report_event_of on meal_report_event (organization_id, report_id, id);
create trigger refuse_change before update or delete on meal_report_event for each row execute function wallet_refuse_change();

-- How far a meal of a day is: closed for reporting, judged for the first time, settled.
create table meal_settlement (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  state text not null check (state in ('CLOSED', 'PROVISIONAL', 'SETTLED')),
  closed_at timestamptz not null,
  reported_count int not null,
  settled_at timestamptz,
  -- Settled while terminals still had records, by whom and why.
  forced_by bigint,
  forced_name text not null default '',
  forced_reason text not null default '',
  -- Terminals it waits for, in words.
  waiting text not null default '',
  runs int not null default 0,
  primary key (organization_id, id),
  constraint meal_settlement_once unique (organization_id, dining_date, meal_period_id)
);
create index meal_settlement_open on meal_settlement (organization_id, dining_date) where state <> 'SETTLED';
