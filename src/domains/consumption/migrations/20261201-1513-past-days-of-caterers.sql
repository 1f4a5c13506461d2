-- Past days by who served them, added up from the first of the month: a period is what stands at its end less what stood before
-- it, a row or three a unit however many days it has. Number 0 is the unit itself. Every day to the end of the month has its row,
-- so that a date finds one whether anybody ate on it or not.
create table rollup_caterer_unit (like rollup_consume_unit including defaults) with (fillfactor = 70);
alter table rollup_caterer_unit drop column restaurant_id;
alter table rollup_caterer_unit add column contractor_id bigint not null;
alter table rollup_caterer_unit add primary key (organization_id, business_date, contractor_id);
create index rollup_caterer_unit_day on rollup_caterer_unit (business_date, organization_id);

-- The same over all units, in seven shares: nights of units that run at once seldom wait for each other.
create table rollup_caterer (like rollup_caterer_unit including defaults) with (fillfactor = 50);
alter table rollup_caterer drop column organization_id;
alter table rollup_caterer add column share smallint not null;
alter table rollup_caterer add primary key (business_date, contractor_id, share);

-- Brings both to what rollup_consume_restaurant says of these days under the contracts as they stand. What they said of a day is
-- taken off by whom it was said of, so that a day may have changed hands since. Found by keys whatever a plan made while the
-- tables were young would rather do.
create function consumption_fold_caterers(units bigint[], days date[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with day as materialized (select * from unnest(units, days) as d (organization_id, business_date)),
  moved as (
    select r.organization_id, coalesce(k.contractor_id, 0) as contractor_id, r.business_date,
      r.consume_count, r.heads, r.restaurant_heads, r.origin_fen, r.discount_fen, r.amount_fen, r.main_fen, r.subsidy_fen,
      r.gift_fen, r.arrears_fen, r.third_fen, r.count_used, r.reverse_count, r.reversed_fen, r.reversed_count_used,
      r.supplement_count, r.supplement_fen, r.offline_count, r.people_net_fen
    from day d
    join rollup_consume_restaurant r on r.organization_id = d.organization_id and r.business_date = d.business_date
    left join contract_restaurant k on k.organization_id = r.organization_id and k.restaurant_id = r.restaurant_id
      and r.business_date between k.from_date and k.to_date
    union all
    select a.organization_id, a.contractor_id, d.business_date,
      -a.consume_count, -a.heads, -a.restaurant_heads, -a.origin_fen, -a.discount_fen, -a.amount_fen, -a.main_fen,
      -a.subsidy_fen, -a.gift_fen, -a.arrears_fen, -a.third_fen, -a.count_used, -a.reverse_count, -a.reversed_fen,
      -a.reversed_count_used, -a.supplement_count, -a.supplement_fen, -a.offline_count, -a.people_net_fen
    from day d
    join rollup_caterer_unit a on a.organization_id = d.organization_id and a.business_date = d.business_date
    union all
    select a.organization_id, a.contractor_id, d.business_date,
      a.consume_count, a.heads, a.restaurant_heads, a.origin_fen, a.discount_fen, a.amount_fen, a.main_fen, a.subsidy_fen,
      a.gift_fen, a.arrears_fen, a.third_fen, a.count_used, a.reverse_count, a.reversed_fen, a.reversed_count_used,
      a.supplement_count, a.supplement_fen, a.offline_count, a.people_net_fen
    from day d
    join rollup_caterer_unit a on a.organization_id = d.organization_id and a.business_date = d.business_date - 1
    where extract(day from d.business_date) <> 1),
  run as (
    select m.organization_id, m.contractor_id, m.business_date + n as business_date,
      sum(m.consume_count) as consume_count, sum(m.heads) as heads, sum(m.restaurant_heads) as restaurant_heads,
      sum(m.origin_fen) as origin_fen, sum(m.discount_fen) as discount_fen, sum(m.amount_fen) as amount_fen,
      sum(m.main_fen) as main_fen, sum(m.subsidy_fen) as subsidy_fen, sum(m.gift_fen) as gift_fen,
      sum(m.arrears_fen) as arrears_fen, sum(m.third_fen) as third_fen, sum(m.count_used) as count_used,
      sum(m.reverse_count) as reverse_count, sum(m.reversed_fen) as reversed_fen,
      sum(m.reversed_count_used) as reversed_count_used, sum(m.supplement_count) as supplement_count,
      sum(m.supplement_fen) as supplement_fen, sum(m.offline_count) as offline_count, sum(m.people_net_fen) as people_net_fen
    from moved m
    cross join lateral generate_series(0, (date_trunc('month', m.business_date) + interval '1 month - 1 day')::date - m.business_date) n
    group by 1, 2, 3),
  by_unit as (
    insert into rollup_caterer_unit as r (organization_id, contractor_id, business_date,
      consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen,
      arrears_fen, third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen,
      offline_count, people_net_fen)
    select * from run
    on conflict (organization_id, business_date, contractor_id) do update set
      consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
      restaurant_heads = r.restaurant_heads + excluded.restaurant_heads, origin_fen = r.origin_fen + excluded.origin_fen,
      discount_fen = r.discount_fen + excluded.discount_fen, amount_fen = r.amount_fen + excluded.amount_fen,
      main_fen = r.main_fen + excluded.main_fen, subsidy_fen = r.subsidy_fen + excluded.subsidy_fen,
      gift_fen = r.gift_fen + excluded.gift_fen, arrears_fen = r.arrears_fen + excluded.arrears_fen,
      third_fen = r.third_fen + excluded.third_fen, count_used = r.count_used + excluded.count_used,
      reverse_count = r.reverse_count + excluded.reverse_count, reversed_fen = r.reversed_fen + excluded.reversed_fen,
      reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
      supplement_count = r.supplement_count + excluded.supplement_count,
      supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
      people_net_fen = r.people_net_fen + excluded.people_net_fen)
  insert into rollup_caterer as r (contractor_id, business_date, share,
    consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen,
    third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count,
    people_net_fen)
  select contractor_id, business_date, organization_id % 7,
    sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen),
    sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count), sum(reversed_fen),
    sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count), sum(people_net_fen)
  from run group by 1, 2, 3 order by 2, 1, 3
  on conflict (business_date, contractor_id, share) do update set
    consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
    restaurant_heads = r.restaurant_heads + excluded.restaurant_heads, origin_fen = r.origin_fen + excluded.origin_fen,
    discount_fen = r.discount_fen + excluded.discount_fen, amount_fen = r.amount_fen + excluded.amount_fen,
    main_fen = r.main_fen + excluded.main_fen, subsidy_fen = r.subsidy_fen + excluded.subsidy_fen,
    gift_fen = r.gift_fen + excluded.gift_fen, arrears_fen = r.arrears_fen + excluded.arrears_fen,
    third_fen = r.third_fen + excluded.third_fen, count_used = r.count_used + excluded.count_used,
    reverse_count = r.reverse_count + excluded.reverse_count, reversed_fen = r.reversed_fen + excluded.reversed_fen,
    reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
    supplement_count = r.supplement_count + excluded.supplement_count,
    supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
    people_net_fen = r.people_net_fen + excluded.people_net_fen;
end $$;

-- They follow the days of restaurants by themselves, whichever version of the server folds a day.
create function consumption_restaurants_folded() returns trigger language plpgsql as $$
begin
  perform consumption_fold_caterers(array_agg(organization_id), array_agg(business_date))
  from (select distinct organization_id, business_date from changed) d having count(*) > 0;
  return null;
end $$;
create trigger rollup_consume_restaurant_gone after delete on rollup_consume_restaurant
  referencing old table as changed for each statement execute function consumption_restaurants_folded();
create trigger rollup_consume_restaurant_fresh after insert on rollup_consume_restaurant
  referencing new table as changed for each statement execute function consumption_restaurants_folded();

-- What is folded already, a month at a time.
select consumption_fold_caterers(array_agg(organization_id), array_agg(business_date))
from (select distinct organization_id, business_date from rollup_consume_restaurant) d group by date_trunc('month', business_date);
