-- Reports on meals add up a month of a unit in these instead of every report and every trade. Made anew at night; whatever was
-- written since is found by its time and read as it lies.

-- Up to which day a unit's meals are added up, and what had been written by then.
create table meal_digest (
  organization_id bigint primary key references organization (id),
  covered_to date not null,
  -- The instant that day ends.
  covered_until timestamptz not null,
  seen_at timestamptz not null
);

-- Per person and month. Heads count a person once per meal of the unit; heads of restaurants once per restaurant.
create table rollup_diner_month (
  organization_id bigint not null,
  month date not null,
  person_id bigint not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  -- 0: none.
  department_id bigint not null,
  times bigint not null,
  portions bigint not null,
  cancelled_times bigint not null,
  eaten_times bigint not null,
  missed_times bigint not null,
  unclear_times bigint not null,
  waiting_times bigint not null,
  waived_times bigint not null,
  charged_times bigint not null,
  charge_fen bigint not null,
  charged_fen bigint not null,
  heads bigint not null,
  reported_heads bigint not null,
  unreported_heads bigint not null,
  restaurant_heads bigint not null,
  reported_restaurant_heads bigint not null,
  unreported_restaurant_heads bigint not null,
  primary key (organization_id, month, person_id, meal_period_id, restaurant_id, department_id)
);

-- Per meal of a day.
create table rollup_diner_day (
  organization_id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  department_id bigint not null,
  reported_portions bigint not null,
  cancelled_portions bigint not null,
  eaten_portions bigint not null,
  missed_portions bigint not null,
  unclear_portions bigint not null,
  waiting_portions bigint not null,
  pending_heads bigint not null,
  reported_heads bigint not null,
  unreported_heads bigint not null,
  reported_restaurant_heads bigint not null,
  unreported_restaurant_heads bigint not null,
  primary key (organization_id, dining_date, meal_period_id, restaurant_id, department_id)
);

-- Finds what was done to reports lately: written in the order of time.
create index meal_report_event_at on meal_report_event using brin (at);
