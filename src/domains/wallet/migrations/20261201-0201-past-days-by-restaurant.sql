-- Past days of a restaurant over all its meals, a quarter of the rows of rollup_consume_fold: what a caterer of five hundred
-- units adds up for a month. It follows that table by itself, whichever version of the server folds the day.
create table rollup_consume_restaurant (like rollup_consume_fold including defaults);
alter table rollup_consume_restaurant drop column meal_period_id;
alter table rollup_consume_restaurant add primary key (organization_id, business_date, restaurant_id);

create function wallet_fold_restaurants() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from rollup_consume_restaurant r using (select distinct organization_id, business_date from gone) g
    where r.organization_id = g.organization_id and r.business_date = g.business_date;
    return null;
  end if;
  insert into rollup_consume_restaurant (organization_id, business_date, restaurant_id,
    consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen,
    arrears_fen, third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count,
    supplement_fen, offline_count, people_net_fen)
  select organization_id, business_date, restaurant_id,
    sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
    sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used),
    sum(reverse_count), sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen),
    sum(offline_count), sum(people_net_fen)
  from fresh group by 1, 2, 3;
  return null;
end $$;
create trigger rollup_consume_fold_gone after delete on rollup_consume_fold
  referencing old table as gone for each statement execute function wallet_fold_restaurants();
create trigger rollup_consume_fold_fresh after insert on rollup_consume_fold
  referencing new table as fresh for each statement execute function wallet_fold_restaurants();

insert into rollup_consume_restaurant (organization_id, business_date, restaurant_id,
  consume_count, heads, restaurant_heads, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, gift_fen,
  arrears_fen, third_fen, count_used, reverse_count, reversed_fen, reversed_count_used, supplement_count,
  supplement_fen, offline_count, people_net_fen)
select organization_id, business_date, restaurant_id,
  sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
  sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used),
  sum(reverse_count), sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen),
  sum(offline_count), sum(people_net_fen)
from rollup_consume_fold group by 1, 2, 3;
