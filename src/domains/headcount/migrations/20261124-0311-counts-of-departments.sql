-- 只报人数: how many of a department eat a meal, without names. Nobody is charged for them; what came is counted when it is settled.
create table meal_count (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  department_id bigint not null,
  restaurant_id bigint not null,
  rule_id bigint not null,
  portions int not null check (portions between 1 and 9999),
  status text not null check (status in ('REPORTED', 'CANCELLED')),
  note text not null default '',
  reported_at timestamptz not null,
  reported_by bigint not null,
  reported_name text not null,
  late boolean not null default false,
  late_reason text not null default '',
  -- People of the department and below who ate and were not reported by name; null until the meal is judged.
  came_heads int,
  final boolean not null default false,
  version int not null default 1,
  primary key (organization_id, id),
  constraint meal_count_once unique (organization_id, dining_date, meal_period_id, department_id),
  foreign key (organization_id, department_id) references department (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);
