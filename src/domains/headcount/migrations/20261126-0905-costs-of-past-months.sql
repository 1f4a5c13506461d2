-- What the meals of a month cost each person, made anew at night out of the trades; a trade stays as it is, so that those recorded
-- since are added to it as they lie.
create table rollup_cost_month (
  organization_id bigint not null,
  -- Of the business day.
  month date not null,
  person_id bigint not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  department_id bigint not null,
  -- Meals eaten; what was taken back is not taken off.
  times bigint not null,
  subsidy_fen bigint not null,
  personal_fen bigint not null,
  payroll_fen bigint not null,
  unit_fen bigint not null,
  primary key (organization_id, month, person_id, meal_period_id, restaurant_id, department_id)
);

-- Every trade recorded up to here is in it; null: costs were never added up.
alter table meal_digest add column costs_seen_at timestamptz;
