-- The totals of plain swipes by place and by people are added up a few seconds later, thousands at a time: sixty terminals make
-- sixty places, so a batch's totals never came together and cost as much as its trades. A batch leaves the ids of its trades;
-- readers add up what waits (consumed_by_place, consumed_by_people), so every moment's totals are exact.
-- The totals' tables stay as they are for the servers of the version before.
create table rollup_waiting (
  organization_id bigint not null,
  business_date date not null,
  -- The first of the trades.
  id bigint not null,
  trades bigint[] not null,
  primary key (organization_id, business_date, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- What one plain swipe adds to the totals. What belongs to a closed month is booked on its day, and was swiped on none of its hours.
create view plain_swipe_totals as
select organization_id, business_date, id, meal_period_id, restaurant_id, deploy_site_id, device_id, person_type_id, department_id,
  1::bigint as consume_count, heads::bigint as heads, restaurant_heads::bigint as restaurant_heads, origin_fen, discount_fen, amount_fen,
  main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used, 0::bigint as reverse_count, 0::bigint as reversed_fen,
  0::bigint as reversed_count_used, 0::bigint as supplement_count, 0::bigint as supplement_fen, offline::int::bigint as offline_count,
  case when occurred_date = business_date then occurred_at end as first_at,
  case when occurred_date = business_date then occurred_at end as last_at
from trade_plain;

-- Batch by batch, each read by itself (offset 0): joined, a plan made while a table is young could read all trades instead.
create view consumed_by_place as
select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_consume_place
union all
select w.organization_id, w.business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_waiting w
cross join lateral (select * from plain_swipe_totals s
  where s.organization_id = w.organization_id and s.business_date = w.business_date and s.id = any(w.trades) offset 0) s;

create view consumed_by_people as
select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_consume_people
union all
select w.organization_id, w.business_date, meal_period_id, restaurant_id, person_type_id, department_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_waiting w
cross join lateral (select * from plain_swipe_totals s
  where s.organization_id = w.organization_id and s.business_date = w.business_date and s.id = any(w.trades) offset 0) s;
