-- Past days without devices and lanes, for reports over many units: a twentieth of the rows of rollup_consume_place, and one
-- row a day for a whole unit. Folded at night (fold-days.ts) up to the day before yesterday; what is booked into such a day
-- afterwards marks it in rollup_stale in the same transaction, and readers take that day unfolded.
create table rollup_consume_fold (
  organization_id bigint not null,
  business_date date not null,
  restaurant_id bigint not null,
  meal_period_id bigint not null,
  consume_count bigint not null,
  heads bigint not null,
  restaurant_heads bigint not null,
  origin_fen bigint not null,
  discount_fen bigint not null,
  amount_fen bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  gift_fen bigint not null,
  arrears_fen bigint not null,
  third_fen bigint not null,
  count_used bigint not null,
  reverse_count bigint not null,
  reversed_fen bigint not null,
  reversed_count_used bigint not null,
  supplement_count bigint not null,
  supplement_fen bigint not null,
  offline_count bigint not null,
  -- Charged less given back, out of rollup_consume_people: the other side of the reports' proof.
  people_net_fen bigint not null,
  primary key (organization_id, business_date, restaurant_id, meal_period_id)
);

-- The same over a whole unit. No scope that is narrowed to restaurants reaches number −1.
create table rollup_consume_unit (like rollup_consume_fold including defaults);
alter table rollup_consume_unit drop column meal_period_id;
alter table rollup_consume_unit add check (restaurant_id = -1), add primary key (organization_id, business_date);

-- Lanes as in the day totals: batches in flight do not wait for each other.
create table rollup_stale (
  organization_id bigint not null,
  business_date date not null,
  lane smallint not null,
  marks bigint not null default 1,
  primary key (organization_id, business_date, lane)
);

-- How far the days of all units are folded; one row.
create table rollup_folded (
  only_row boolean primary key default true check (only_row),
  until date not null
);
