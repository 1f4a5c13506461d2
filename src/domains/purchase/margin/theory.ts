/**
 * What meals should have taken of the store: portions that were sold, or the diners' share of what the menu planned, through
 * recipes and mapping, at what the goods cost that day. Lines are whole grams and fen, so that whatever is added up adds up.
 */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { unitTotals } from '../../consumption/public.server.ts';
import { returnedText } from '../../menu/public.server.ts';
import { boughtText, ownRecipesText } from '../bom/bom-sql.ts';
import { asked, listed, places } from './asked.ts';

/** All that was in a store on a day: what was left in the evening and what had left by then. */
const there = (what: 'qty' | 'fen') => {
  const after = what === 'qty' ? 't.qty_after' : 't.value_after_fen';
  return `(${after} + ${['issue', 'sale', 'loss', 'away'].map((one) => `t.${one}_${what}`).join(' + ')})`;
};
const dayAverage = (stores: string) => `(select ${there('fen')}::numeric / ${there('qty')} from stock_day t
  where t.contractor_id = $1 and t.goods_id = x.goods_id and t.business_date <= x.day and ${stores} and ${there('qty')} > 0
  order by t.business_date desc, t.storehouse_id limit 1)`;

/** Parameters beyond those of `asked`: `$6` heads, `$7` dishes, `$8` restaurants, `$9` name of the meal, `$10` sources. */
const lines = `place as materialized (
    select k.organization_id, k.restaurant_id, greatest(k.from_date, $2::date) as from_date, least(k.to_date, $3::date) as to_date
    from contract_restaurant k where k.contractor_id = $1 and k.from_date <= $3::date and k.to_date >= $2::date
      and ($4::bigint[] is null or k.organization_id = any($4)) and ($8::bigint[] is null or k.restaurant_id = any($8))),
  sold as materialized (
    select x.organization_id, x.restaurant_id, x.dining_date as day, x.meal_period_id, x.dish_id, x.name, x.qty, o.person_id
    from place k join meal_order_item x on x.organization_id = k.organization_id and x.restaurant_id = k.restaurant_id
      and x.dining_date between k.from_date and k.to_date
    join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision
    where o.status = 'EATEN' and x.dish_id is not null
    union all
    select l.organization_id, l.restaurant_id, l.business_date, l.meal_period_id, l.dish_id, l.name, l.quantity - ${returnedText}, l.person_id
    from place k join trade_item l on l.organization_id = k.organization_id and l.restaurant_id = k.restaurant_id
      and l.business_date between k.from_date and k.to_date
    left join posting_reversed v on v.organization_id = l.organization_id and v.posting_id = l.trade_id
    where l.kind = 'DISH' and l.status = 'SETTLED' and l.dish_id > 0),
  -- Diners who paid for the meal, not for a dish: they took of everything, the most planned dish being everybody's.
  plain as materialized (
    select h.*, greatest(0, h.heads - (select count(distinct s.person_id) from sold s where s.organization_id = h."organizationId"
      and s.restaurant_id = h."restaurantId" and s.meal_period_id = h."mealPeriodId" and s.day = h."businessDate")) as people
    from jsonb_to_recordset($6::jsonb) as h ("organizationId" bigint, "restaurantId" bigint, "mealPeriodId" bigint, "businessDate" date,
      heads int)
    join place k on k.organization_id = h."organizationId" and k.restaurant_id = h."restaurantId"
      and h."businessDate" between k.from_date and k.to_date),
  served as materialized (
    select s.organization_id, s.restaurant_id, s.day, s.meal_period_id, s.dish_id, d.name as dish_name, d.lib_dish_id, 'SOLD' as source,
      coalesce(i.dish_version_id, d.approved_id, d.version_id) as version_id, sum(s.qty)::bigint as portions
    from sold s join dish d on d.organization_id = s.organization_id and d.id = s.dish_id
    left join lateral (select i.dish_version_id from food_menu_item i where i.organization_id = s.organization_id and i.menu_date = s.day
      and i.restaurant_id = s.restaurant_id and i.meal_period_id = s.meal_period_id and i.dish_id = s.dish_id order by i.id limit 1) i on true
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all
    select i.organization_id, i.restaurant_id, i.menu_date, i.meal_period_id, i.dish_id, d.name, d.lib_dish_id, 'EATEN',
      coalesce(i.dish_version_id, d.approved_id, d.version_id),
      round(h.people * i.plan_qty::numeric / nullif(max(i.plan_qty) over (partition by i.organization_id, i.menu_id), 0))::bigint
    from plain h join food_menu f on f.organization_id = h."organizationId" and f.restaurant_id = h."restaurantId"
      and f.menu_date = h."businessDate" and f.meal_period_id = h."mealPeriodId" and f.status <> 'WITHDRAWN'
    join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id and i.status = 'ON'
    join dish d on d.organization_id = i.organization_id and d.id = i.dish_id),
  -- The first mapping of a food-stuff holds for what was cooked before it as well.
  maps as materialized (
    select b.lib_stuff_id, b.goods_id, b.per_base_mg, lead(b.from_date, 1, 'infinity') over own as until,
      case when row_number() over own = 1 then '-infinity'::date else b.from_date end as since
    from bom_map b where b.contractor_id = $1 window own as (partition by b.lib_stuff_id order by b.from_date)),
  part as materialized (
    select v.organization_id, v.version_id, m.goods_id, coalesce(m.since, '-infinity') as since, coalesce(m.until, 'infinity') as until,
      (sum(${boughtText} / m.per_base_mg))::numeric as each_qty
    from (select distinct organization_id, version_id from served) v
    join recipe_line rl on rl.organization_id = v.organization_id and rl.version_id = v.version_id
    join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id
    join food_stuff_type ft on ft.id = fs.type_id and ft.food_class <> 'WATER'
    left join lib_food_stuff ls on ls.id = fs.lib_id
    left join maps m on m.lib_stuff_id = fs.lib_id
    group by 1, 2, 3, 4, 5),
  own as materialized (${ownRecipesText('(select distinct organization_id, dish_id, lib_dish_id, day from served where portions > 0)', '$1')}),
  -- By the caterer's own recipe where it has one for the dish that day, by the menu's otherwise; made goods taken apart to what is
  -- bought, those that lie in stock taken as they are.
  took as (
    select s.organization_id, s.restaurant_id, s.day, s.meal_period_id, s.dish_id, s.dish_name, s.source, s.portions, p.goods_id, p.each_qty
    from served s left join own w on w.organization_id = s.organization_id and w.dish_id = s.dish_id and w.day = s.day and w.part_count > 0
    left join part p on p.organization_id = s.organization_id and p.version_id = s.version_id and s.day >= p.since and s.day < p.until
    where s.portions > 0 and w.id is null
    union all
    select s.organization_id, s.restaurant_id, s.day, s.meal_period_id, s.dish_id, s.dish_name, s.source, s.portions, q.goods_id,
      q.qty_milli::numeric / w.made_milli
    from served s join own w on w.organization_id = s.organization_id and w.dish_id = s.dish_id and w.day = s.day
    join bom_recipe_part q on q.contractor_id = $1 and q.recipe_id = w.id
    where s.portions > 0),
  leaf as (
    select t.organization_id, t.restaurant_id, t.day, t.meal_period_id, t.dish_id, t.dish_name, t.source, t.portions,
      coalesce(f.part_id, t.goods_id) as goods_id, sum(t.each_qty * coalesce(f.part_num, 1) / coalesce(f.part_den, 1)) as each_qty
    from took t left join bom_flat f on f.contractor_id = $1 and f.goods_id = t.goods_id and t.day >= f.since and t.day < f.until
      and not f.kept
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  bare as (
    select s.*, round(s.portions * s.each_qty)::bigint as qty from leaf s
    where ($5::bigint[] is null or s.goods_id = any($5)) and ($7::bigint[] is null or s.dish_id = any($7))
      and ($9::text is null or exists (select 1 from meal_period e where e.organization_id = s.organization_id
        and e.id = s.meal_period_id and strpos(e.name, $9) > 0))
      and ($10::text[] is null or s.source = any($10))),
  price as materialized (
    select x.*, coalesce(
      ${dayAverage(
        't.storehouse_id in (select h.id from storehouse h where h.contractor_id = $1 and h.site_id = x.organization_id)',
      )},
      ${dayAverage('true')},
      (select max(s.last_fen)::numeric / nullif(max(s.last_qty), 0) from stock_balance s where s.contractor_id = $1 and s.goods_id = x.goods_id)
    ) as rate
    from (select distinct organization_id, goods_id, day from bare where goods_id is not null) x),
  theory as (
    select b.*, c.rate, round(b.qty * c.rate)::bigint as fen from bare b
    left join price c on c.organization_id = b.organization_id and c.goods_id = b.goods_id and c.day = b.day)`;

