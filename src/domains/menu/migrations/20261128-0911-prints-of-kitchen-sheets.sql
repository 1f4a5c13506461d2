-- What stood on a kitchen's sheet when it was printed, so that the next one can say what has changed since.
create table kitchen_print (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  restaurant_id bigint not null,
  meal_period_id bigint not null,
  basis text not null check (basis in ('ASKED', 'PLAN')),
  -- People and portions in all.
  heads int not null,
  -- [{key, label, value}]
  figures jsonb not null,
  printed_at timestamptz not null,
  printed_by bigint not null,
  printed_name text not null,
  primary key (organization_id, id)
);
create index kitchen_print_meal on kitchen_print (organization_id, dining_date, restaurant_id, meal_period_id, printed_at);
