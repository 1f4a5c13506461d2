-- What a person ate in a year that is over, per meal: a report without dates reads a year in the place of its twelve months. A year is
-- over with the first close at or behind its December, for months close in order and nothing is booked before the last that is closed.
create table rollup_consume_person_year (
  organization_id bigint not null,
  -- Its first day.
  year date not null,
  person_id bigint not null,
  meal_period_id bigint not null,
  consume_count bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  gift_fen bigint not null,
  arrears_fen bigint not null,
  third_fen bigint not null,
  amount_fen bigint not null,
  reversed_fen bigint not null,
  supplement_fen bigint not null,
  primary key (organization_id, year, person_id, meal_period_id)
);

create function consume_roll_years(organization bigint, open_from date) returns void language sql as $$
  insert into rollup_consume_person_year (organization_id, year, person_id, meal_period_id, consume_count, main_fen, subsidy_fen,
    gift_fen, arrears_fen, third_fen, amount_fen, reversed_fen, supplement_fen)
  select m.organization_id, date_trunc('year', m.month)::date, m.person_id, m.meal_period_id, sum(m.consume_count), sum(m.main_fen),
    sum(m.subsidy_fen), sum(m.gift_fen), sum(m.arrears_fen), sum(m.third_fen), sum(m.amount_fen), sum(m.reversed_fen),
    sum(m.supplement_fen)
  from rollup_consume_person_month m
  where m.organization_id = organization
    and m.month >= coalesce(
      (select max(y.year) + interval '1 year' from rollup_consume_person_year y where y.organization_id = organization), '-infinity')
    and m.month < date_trunc('year', open_from)
  group by 1, 2, 3, 4
$$;

create or replace function consume_month_closed() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform consume_roll_month(new.organization_id, new.month);
  perform consume_roll_years(new.organization_id, (new.month + interval '1 month')::date);
  return null;
end $$;

select consume_roll_years(organization_id, (max(month) + interval '1 month')::date) from period group by organization_id;
