-- Meals reported for guests: approved by another person, charged to the department by the heads that came.
create table guest_meal (
  organization_id bigint not null references organization (id),
  id bigint not null,
  guest_no text not null,
  department_id bigint not null,
  restaurant_id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  heads int not null check (heads between 1 and 999),
  -- Per head.
  standard_fen bigint not null check (standard_fen between 1 and 1000000),
  -- Who receives them, why, and what is to be served.
  host text not null,
  purpose text not null,
  menu_note text not null default '',
  status text not null check (status in ('SUBMITTED', 'APPROVED', 'REJECTED', 'SERVED', 'CHARGED', 'CANCELLED')),
  -- Applied for, or changed, after the cut-off of its meal.
  late boolean not null default false,
  late_reason text not null default '',
  eaten_heads int check (eaten_heads between 1 and 999),
  served_at timestamptz,
  served_by bigint,
  served_name text not null default '',
  served_note text not null default '',
  -- What stands booked; each attempt has a number of its own.
  charged_fen bigint not null default 0,
  charge_no int not null default 0,
  posting_id bigint,
  charge_wait text not null default '',
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, department_id) references department (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);
create index guest_meal_day on guest_meal (organization_id, dining_date, meal_period_id);
create index guest_meal_open on guest_meal (organization_id, status) where status in ('SUBMITTED', 'APPROVED');
create index guest_meal_due on guest_meal (organization_id, id) where status = 'SERVED' or (charged_fen <> 0 and status <> 'CHARGED');

-- Guests among the diners that are added up at night.
alter table rollup_diner_month add column guest_heads bigint not null default 0;
alter table rollup_diner_month add column guest_restaurant_heads bigint not null default 0;
alter table rollup_diner_day add column guest_heads bigint not null default 0;
alter table rollup_diner_day add column guest_restaurant_heads bigint not null default 0;
