-- What a sheet asks to be looked at, as versions that hold from a day on; without one the lists the software brings.
create table check_list (
  organization_id bigint not null references organization (id),
  id bigint not null,
  kind text not null check (kind in ('DAY', 'WEEK', 'MONTH')),
  from_date date not null,
  -- [{key, label}], in the order they are looked at; an item keeps its key as long as it keeps its words.
  items jsonb not null,
  note text not null default '',
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id)
);
create index check_list_from on check_list (organization_id, kind, from_date desc, id desc);
create index check_list_made on check_list (organization_id, from_date desc, id desc);
create trigger refuse_change before update or delete on check_list for each row execute function control_refuse_change();
-- The version a sheet was last saved by; null: the list the software brings.
alter table control_sheet add column list_id bigint;

-- Who is to eat along at which meal.
create table duty_plan (
  organization_id bigint not null references organization (id),
  id bigint not null,
  day date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  inspector_id bigint not null,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, inspector_id) references inspector (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create unique index duty_plan_once on duty_plan (organization_id, day, restaurant_id, meal_period_id);
