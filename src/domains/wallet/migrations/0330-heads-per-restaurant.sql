-- Heads per restaurant beside those of the unit: a person who eats in two restaurants in one meal is one diner of the unit and
-- one of each restaurant. What a person has had is counted per restaurant, so the writer knows both.
alter table trade add column restaurant_heads smallint not null default 0;
alter table rollup_consume_place add column restaurant_heads bigint not null default 0;
alter table rollup_consume_people add column restaurant_heads bigint not null default 0;

-- Past trades get theirs as they would have been booked: +1 for the first standing trade of a person in a meal and
-- restaurant, -1 for the reversal of the last; every trade of a walk-in is one of its own. Nothing that was said before changes.
alter table trade disable trigger refuse_change;
with steps as (
  select t.organization_id, t.id, t.business_date, t.person_id, coalesce(o.occurred_date, t.occurred_date) as day,
    t.meal_period_id, t.restaurant_id, t.recorded_at,
    case
      when t.kind = 'CONSUME' then 1
      when o.kind = 'CONSUME' and o.amount_fen = sum(t.amount_fen) over (partition by t.organization_id, t.original_trade_id
        order by t.recorded_at, t.id) then -1
      else 0
    end as step
  from trade t
  left join trade o on o.organization_id = t.organization_id and o.id = t.original_trade_id and t.kind = 'REVERSE'
  where t.kind in ('CONSUME', 'REVERSE')),
standing as (
  select *, sum(step) over (partition by organization_id, person_id, day, meal_period_id, restaurant_id
    order by recorded_at, step desc, id) as after
  from steps where step <> 0)
update trade t set restaurant_heads = s.step
from standing s
where t.organization_id = s.organization_id and t.id = s.id and t.business_date = s.business_date
  and (s.person_id = 0 or s.after = case when s.step = 1 then 1 else 0 end);
alter table trade enable trigger refuse_change;

-- The day totals of the past, in the oldest lane of each key: readers sum over lanes.
with sums as (
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, sum(restaurant_heads) as heads
  from trade where restaurant_heads <> 0 group by 1, 2, 3, 4, 5, 6),
target as (
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, min(lane) as lane
  from rollup_consume_place group by 1, 2, 3, 4, 5, 6)
update rollup_consume_place r set restaurant_heads = s.heads
from sums s join target g using (organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id)
where (r.organization_id, r.business_date, r.meal_period_id, r.restaurant_id, r.deploy_site_id, r.device_id, r.lane)
  = (g.organization_id, g.business_date, g.meal_period_id, g.restaurant_id, g.deploy_site_id, g.device_id, g.lane);
with sums as (
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, sum(restaurant_heads) as heads
  from trade where restaurant_heads <> 0 group by 1, 2, 3, 4, 5, 6),
target as (
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, min(lane) as lane
  from rollup_consume_people group by 1, 2, 3, 4, 5, 6)
update rollup_consume_people r set restaurant_heads = s.heads
from sums s join target g using (organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id)
where (r.organization_id, r.business_date, r.meal_period_id, r.restaurant_id, r.person_type_id, r.department_id, r.lane)
  = (g.organization_id, g.business_date, g.meal_period_id, g.restaurant_id, g.person_type_id, g.department_id, g.lane);

-- Counters per restaurant, counted again from the trades.
alter table spend_counter drop constraint spend_counter_pkey;
alter table spend_counter add column restaurant_id bigint not null default 0;
delete from spend_counter;
insert into spend_counter (organization_id, person_id, occurred_date, meal_period_id, restaurant_id, trade_count, amount_fen, last_at,
  last_device_id, last_amount_fen)
select t.organization_id, t.person_id, t.occurred_date, t.meal_period_id, t.restaurant_id,
  count(*) filter (where not coalesce(r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used, false)),
  sum(t.amount_fen - coalesce(r.reversed_fen, 0)), max(t.occurred_at),
  (array_agg(t.device_id order by t.occurred_at desc))[1], (array_agg(t.amount_fen order by t.occurred_at desc))[1]
