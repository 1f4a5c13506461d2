-- Orders of meals: what somebody ordered for a meal of a day. Its lines, holds and events come with ordering itself.
create table meal_order (
  organization_id bigint not null references organization (id),
  id bigint not null,
  order_no text not null,
  person_id bigint not null,
  department_id bigint,
  restaurant_id bigint,
  meal_period_id bigint not null,
  dining_date date not null,
  amount_fen bigint not null check (amount_fen >= 0),
  pickup_code text,
  ordered_at timestamptz not null,
  status text not null check (status in ('UNPAID', 'PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING', 'EATEN',
    'CANCELLED', 'REFUNDED', 'NO_SHOW', 'EXPIRED')),
  primary key (organization_id, id),
  constraint meal_order_no unique (organization_id, order_no),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);
create index meal_order_dining on meal_order (organization_id, dining_date, status);
