-- What a meal cost: as it was at the swipe. A day of the calendar gets a number and stamps like any other row.
create trigger keep_past after update or delete on fixed_value_rule for each row execute function keep_past();

alter table calendar_day
  add column id bigint not null generated always as (day - date '2000-01-01') stored,
  add column created_at timestamptz not null default '-infinity',
  add column updated_at timestamptz not null default '-infinity';
alter table calendar_day alter column created_at drop default, alter column updated_at drop default;
create trigger keep_past after update or delete on calendar_day for each row execute function keep_past();