from trade t
left join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.id
where t.kind = 'CONSUME' and t.person_id <> 0
group by 1, 2, 3, 4, 5;
alter table spend_counter alter column restaurant_id drop default;
alter table spend_counter add primary key (organization_id, person_id, occurred_date, meal_period_id, restaurant_id);

drop view trade_list;
create view trade_list as
select t.*,
  coalesce(r.reversed_fen, 0) as corrected_fen,
  case
    when r.posting_id is null then 'SUCCESS'
    when r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used then 'CORRECTED'
    else 'PART_CORRECTED'
  end as status
from trade t
left join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.id;

create or replace function wallet_merge_lanes(organization bigint, before_day date) returns bigint language plpgsql as $$
declare
  merged bigint := 0;
  step bigint;
begin
  with gone as (
    delete from rollup_consume_place where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_consume_place as r
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, -1, sum(consume_count),
    sum(heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen), sum(subsidy_fen), sum(gift_fen),
    sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count), sum(reversed_fen), sum(reversed_count_used),
    sum(supplement_count), sum(supplement_fen), sum(offline_count), min(first_at), max(last_at),
    sum(restaurant_heads)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, lane) do update set
    consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
    restaurant_heads = r.restaurant_heads + excluded.restaurant_heads,
    origin_fen = r.origin_fen + excluded.origin_fen, discount_fen = r.discount_fen + excluded.discount_fen,
    amount_fen = r.amount_fen + excluded.amount_fen, main_fen = r.main_fen + excluded.main_fen,
    subsidy_fen = r.subsidy_fen + excluded.subsidy_fen, gift_fen = r.gift_fen + excluded.gift_fen,
    arrears_fen = r.arrears_fen + excluded.arrears_fen, third_fen = r.third_fen + excluded.third_fen,
    count_used = r.count_used + excluded.count_used, reverse_count = r.reverse_count + excluded.reverse_count,
    reversed_fen = r.reversed_fen + excluded.reversed_fen,
    reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
    supplement_count = r.supplement_count + excluded.supplement_count,
    supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at);
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_consume_people where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_consume_people as r
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, -1, sum(consume_count),
    sum(heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen), sum(subsidy_fen), sum(gift_fen),
    sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count), sum(reversed_fen), sum(reversed_count_used),
    sum(supplement_count), sum(supplement_fen), sum(offline_count), min(first_at), max(last_at),
    sum(restaurant_heads)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, lane) do update set
    consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
    restaurant_heads = r.restaurant_heads + excluded.restaurant_heads,
    origin_fen = r.origin_fen + excluded.origin_fen, discount_fen = r.discount_fen + excluded.discount_fen,
    amount_fen = r.amount_fen + excluded.amount_fen, main_fen = r.main_fen + excluded.main_fen,
    subsidy_fen = r.subsidy_fen + excluded.subsidy_fen, gift_fen = r.gift_fen + excluded.gift_fen,
    arrears_fen = r.arrears_fen + excluded.arrears_fen, third_fen = r.third_fen + excluded.third_fen,
    count_used = r.count_used + excluded.count_used, reverse_count = r.reverse_count + excluded.reverse_count,
    reversed_fen = r.reversed_fen + excluded.reversed_fen,
    reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
    supplement_count = r.supplement_count + excluded.supplement_count,
    supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at);
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_account_day where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_account_day as r
  select organization_id, business_date, account, posting_kind, reverses_kind, -1, sum(in_fen), sum(out_fen), sum(entry_count)
  from gone group by 1, 2, 3, 4, 5
  on conflict (organization_id, business_date, account, posting_kind, reverses_kind, lane) do update set
    in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
    entry_count = r.entry_count + excluded.entry_count;
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_operator_day where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_operator_day as r
  select organization_id, operator_id, business_date, posting_kind, reverses_kind, account, -1, sum(in_fen), sum(out_fen),
    sum(entry_count)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, operator_id, business_date, posting_kind, reverses_kind, account, lane) do update set
    in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
    entry_count = r.entry_count + excluded.entry_count;
  get diagnostics step = row_count;
  return merged + step;
end $$;
