-- Half-finished goods that lie in stock: a recipe says so, menus, needs and costs stop at them, and a document makes them.
alter table bom_recipe add column kept boolean not null default false;
alter table bom_flat add column kept boolean not null default false;
-- The need of a raw goods that is there for making another; null: for the meal itself.
alter table purchase_need add column via_id bigint;

create table production (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  production_no text not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  due_on date not null,
  plan_qty bigint not null check (plan_qty > 0),
  -- Null until the cook has said it.
  made_qty bigint check (made_qty >= 0),
  lot_no text not null default '',
  produced_on date,
  expires_on date,
  loss_reason text not null default '',
  lot_id bigint,
  bill_id bigint,
  status text not null check (status in ('PLANNED', 'MADE', 'CANCELLED', 'REVERSED')),
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint production_no unique (contractor_id, production_no),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index production_made on production (contractor_id, created_at desc, id desc);
create index production_bill on production (contractor_id, bill_id) where bill_id is not null;

create table production_line (
  contractor_id bigint not null,
  id bigint not null,
  production_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  need_qty bigint not null check (need_qty > 0),
  -- Null until it is weighed.
  taken_qty bigint check (taken_qty >= 0),
  primary key (contractor_id, id),
  foreign key (contractor_id, production_id) references production (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index production_line_of on production_line (contractor_id, production_id, line_no);

-- As before, but what lies in stock made is taken as it is.
create or replace function dish_parts(contractor bigint, organization bigint, dish bigint, recipe bigint, day date)
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
    and not f.kept
$$;
