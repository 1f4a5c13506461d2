/** The meals a lot went into, with the dishes it is in and how many people ate there. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { type LotUse, lotUses } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';

interface Meal extends LotUse {
  siteName: string | null;
  mealName: string | null;
  dishes: string | null;
}

/** Dishes `d` of the menus of use `u` as items `i`. */
export const servedText = `food_menu f
    join restaurant r on r.organization_id = f.organization_id and r.id = f.restaurant_id and r.contractor_id = $1
    join food_menu_item i on i.organization_id = f.organization_id and i.menu_id = f.id
    join dish d on d.organization_id = i.organization_id and d.id = i.dish_id`;
const atUse = `f.organization_id = u."siteId" and f.menu_date = u."diningDate" and f.meal_period_id = u."mealPeriodId" and f.status <> 'WITHDRAWN'`;
export const servedVersion = 'coalesce(i.dish_version_id, d.approved_id, d.version_id)';
/** Whether the caterer may have a recipe of its own for dish `d`: read once, not for every dish. */
const ownText = `((d.organization_id, d.id) in (select b.organization_id, b.dish_id from bom_recipe b where b.contractor_id = $1
      and b.kind = 'DISH' and b.organization_id is not null and b.dish_id is not null)
    or coalesce(d.lib_dish_id, 0) in (select b.lib_dish_id from bom_recipe b where b.contractor_id = $1 and b.kind = 'LIBRARY'
      and b.lib_dish_id is not null))`;

/**
 * Meals by their menus: the food-stuffs that are bought as the goods, or as what it is a part of, are found once for each day, and the
 * dishes with one of them by the stuff's key; taken apart one by one are only dishes with a recipe of the caterer's own.
 */
const mealsText = `
  with u as materialized (
    select row_number() over () as nth, u.* from jsonb_to_recordset($2::jsonb) as u ("siteId" bigint, "diningDate" date, "mealPeriodId" bigint,
      "goodsId" bigint, said text, "issuedWords" text)),
  asked as materialized (select distinct "goodsId" as goods_id, "diningDate" as day from u where "diningDate" is not null),
  wanted as materialized (
    select a.goods_id, a.day, a.goods_id as via_id from asked a
    where not exists (select 1 from bom_flat f where f.contractor_id = $1 and f.goods_id = a.goods_id and not f.kept
      and a.day >= f.since and a.day < f.until)
    union
    select a.goods_id, a.day, f.goods_id from asked a join bom_flat f on f.contractor_id = $1 and f.part_id = a.goods_id and not f.kept
      and a.day >= f.since and a.day < f.until),
  stuff as materialized (
    select w.goods_id, w.day, array_agg(m.lib_stuff_id) as ids from (select distinct day from asked) y
    cross join lateral (select distinct on (b.lib_stuff_id) b.lib_stuff_id, b.goods_id from bom_map b
      where b.contractor_id = $1 and b.from_date <= y.day order by b.lib_stuff_id, b.from_date desc) m
    join wanted w on w.day = y.day and w.via_id = m.goods_id group by 1, 2)
  select u."siteId", u."diningDate", u."mealPeriodId", u."goodsId", u.said, u."issuedWords",
    (select o.name from organization o where o.id = u."siteId") as "siteName",
    (select m.name from meal_period m where m.organization_id = u."siteId" and m.id = u."mealPeriodId") as "mealName",
    case when u.said is null then (select string_agg(distinct x.name, '、') from (
      select d.name from ${servedText}
      where ${atUse} and not ${ownText} and ${servedVersion} in (
        select l.version_id from food_stuff fs
        join food_stuff_type ft on ft.id = fs.type_id and ft.food_class <> 'WATER'
        join recipe_line l on l.organization_id = fs.organization_id and l.food_stuff_id = fs.id
        where fs.organization_id = u."siteId" and fs.lib_id = any(s.ids))
      union
      select d.name from ${servedText}
      join dish_parts($1, i.organization_id, i.dish_id, ${servedVersion}, f.menu_date) p on p.goods_id = u."goodsId"
      where ${atUse} and ${ownText}) x) end as dishes
  from u left join stuff s on s.goods_id = u."goodsId" and s.day = u."diningDate"
  order by u."diningDate" desc nulls last, u."siteId", u.nth`;

export async function lotMeals(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const contractorId = ownContractor(ctx);
  const lotId = Number([search.lotId].flat()[0]);
  const uses = await lotUses(sqlOf(ctx.db), contractorId, lotId);
  const { rows } = await sqlOf(ctx.db).query<Meal>(mealsText, [contractorId, JSON.stringify(uses)]);
  const meals = rows.flatMap(({ siteId, diningDate, mealPeriodId }) =>
    siteId === null || diningDate === null || mealPeriodId === null
      ? []
      : [{ organizationId: siteId, date: diningDate, mealPeriodId }],
  );
  const counted = (await ctx.services.countEaters?.(contractorId, meals)) ?? [];
  let nth = 0;
  return rows.map(({ siteId, mealPeriodId, goodsId: _goods, said, dishes, ...row }, i) => {
    const whole = siteId !== null && mealPeriodId !== null && row.diningDate !== null;
    return {
      id: i + 1,
      lotId,
      ...row,
      dishes: said ?? dishes,
      sure: said ? 'SURE' : whole ? 'MAYBE' : 'OPEN',
      people: whole ? (counted[nth++] ?? null) : null,
    };
  });
}
