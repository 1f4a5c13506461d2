-- A recipe of the caterer's own, from a day on: what so much of goods made by itself is made of (半成品), or what a dish is bought as
-- instead of its recipe, in one unit or in all that cook the library's dish. Without parts it says: as before again.
create table bom_recipe (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  kind text not null check (kind in ('GOODS', 'DISH', 'LIBRARY')),
  goods_id bigint,
  organization_id bigint,
  dish_id bigint,
  lib_dish_id bigint,
  name text not null,
  -- Thousandths of base units of the goods, or of portions, that the parts give.
  made_milli bigint not null check (made_milli between 1 and 1000000000000),
  part_count int not null,
  from_date date not null,
  note text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id),
  check (num_nonnulls(goods_id, dish_id, lib_dish_id) = 1)
);
create unique index bom_recipe_goods on bom_recipe (contractor_id, goods_id, from_date) where kind = 'GOODS';
create unique index bom_recipe_dish on bom_recipe (contractor_id, organization_id, dish_id, from_date) where kind = 'DISH';
create unique index bom_recipe_library on bom_recipe (contractor_id, lib_dish_id, from_date) where kind = 'LIBRARY';
create index bom_recipe_made on bom_recipe (contractor_id, created_at desc);

create table bom_recipe_part (
  contractor_id bigint not null,
  recipe_id bigint not null,
  goods_id bigint not null,
  qty_milli bigint not null check (qty_milli between 1 and 1000000000000),
  primary key (contractor_id, recipe_id, goods_id),
  foreign key (contractor_id, recipe_id) references bom_recipe (contractor_id, id) on delete cascade,
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);

-- Made goods taken apart to what is bought, over the days it holds: part_num / part_den of a part in one base unit. Follows from the
-- recipes above and is written anew with each of them.
create table bom_flat (
  contractor_id bigint not null,
  goods_id bigint not null,
  since date not null,
  until date not null,
  part_id bigint not null,
  part_num numeric not null,
  part_den numeric not null,
  primary key (contractor_id, goods_id, since, part_id)
);

-- Milligrams to buy of a line of a recipe: with peel and bones, and what is lost in preparing.
create function bought_mg(grams double precision, loss_ratio int, basis text, edible_ratio int) returns double precision
language sql immutable parallel safe as $$
  select grams * 1000 * (1 + loss_ratio / 10000.0) * case basis when 'NET' then 10000.0 / coalesce(edible_ratio, 10000) else 1 end
$$;

-- The recipe a caterer has for a dish instead of the menu's on a day; null where it cooks by the menu's.
create function dish_own_recipe(contractor bigint, organization bigint, dish bigint, day date) returns bigint
language sql stable parallel safe as $$
  select case when o.part_count > 0 then o.id end from (
    select b.id, b.part_count, b.from_date, 1 as nearness from bom_recipe b
    where b.contractor_id = contractor and b.kind = 'DISH' and b.organization_id = organization and b.dish_id = dish and b.from_date <= day
    union all
    select b.id, b.part_count, b.from_date, 2 from bom_recipe b
    join dish d on d.organization_id = organization and d.id = dish and d.lib_dish_id = b.lib_dish_id
    where b.contractor_id = contractor and b.kind = 'LIBRARY' and b.from_date <= day) o
  order by o.nearness, o.from_date desc limit 1
$$;

-- What one portion of a dish takes of the store, in base units, line by line: by its own recipe or by version `recipe` of the menu's, made
-- goods taken apart (`via_id`). A line bought as nothing has no goods.
create function dish_parts(contractor bigint, organization bigint, dish bigint, recipe bigint, day date)
returns table (goods_id bigint, via_id bigint, own boolean, qty numeric) language sql stable parallel safe as $$
  with own as (select dish_own_recipe(contractor, organization, dish, day) as id),
  part as (
    select m.goods_id, false as own, (bought_mg(rl.grams, rl.loss_ratio, rl.basis, coalesce(fs.edible_ratio, ls.edible_ratio)) / m.per_base_mg)::numeric as qty
    from recipe_line rl
    join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id
    join food_stuff_type ft on ft.id = fs.type_id and ft.food_class <> 'WATER'
    left join lib_food_stuff ls on ls.id = fs.lib_id
    left join lateral (select b.goods_id, b.per_base_mg from bom_map b where b.contractor_id = contractor and b.lib_stuff_id = fs.lib_id
      and b.from_date <= day order by b.from_date desc limit 1) m on true
    where rl.organization_id = organization and rl.version_id = recipe and (select id from own) is null
    union all
    select p.goods_id, true, p.qty_milli::numeric / r.made_milli
    from bom_recipe r join bom_recipe_part p on p.contractor_id = r.contractor_id and p.recipe_id = r.id
    where r.contractor_id = contractor and r.id = (select id from own))
  select coalesce(f.part_id, p.goods_id), case when f.part_id is not null then p.goods_id end, p.own,
    p.qty * coalesce(f.part_num, 1) / coalesce(f.part_den, 1)
  from part p left join bom_flat f on f.contractor_id = contractor and f.goods_id = p.goods_id and day >= f.since and day < f.until
$$;
