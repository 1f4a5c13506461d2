-- Terms of a school: outside of them nobody reports. A unit without any reports all year.
create table school_term (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint school_term_name unique (organization_id, name)
);
create index school_term_from on school_term (organization_id, from_date);
create trigger keep_past after update or delete on school_term for each row execute function keep_past();

-- Who misses so many meals of a month reports no more for so many days.
alter table meal_rule add column stop_after int check (stop_after between 1 and 31);
alter table meal_rule add column stop_days int check (stop_days between 1 and 62);
alter table meal_rule add constraint meal_rule_stops check ((stop_after is null) = (stop_days is null));
-- The rule that put somebody on the list; null: a person did.
alter table meal_list add column rule_id bigint;
create index meal_list_by_rule on meal_list (organization_id, rule_id, person_id) where rule_id is not null;

-- The report a portion came from, or went to: another person eats it.
alter table meal_report add column swap_id bigint;
