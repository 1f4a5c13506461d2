-- What a person ate in the closed months of the year that goes on, per meal: a report that reaches into the open month reads one row in
-- the place of up to eleven months. Each close adds a set of its own beside the last one, for who has just read how far months are closed.
create table rollup_consume_person_so_far (
  organization_id bigint not null,
  -- The first day behind the closed months; never a first of January.
  until date not null,
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
  primary key (organization_id, until, person_id, meal_period_id)
);

create function consume_roll_so_far(organization bigint, open_from date) returns void language sql as $$
  insert into rollup_consume_person_so_far (organization_id, until, person_id, meal_period_id, consume_count, main_fen, subsidy_fen,
    gift_fen, arrears_fen, third_fen, amount_fen, reversed_fen, supplement_fen)
  select m.organization_id, open_from, m.person_id, m.meal_period_id, sum(m.consume_count), sum(m.main_fen), sum(m.subsidy_fen),
    sum(m.gift_fen), sum(m.arrears_fen), sum(m.third_fen), sum(m.amount_fen), sum(m.reversed_fen), sum(m.supplement_fen)
  from rollup_consume_person_month m
  where m.organization_id = organization and m.month >= date_trunc('year', open_from)::date and m.month < open_from
  group by m.organization_id, m.person_id, m.meal_period_id;
  delete from rollup_consume_person_so_far s
  where s.organization_id = organization
    and s.until < (select max(b.until) from rollup_consume_person_so_far b where b.organization_id = organization and b.until < open_from)
$$;

create or replace function consume_month_closed() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform consume_roll_month(new.organization_id, new.month);
  perform consume_roll_years(new.organization_id, (new.month + interval '1 month')::date);
  perform consume_roll_so_far(new.organization_id, (new.month + interval '1 month')::date);
  return null;
end $$;

select consume_roll_so_far(organization_id, (max(month) + interval '1 month')::date) from period group by organization_id;