/** Sums or lines of what should have been used; \`t\` are its lines, `rest` follows from it. */
export async function theoryOf<Row extends object>(
  ctx: Ctx,
  search: Search,
  select: string,
  rest: string,
): Promise<Row[]> {
  const { businessDate, organizationId, restaurantId, mealName, central } = search;
  // No meal is eaten at a central store.
  if (central === true) return [];
  const eaten = await unitTotals(ctx, ['organizationId', 'restaurantId', 'mealPeriodId', 'businessDate'], {
    businessDate,
    organizationId,
    restaurantId,
  });
  const heads = eaten.map((one) => ({
    organizationId: one.organizationId,
    restaurantId: one.restaurantId,
    mealPeriodId: one.mealPeriodId,
    businessDate: one.businessDate,
    heads: one.heads,
  }));
  const { rows } = await sqlOf(ctx.db).query<Row>(`with ${lines} select ${select} from theory t ${rest}`, [
    ...asked(ctx, search),
    JSON.stringify(heads),
    listed(search.dishId),
    places(ctx, search),
    String(mealName ?? '').trim() || null,
    listed(search.source),
  ]);
  return rows;
}

/** Fen that what was sold of each dish cost by the stores, and portions of which it is not known, by `unit/dish`. */
export async function soldCosts(
  ctx: Ctx,
  search: Search,
): Promise<ReadonlyMap<string, { fen: number; unknown: number }>> {
  const rows = await theoryOf<{ key: string; fen: number; unknown: number }>(
    ctx,
    { ...search, businessDate: search.menuDate, dishId: null, goodsId: null, source: ['SOLD'] },
    `t.organization_id || '/' || t.dish_id as key, coalesce(sum(t.fen), 0)::bigint as fen,
     coalesce(sum(t.portions) filter (where t.fen is null), 0)::bigint as unknown`,
    'group by 1',
  );
  return new Map(rows.map(({ key, ...one }) => [key, one]));
}
