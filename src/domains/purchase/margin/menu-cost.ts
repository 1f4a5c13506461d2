/**
 * What the menus to come will cost: planned portions through the recipes, at the prices agreed for their day, the stores' average where
 * nobody has agreed one; and the same after a rise of what is bought.
 */
import { averageFen, basisPoints } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { weekdayNames } from '../../menu/public.ts';
import { asked, places } from './asked.ts';
import { usualRise } from './rise.ts';

/** `$1` caterer, `$2` and `$3` days, `$4` units, `$5` goods, of which nobody asks here; `$6` rise in percent, `$7` restaurants, `$8` meal. */
const itemsSql = `
  with item as materialized (
    select i.organization_id, i.restaurant_id, i.menu_id, i.menu_date as day, i.meal_period_id, i.dish_id, d.name as dish, i.price_fen,
      i.plan_qty as qty, coalesce(i.dish_version_id, d.approved_id, d.version_id) as version_id
    from contract_restaurant k
    join food_menu f on f.organization_id = k.organization_id and f.restaurant_id = k.restaurant_id and f.status <> 'WITHDRAWN'
      and f.menu_date between greatest(k.from_date, $2::date) and least(k.to_date, $3::date)
    join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id and i.status = 'ON' and i.plan_qty > 0
    join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
    where k.contractor_id = $1 and ($4::bigint[] is null or k.organization_id = any($4)) and $5::bigint[] is null
      and ($7::bigint[] is null or k.restaurant_id = any($7))),
  part as materialized (
    select v.organization_id, v.dish_id, v.version_id, v.day, m.goods_id, m.qty
    from (select distinct organization_id, dish_id, version_id, day from item) v
    left join lateral dish_parts($1, v.organization_id, v.dish_id, v.version_id, v.day) m on true),
  rate as materialized (
    select p.goods_id, p.day, coalesce(
      (select s.price_fen::numeric / s.unit_size from supply_price s
         join supplier o on o.unit_type = 'CONTRACTOR' and o.unit_id = s.contractor_id and o.id = s.supplier_id
           and o.status = 'NORMAL' and not o.blacklisted
         where s.contractor_id = $1 and s.goods_id = p.goods_id and p.day between s.from_date and s.to_date
         order by s.preferred desc, s.price_fen::numeric / s.unit_size, s.id limit 1),
      (select coalesce(sum(b.value_fen)::numeric / nullif(sum(b.qty), 0), max(b.last_fen)::numeric / nullif(max(b.last_qty), 0))
         from stock_balance b where b.contractor_id = $1 and b.goods_id = p.goods_id)) as fen
    from (select distinct goods_id, day from part where goods_id is not null) p),
  each as (
    select p.organization_id, p.dish_id, p.version_id, p.day, sum(p.qty * r.fen) as fen, bool_or(r.fen is null) as unknown
    from part p left join rate r on r.goods_id = p.goods_id and r.day = p.day group by 1, 2, 3, 4)
  select i.organization_id as "organizationId", n.name as "organizationName", s.name as "restaurantName", e.name as "mealName",
    i.restaurant_id as "restaurantId", i.menu_id as "menuId", i.day, i.dish, i.qty, (i.qty * i.price_fen)::bigint as "priceFen",
    coalesce(round(i.qty * c.fen), 0)::bigint as "costFen", coalesce(round(i.qty * c.fen * (1 + $6 / 100.0)), 0)::bigint as "raisedFen",
    c.unknown
  from item i join each c on c.organization_id = i.organization_id and c.dish_id = i.dish_id and c.version_id = i.version_id and c.day = i.day
  join organization n on n.id = i.organization_id
  join restaurant s on s.organization_id = i.organization_id and s.id = i.restaurant_id
  join meal_period e on e.organization_id = i.organization_id and e.id = i.meal_period_id
  where $8::text is null or strpos(e.name, $8) > 0
  order by i.day, n.name, s.id, e.start_time, i.menu_id, i.dish`;

interface Item {
  organizationId: number;
  organizationName: string;
  restaurantId: number;
  restaurantName: string;
  mealName: string;
  menuId: number;
  day: string;
  dish: string;
  qty: number;
  priceFen: number;
  costFen: number;
  raisedFen: number;
  unknown: boolean;
}

const dayName = (day: string) => `${day.slice(5)} ${weekdayNames[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]}`;

/** What a row is of, by the report's grouping: its name, and what leads to its dishes. */
const grouped: Record<string, (item: Item) => [key: string | number, name: string, own: object]> = {
  meal: ({ menuId, day, mealName, organizationId, organizationName, restaurantId, restaurantName }) => [
    menuId,
    `${day.slice(5)} ${mealName}`,
    { day, mealName, organizationId, restaurantId, placeName: `${organizationName} ${restaurantName}` },
  ],
  day: ({ day }) => [day, dayName(day), { day }],
  unit: ({ organizationId, organizationName }) => [organizationId, organizationName, { organizationId }],
  dish: ({ dish }) => [dish, dish, { dish }],
};

const share = (priceFen: number, costFen: number) => (priceFen > 0 ? basisPoints(priceFen - costFen, priceFen) : null);

export async function menuCosts(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const rise = typeof search.rise === 'number' ? search.rise : usualRise;
  const budgetFen = typeof search.budgetFen === 'number' ? search.budgetFen : null;
  const { rows } = await sqlOf(ctx.db).query<Item>(itemsSql, [
    ...asked(ctx, { businessDate: search.menuDate, organizationId: search.organizationId }),
    rise,
    places(ctx, search),
    String(search.mealName ?? '').trim() || null,
  ]);
  const group = String(search.group ?? 'meal');
  const of = grouped[group] ?? grouped.meal!;
  return [...Map.groupBy(rows, (item) => of(item)[0]).values()].map((items, i) => {
    const sum = (figure: (item: Item) => number) => items.reduce((total, item) => total + figure(item), 0);
    const [costFen, raisedFen, priceFen] = [
      sum((one) => one.costFen),
      sum((one) => one.raisedFen),
      sum((one) => one.priceFen),
    ];
    // The most planned dish of a menu is everybody's.
    const heads = [...Map.groupBy(items, (one) => one.menuId).values()].reduce(
      (total, menu) => total + Math.max(...menu.map((one) => one.qty)),
      0,
    );
    const unknownCount = sum((one) => (one.unknown ? one.qty : 0));
    const headFen = averageFen(costFen, heads);
    const known = unknownCount === 0;
    return {
      id: i + 1,
      groupName: of(items[0]!)[1],
      ...of(items[0]!)[2],
      heads: group === 'dish' ? null : heads,
      portions: sum((one) => one.qty),
      unknownCount,
      costFen,
      headFen: group === 'dish' ? null : headFen,
      overFen: group === 'dish' || budgetFen === null ? null : Math.max(0, headFen - budgetFen),
      priceFen,
      marginRatio: known ? share(priceFen, costFen) : null,
      raisedFen,
      raisedHeadFen: group === 'dish' ? null : averageFen(raisedFen, heads),
      raisedRatio: known ? share(priceFen, raisedFen) : null,
    };
  });
}
