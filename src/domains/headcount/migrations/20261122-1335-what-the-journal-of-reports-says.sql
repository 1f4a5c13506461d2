-- Portions per meal of a day as the journal of reports has them, kept in the transaction that writes an event. Reports hold the
-- rows of meal_report against it, which say the same by another way.

-- Where a portion was reported for: what is changed or taken back later is taken from there.
alter table meal_report_event add column restaurant_id bigint;
create function meal_report_event_place() returns trigger language plpgsql as $$
begin
  new.restaurant_id := (select r.restaurant_id from meal_report r
    where r.organization_id = new.organization_id and r.id = new.report_id);
  return new;
end $$;
create trigger meal_report_event_place before insert on meal_report_event for each row
  when (new.event in ('REPORT', 'CHANGE', 'CANCEL')) execute function meal_report_event_place();

-- One row per writer (`lane`, the server process) and key, so that no two transactions meet in one row; 0 after folding.
create table rollup_meal (
  organization_id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  -- 0: none.
  department_id bigint not null,
  person_type_id bigint not null,
  lane int not null,
  portions bigint not null,
  primary key (organization_id, dining_date, meal_period_id, restaurant_id, department_id, person_type_id, lane)
);

-- What an event leaves reported, less what the one before it had left: none when it was the first, or took the report back.
create function rollup_meal_add() returns trigger language plpgsql as $$
begin
  insert into rollup_meal as u (organization_id, dining_date, meal_period_id, restaurant_id, department_id, person_type_id, lane,
    portions)
  select r.organization_id, r.dining_date, r.meal_period_id, step.restaurant_id, coalesce(r.department_id, 0), r.person_type_id,
    pg_backend_pid(), sum(step.portions)
  from fresh e
  join meal_report r on r.organization_id = e.organization_id and r.id = e.report_id
  cross join lateral (
    select e.restaurant_id, e.portions where e.event <> 'CANCEL'
    union all
    select coalesce(b.restaurant_id, r.restaurant_id), -b.portions
    from (select p.event, p.restaurant_id, p.portions from meal_report_event p
      where p.organization_id = e.organization_id and p.report_id = e.report_id and p.id <> e.id
        and p.event in ('REPORT', 'CHANGE', 'CANCEL')
      order by p.at desc, p.id desc limit 1) b
    where b.event <> 'CANCEL') step
  where e.event in ('REPORT', 'CHANGE', 'CANCEL')
  group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, dining_date, meal_period_id, restaurant_id, department_id, person_type_id, lane)
    do update set portions = u.portions + excluded.portions;
  return null;
end $$;
create trigger rollup_meal_add after insert on meal_report_event
  referencing new table as fresh for each statement execute function rollup_meal_add();

-- What the journal says so far: the last word on each report.
insert into rollup_meal
select r.organization_id, r.dining_date, r.meal_period_id, r.restaurant_id, coalesce(r.department_id, 0), r.person_type_id, 0,
  sum(e.portions)
from (select distinct on (organization_id, report_id) organization_id, report_id, event, portions from meal_report_event
    where event in ('REPORT', 'CANCEL') order by organization_id, report_id, at desc, id desc) e
join meal_report r on r.organization_id = e.organization_id and r.id = e.report_id
where e.event = 'REPORT'
group by 1, 2, 3, 4, 5, 6;

-- Adds up the lanes of past days; a writer that still has one of them goes on beside it.
create function rollup_meal_fold(before_day date) returns void language sql as $$
  /* wall: of every unit, each row within its own */
  with gone as (delete from rollup_meal where lane <> 0 and dining_date < before_day returning *)
  insert into rollup_meal as u
  select organization_id, dining_date, meal_period_id, restaurant_id, department_id, person_type_id, 0, sum(portions)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, dining_date, meal_period_id, restaurant_id, department_id, person_type_id, lane)
    do update set portions = u.portions + excluded.portions;
$$;

-- Reports that wait for somebody's judgement.
create index meal_report_unclear on meal_report (organization_id, dining_date) where fate = 'UNCLEAR';
