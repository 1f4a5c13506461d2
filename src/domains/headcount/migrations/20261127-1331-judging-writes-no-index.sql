-- Judging a meal writes every report of it, twice on its day: none of what it writes may stand in an index, and a page has to have
-- room for the row as it becomes, so that the indexes of a hundred thousand rows are left alone.
alter table meal_report
  -- A charge that is still to be booked or taken back.
  add column due boolean not null generated always as (final and charge_fen <> charged_fen) stored,
  -- Waits for somebody's judgement.
  add column unclear boolean not null generated always as (fate = 'UNCLEAR') stored;
alter table meal_report set (fillfactor = 50);
drop index meal_report_due;
drop index meal_report_unclear;
create index meal_report_due on meal_report (organization_id, dining_date) where due;
create index meal_report_unclear on meal_report (organization_id, dining_date) where unclear;

-- Events are written of reports in hand and no report is ever deleted; looking each up cost more than writing it.
alter table meal_report_event drop constraint meal_report_event_organization_id_report_id_fkey;

-- As before, but what says nothing of portions (a fate, a charge) costs no look at reports: they are most of the events.
create or replace function rollup_meal_add() returns trigger language plpgsql as $$
begin
  if not exists (select from fresh where event in ('REPORT', 'CHANGE', 'CANCEL')) then
    return null;
  end if;
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
