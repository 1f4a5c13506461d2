/**
 * Where the need of a day comes from: portions of its menus through recipes and mapping, one row per goods, place and meal with the
 * dishes beside each other. A few statements, whatever the number of places.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { ownRecipesText } from '../bom/bom-sql.ts';
import { needParts } from './made-goods.ts';

/** Days behind that tell where a unit's diners eat, and what share of a meal takes a dish: as menus are planned by it (`withForecasts`). */
const habitDays = 28;
const dishDays = 56;

/** Portions foretold of the menu `f`: of its restaurant, else its part of the unit's; asked for only where a dish was not planned. */
const foretoldText = `
  case when exists (select 1 from food_menu_item i where i.organization_id = f.organization_id and i.menu_id = f.id and i.status = 'ON'
      and i.plan_qty = 0) then coalesce(
    (select case p.told when 'NAIVE' then p.naive else p.portions end from meal_forecast_place p
      where p.organization_id = f.organization_id and p.dining_date = f.menu_date and p.meal_period_id = f.meal_period_id
        and p.restaurant_id = f.restaurant_id),
    (select round((case u.told when 'NAIVE' then u.naive else u.portions end + u.guests)::numeric * e.here / nullif(e.everywhere, 0))
      from meal_forecast u cross join lateral (
        select sum(c.heads) as everywhere, sum(c.heads) filter (where c.restaurant_id = f.restaurant_id) as here from consumed_by_place c
        where c.organization_id = f.organization_id and c.meal_period_id = f.meal_period_id
          and c.business_date >= f.menu_date - ${habitDays} and c.business_date < f.menu_date) e
      where u.organization_id = f.organization_id and u.dining_date = f.menu_date and u.meal_period_id = f.meal_period_id
        and u.told <> 'NONE')) end`;

/**
 * Menus of the day with who has asked to eat there, of the places $3 or of all. What is bought is what the kitchen will make
 * (`usualBasis` of the menu): by what was asked for where that is half of the plan at least. Where most people come without saying so, a
 * few orders are not what is cooked.
 */
const menusText = `
  insert into need_menu
  select f.organization_id, f.id, f.meal_period_id, asked.heads, asked.ordered, asked.most,
    case when asked.heads + asked.ordered > 0 and (asked.heads + asked.ordered) * 2 >= coalesce(asked.most, 0) then 'ASKED' else 'PLAN' end,
    ${foretoldText}
  from food_menu f
  join restaurant r on r.organization_id = f.organization_id and r.id = f.restaurant_id and r.contractor_id = $1
  cross join lateral (select
    coalesce((select sum(p.portions) from meal_report p where p.organization_id = f.organization_id and p.dining_date = f.menu_date
        and p.restaurant_id = f.restaurant_id and p.meal_period_id = f.meal_period_id and p.status = 'REPORTED'), 0)
      + coalesce((select sum(c.portions) from meal_count c where c.organization_id = f.organization_id and c.dining_date = f.menu_date
        and c.restaurant_id = f.restaurant_id and c.meal_period_id = f.meal_period_id and c.status = 'REPORTED'), 0) as heads,
    (select count(*) from meal_order_item x join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id
        and o.revision = x.revision
      where x.organization_id = f.organization_id and x.dining_date = f.menu_date and x.restaurant_id = f.restaurant_id
        and x.meal_period_id = f.meal_period_id and o.status in ('PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')) as ordered,
    (select max(i.plan_qty) from food_menu_item i
      where i.organization_id = f.organization_id and i.menu_id = f.id and i.status = 'ON') as most) asked
  where f.menu_date = $2::date and f.status <> 'WITHDRAWN' and ($3::bigint[] is null or f.organization_id = any($3::bigint[]))`;

/** Of the portions planned for a meal's most planned dish, how many the dish `i` had lately, 0–1; a dish nobody knows is everybody's. */
const shareText = `coalesce(nullif((select sum(p.plan_qty)::numeric / nullif(sum(m.most), 0) from food_menu_item p
    cross join lateral (select max(o.plan_qty) as most from food_menu_item o
      where o.organization_id = p.organization_id and o.menu_id = p.menu_id) m
    where p.organization_id = i.organization_id and p.dish_id = i.dish_id and p.menu_date >= $2::date - ${dishDays}
      and p.menu_date < $2::date and m.most > 0), 0), 1)`;

