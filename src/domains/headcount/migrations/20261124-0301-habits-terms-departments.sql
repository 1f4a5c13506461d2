-- Meals by fixed weekdays, and meals a department reports for its people.
alter table meal_rule drop constraint meal_rule_mode_check;
alter table meal_rule add constraint meal_rule_mode_check check (mode in ('OPT_IN', 'OPT_OUT', 'CALENDAR', 'DEPT'));

-- The weekdays on which a person eats which meals: by a rule of mode CALENDAR reported without being said, else filled in at will.
create table meal_habit (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  -- '1' is Monday.
  weekdays text[] not null check (cardinality(weekdays) > 0 and weekdays <@ array['1', '2', '3', '4', '5', '6', '7']),
  meal_period_ids bigint[] not null check (cardinality(meal_period_ids) > 0),
  from_date date not null,
  to_date date,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'REVOKED')),
  ended_at timestamptz,
  ended_name text not null default '',
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (to_date is null or to_date >= from_date)
);
create index meal_habit_person on meal_habit (organization_id, person_id) where status = 'NORMAL';
create index meal_habit_from on meal_habit (organization_id, from_date);

-- Grades have terms of their own: departments with all below them; none is the whole unit.
alter table school_term add column department_ids bigint[] not null default '{}';
