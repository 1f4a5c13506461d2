-- Where a need comes from, one row per goods, place, meal and reason with its dishes beside each other: a day of five hundred places
-- comes to tens of thousands of rows instead of millions. purchase_need stays for servers of the version before; nothing writes it any more.
create table meal_need (
  contractor_id bigint not null,
  purchase_date date not null,
  goods_id bigint not null,
  -- The first of a block of its own: each dish is shown under a number that follows.
  id bigint not null,
  site_id bigint not null,
  meal_period_id bigint not null,
  source text not null check (source in ('ASKED', 'PLAN')),
  -- The need of a raw goods that is there for making another; null: for the meal itself.
  via_id bigint,
  -- Rounded up once, over all the dishes.
  qty bigint not null,
  dish_ids bigint[] not null,
  portions int[] not null,
  amounts double precision[] not null,
  primary key (contractor_id, purchase_date, goods_id, id),
  check (cardinality(dish_ids) = cardinality(portions) and cardinality(dish_ids) = cardinality(amounts))
);

insert into meal_need (contractor_id, purchase_date, goods_id, id, site_id, meal_period_id, source, via_id, qty, dish_ids, portions, amounts)
select contractor_id, purchase_date, goods_id, min(id), site_id, meal_period_id, source, via_id, sum(qty)::bigint,
  array_agg(dish_id order by id), array_agg(portions order by id), array_agg(qty::double precision order by id)
from purchase_need group by contractor_id, purchase_date, goods_id, site_id, meal_period_id, source, via_id;

-- As before, without a decimal division for every line of every recipe.
create or replace function bought_mg(grams double precision, loss_ratio int, basis text, edible_ratio int) returns double precision
language sql immutable parallel safe as $$
  select grams * 1000 * (1 + loss_ratio / 10000::double precision)
    * case basis when 'NET' then 10000::double precision / coalesce(edible_ratio, 10000) else 1 end
$$;
