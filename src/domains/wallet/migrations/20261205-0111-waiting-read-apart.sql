-- The totals that wait are read batch by batch by a function: a report over the day totals no longer plans for every month of trades,
-- which took longer than the report where a unit had three years of them, and nearly always waits for none.
create function waiting_swipe_totals(organization bigint, day date, ids bigint[]) returns setof plain_swipe_totals
language plpgsql stable rows 60 as $$
begin
  return query select * from plain_swipe_totals s where s.organization_id = organization and s.business_date = day and s.id = any(ids);
end $$;

create or replace view consumed_by_place as
select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_consume_place
union all
select w.organization_id, w.business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_waiting w
cross join lateral waiting_swipe_totals(w.organization_id, w.business_date, w.trades) s;

create or replace view consumed_by_people as
select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_consume_people
union all
select w.organization_id, w.business_date, meal_period_id, restaurant_id, person_type_id, department_id, consume_count, heads,
  restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen, arrears_fen, third_fen, count_used,
  reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen, offline_count, first_at, last_at
from rollup_waiting w
cross join lateral waiting_swipe_totals(w.organization_id, w.business_date, w.trades) s;