/**
 * Their dishes with what is asked of each, and the caterer's own recipe where it has one. Recipes of its own are few: dishes are looked for
 * by them, not the other way round.
 */
const dishesText = `
  with
   own_dish as materialized (
     select d.organization_id, d.id as dish_id, d.lib_dish_id, $2::date as day from dish d
     where d.organization_id in (select site_id from need_menu) and (
       (d.organization_id, d.id) in (select r.organization_id, r.dish_id from bom_recipe r where r.contractor_id = $1 and r.kind = 'DISH')
       or d.lib_dish_id in (select r.lib_dish_id from bom_recipe r where r.contractor_id = $1 and r.kind = 'LIBRARY'))),
   own as materialized (${ownRecipesText('own_dish', '$1')}),
   item as (
     select v.site_id, v.id as menu_id, i.dish_id,
       coalesce(i.dish_version_id, (select coalesce(d.approved_id, d.version_id) from dish d
         where d.organization_id = i.organization_id and d.id = i.dish_id)) as version_id,
       case when v.source = 'PLAN' and i.plan_qty = 0 then 'FORECAST' else v.source end as source,
       ceil(case when v.source = 'ASKED'
           -- Where nothing is planned every dish is everybody's, as on the kitchen's sheet.
           then coalesce(round(v.heads * i.plan_qty::numeric / nullif(v.most, 0)), v.heads)
             + coalesce((select sum(x.qty) from meal_order_item x
             join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision
             where x.organization_id = i.organization_id and x.menu_item_id = i.id
               and o.status in ('PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')), 0)
           when i.plan_qty > 0 then i.plan_qty
           else round(coalesce(v.foretold, 0) * ${shareText}) end * (1 + $3 / 10000.0))::int as portions
     from need_menu v
     join food_menu_item i on i.organization_id = v.site_id and i.menu_id = v.id and i.status = 'ON' offset 0)
  insert into need_dish
  select i.site_id, i.menu_id, i.dish_id, i.version_id, i.portions, i.source, w.id, w.made_milli
  from item i left join own w on w.organization_id = i.site_id and w.dish_id = i.dish_id and w.part_count > 0
  where i.portions > 0`;

/** Made goods `f` are taken apart to what is bought, but for those that lie in stock. */
const flatText = `flat as materialized (select f.goods_id, f.part_id, (f.part_num::numeric / f.part_den)::double precision as share
  from bom_flat f where f.contractor_id = $1 and not f.kept and $2::date >= f.since and $2::date < f.until)`;

/** Food-stuffs of the places with the goods each is bought as, and how much of it a milligram is. */
const stuffsText = `
  with mapped as materialized (
    select distinct on (b.lib_stuff_id) b.lib_stuff_id, b.goods_id, b.per_base_mg from bom_map b
    where b.contractor_id = $1 and b.from_date <= $2::date order by b.lib_stuff_id, b.from_date desc),
  ${flatText}
  insert into need_stuff
  select fs.organization_id, fs.id, coalesce(fs.edible_ratio, ls.edible_ratio), coalesce(f.part_id, m.goods_id),
    coalesce(f.share, 1) / m.per_base_mg
  from (select distinct site_id from need_menu) s
  join food_stuff fs on fs.organization_id = s.site_id
  join mapped m on m.lib_stuff_id = fs.lib_id
  left join lib_food_stuff ls on ls.id = fs.lib_id
  left join flat f on f.goods_id = m.goods_id`;

/**
 * By the caterer's own recipe for a dish where it has one, by the menu's otherwise. Menu by menu, so that what is added up at once is
 * the goods of one kitchen and not of all; the lines of a recipe are reached by its key, dish for dish (the offsets keep them apart):
 * what it takes grows with the lines of the day, not with all recipes there are.
 */
