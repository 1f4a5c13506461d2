-- What a person ate in a closed month, per meal: a month gets its rows when it closes, for after that nothing is booked into
-- it. Reports per person read these instead of all trades; the swipe path writes nothing here.
create table rollup_consume_person_month (
  organization_id bigint not null,
  month date not null,
  person_id bigint not null,
  meal_period_id bigint not null,
  -- Reversals count −1; amounts are net.
  trade_count bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  third_fen bigint not null,
  amount_fen bigint not null,
  primary key (organization_id, month, person_id, meal_period_id)
);

create function consume_roll_month(organization bigint, first_day date) returns void language sql as $$
  insert into rollup_consume_person_month (organization_id, month, person_id, meal_period_id, trade_count, main_fen, subsidy_fen,
    third_fen, amount_fen)
  select t.organization_id, first_day, t.person_id, t.meal_period_id, sum(s.sign), sum(s.sign * (t.main_fen + t.arrears_fen)),
    sum(s.sign * (t.subsidy_fen + t.gift_fen)), sum(s.sign * t.third_fen), sum(s.sign * t.amount_fen)
  from trade t cross join lateral (select case when t.kind = 'REVERSE' then -1 else 1 end as sign) s
  where t.organization_id = organization and t.business_date >= first_day and t.business_date < first_day + interval '1 month'
  group by t.organization_id, t.person_id, t.meal_period_id
$$;

create function consume_month_closed() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform consume_roll_month(new.organization_id, new.month);
  return null;
end $$;

create trigger roll_person_months after insert on period for each row execute function consume_month_closed();

select consume_roll_month(organization_id, month) from period;
