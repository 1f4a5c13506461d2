-- Past months of a whole unit: a year of a thousand units is twelve thousand rows, not 365,000. They follow the days of
-- rollup_consume_unit by themselves, whichever version of the server folds a day; business_date is the first of the month.
create table rollup_consume_month (like rollup_consume_unit including defaults);
alter table rollup_consume_month add check (restaurant_id = -1), add check (extract(day from business_date) = 1),
  add primary key (organization_id, business_date);

create function wallet_fold_months() returns trigger language plpgsql as $$
begin
  delete from rollup_consume_month m
  using (select distinct organization_id, date_trunc('month', business_date)::date as month from changed) c
  where m.organization_id = c.organization_id and m.business_date = c.month;
  insert into rollup_consume_month (organization_id, business_date, restaurant_id,
    consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen,
    arrears_fen, third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen,
    offline_count, people_net_fen)
  select u.organization_id, c.month, -1,
    sum(u.consume_count), sum(u.heads), sum(u.restaurant_heads), sum(u.origin_fen), sum(u.discount_fen), sum(u.amount_fen),
    sum(u.main_fen), sum(u.subsidy_fen), sum(u.gift_fen), sum(u.arrears_fen), sum(u.third_fen), sum(u.count_used),
    sum(u.reverse_count), sum(u.reversed_fen), sum(u.reversed_count_used), sum(u.supplement_count), sum(u.supplement_fen),
    sum(u.offline_count), sum(u.people_net_fen)
  from (select distinct organization_id, date_trunc('month', business_date)::date as month from changed) c
  join rollup_consume_unit u on u.organization_id = c.organization_id
    and u.business_date >= c.month and u.business_date < c.month + interval '1 month'
  group by 1, 2;
  return null;
end $$;
create trigger rollup_consume_unit_gone after delete on rollup_consume_unit
  referencing old table as changed for each statement execute function wallet_fold_months();
create trigger rollup_consume_unit_fresh after insert on rollup_consume_unit
  referencing new table as changed for each statement execute function wallet_fold_months();

insert into rollup_consume_month (organization_id, business_date, restaurant_id,
    consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen,
    arrears_fen, third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count, supplement_fen,
    offline_count, people_net_fen)
select u.organization_id, date_trunc('month', u.business_date)::date, -1,
    sum(u.consume_count), sum(u.heads), sum(u.restaurant_heads), sum(u.origin_fen), sum(u.discount_fen), sum(u.amount_fen),
    sum(u.main_fen), sum(u.subsidy_fen), sum(u.gift_fen), sum(u.arrears_fen), sum(u.third_fen), sum(u.count_used),
    sum(u.reverse_count), sum(u.reversed_fen), sum(u.reversed_count_used), sum(u.supplement_count), sum(u.supplement_fen),
    sum(u.offline_count), sum(u.people_net_fen)
from rollup_consume_unit u group by 1, 2;