const needsText = `
  with ${flatText}
  insert into meal_need (contractor_id, purchase_date, id, goods_id, site_id, meal_period_id, source, qty, dish_ids, portions, amounts)
  select $1, $2::date, nextval('id_block') * 1000, n.goods_id, v.site_id, v.meal_period_id, n.source, n.qty, n.dish_ids, n.portions, n.amounts
  from need_menu v
  cross join lateral (
    -- Sums of doubles: what is beyond a millionth of a gram is their noise.
    select p.goods_id, p.source, ceil(sum(p.amount) - 1e-6)::bigint as qty, array_agg(p.dish_id) as dish_ids,
      array_agg(p.portions) as portions, array_agg(p.amount) as amounts
    from (
      select s.goods_id, i.source, i.dish_id, i.portions,
        i.portions * bought_mg(l.grams, l.loss_ratio, l.basis, s.edible_ratio) * s.per_mg as amount
      from need_dish i
      cross join lateral (select rl.food_stuff_id, rl.grams, rl.loss_ratio, rl.basis from recipe_line rl
        where rl.organization_id = i.site_id and rl.version_id = i.version_id and i.own_id is null offset 0) l
      join need_stuff s on s.site_id = v.site_id and s.id = l.food_stuff_id
      where i.menu_id = v.id
      union all
      select coalesce(f.part_id, p.goods_id), i.source, i.dish_id, i.portions,
        i.portions * p.qty_milli::double precision / i.made_milli * coalesce(f.share, 1)
      from need_dish i join bom_recipe_part p on p.contractor_id = $1 and p.recipe_id = i.own_id
      left join flat f on f.goods_id = p.goods_id
      where i.menu_id = v.id) p
    group by 1, 2 offset 0) n`;

/** They last as long as the transaction, and a table says how many rows it has: a step of a statement does not. */
const tempText = `
  create temp table need_menu (site_id bigint, id bigint, meal_period_id bigint, heads numeric, ordered bigint, most int,
    source text, foretold numeric) on commit drop;
  create temp table need_dish (site_id bigint, menu_id bigint, dish_id bigint, version_id bigint, portions int,
    source text, own_id bigint, made_milli bigint) on commit drop;
  create temp table need_stuff (site_id bigint, id bigint, edible_ratio int, goods_id bigint, per_mg double precision) on commit drop`;

/** Steps whose rows nobody can guess are joined by hashes: gone through once for every row they would never end. */
const hashedText = `set local enable_nestloop = off; set local enable_mergejoin = off; set local enable_sort = off; set local work_mem = '64MB'`;
const usualText = `set local enable_nestloop to default; set local enable_mergejoin to default; set local enable_sort to default;
  set local work_mem to default`;
export async function byHashes<T>(tx: Sql, work: () => Promise<T>): Promise<T> {
  await tx.query(hashedText);
  const answer = await work();
  await tx.query(usualText);
  return answer;
}

/**
 * Writes the needs of a day anew, of all places or of some; answers how many rows. Those of the other places stand as they were, and what is
 * made for all of them together is made anew.
 */
export async function writeNeeds(
  tx: Sql,
  contractorId: number,
  day: string,
  bufferBp: number,
  siteIds: readonly number[] | null = null,
): Promise<number> {
  await tx.query(
    `delete from meal_need where contractor_id = $1 and purchase_date = $2
       and ($3::bigint[] is null or site_id = any($3::bigint[]) or via_id is not null)`,
    [contractorId, day, siteIds],
  );
  await tx.query(tempText);
  await tx.query(menusText, [contractorId, day, siteIds]);
  await tx.query('analyze need_menu');
  await tx.query(dishesText, [contractorId, day, bufferBp]);
  await tx.query(stuffsText, [contractorId, day]);
  await tx.query(
    'create index on need_dish (menu_id); create index on need_stuff (site_id); analyze need_dish; analyze need_stuff',
  );
  const { rowCount } = await byHashes(tx, () => tx.query(needsText, [contractorId, day]));
  await needParts(tx, contractorId, day);
  return rowCount ?? 0;
}
