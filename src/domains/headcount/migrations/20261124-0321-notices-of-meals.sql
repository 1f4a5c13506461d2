-- What people were told of their meals: that a cut-off is near and nothing is said, that a miss was noted, that a charge fell.
-- One row per thing and person, so that a clock that turns twice, or on two nodes, tells it once. Person 0: the turn itself.
create table meal_notice (
  organization_id bigint not null references organization (id),
  id bigint not null,
  kind text not null check (kind in ('UNREPORTED', 'UNORDERED', 'WARNED', 'FORGIVEN')),
  -- '2H' and '30M' before a cut-off; empty for what happened.
  stage text not null default '' check (stage in ('', '2H', '30M')),
  dining_date date not null,
  meal_period_id bigint not null,
  -- Of orders, which are closed per restaurant; 0 otherwise.
  restaurant_id bigint not null default 0,
  person_id bigint not null,
  content text not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (organization_id, id),
  constraint meal_notice_once unique (organization_id, dining_date, meal_period_id, kind, stage, restaurant_id, person_id)
);
create index meal_notice_person on meal_notice (organization_id, person_id, id);
create index meal_notice_at on meal_notice (organization_id, at);
