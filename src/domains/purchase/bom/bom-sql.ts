/**
 * What a portion takes of the store, in SQL. Recipes stay the menu's: a line `rl` with its food-stuff `fs` (and the library's `ls`)
 * is bought as the goods that `bom_map` says on a day; `me` is one row with the caterer and the day.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { ownContractor } from '../../tenancy/public.server.ts';

/** One row beside a list: whose store it is, and on which day it is asked. */
export const me = (ctx: Ctx, day: string) =>
  sql<{
    contractor_id: number;
    today: string;
  }>`(select ${ownContractor(ctx)}::bigint as contractor_id, ${day}::date as today)`.as('me');

/** Milligrams to buy for one portion: with peel and bones, and what is lost in preparing. */
export const boughtText = 'bought_mg(rl.grams, rl.loss_ratio, rl.basis, coalesce(fs.edible_ratio, ls.edible_ratio))';
export const boughtMg = sql.raw<number>(boughtText);

/** The recipe `w` that the caterer has for a dish on a day instead of the menu's; `of` has organization_id, dish_id, lib_dish_id and day. */
export const ownRecipesText = (of: string, contractor: string) => `
  select distinct on (x.organization_id, x.dish_id, x.day) x.organization_id, x.dish_id, x.day, b.id, b.made_milli, b.part_count
  from (select v.organization_id, v.dish_id, v.day, r.id, 1 as nearness from ${of} v join bom_recipe r on r.contractor_id = ${contractor}
      and r.kind = 'DISH' and r.organization_id = v.organization_id and r.dish_id = v.dish_id and r.from_date <= v.day
    union all
    select v.organization_id, v.dish_id, v.day, r.id, 2 from ${of} v join bom_recipe r on r.contractor_id = ${contractor}
      and r.kind = 'LIBRARY' and r.lib_dish_id = v.lib_dish_id and r.from_date <= v.day) x
  join bom_recipe b on b.contractor_id = ${contractor} and b.id = x.id
  order by x.organization_id, x.dish_id, x.day, x.nearness, b.from_date desc`;

/** What a portion of dish `d` takes, as rows `m`: see `dish_parts`. */
export const partsOfDish = sql`dish_parts(me.contractor_id, d.organization_id, d.id, coalesce(d.approved_id, d.version_id), me.today)`;
/** Of dish `d`, by what its caterer buys for it; fen of what has a price, with their fractions. */
export const exactCost = (average: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select sum(m.qty * ${average}) from ${partsOfDish} m)`;
export const costBy = (average: RawBuilder<unknown>): RawBuilder<unknown> => sql`round(${exactCost(average)})::bigint`;
/** The caterer has a recipe of its own for dish `d`. */
export const hasOwnRecipe = sql<boolean>`(dish_own_recipe(me.contractor_id, d.organization_id, d.id, me.today) is not null)`;

/** The goods a food-stuff is bought as on \`me.today\`. */
export const mapping = sql`lateral (select b.goods_id, b.per_base_mg from bom_map b
  where b.contractor_id = me.contractor_id and b.lib_stuff_id = fs.lib_id and b.from_date <= me.today order by b.from_date desc limit 1)`;

/** Fen per base unit of a goods: the average of all stores, what it cost last where there is none. */
export const averageOf = (
  goods: string,
): RawBuilder<unknown> => sql`(select coalesce(sum(s.value_fen)::numeric / nullif(sum(s.qty), 0),
    max(s.last_fen)::numeric / nullif(max(s.last_qty), 0))
  from stock_balance s where s.contractor_id = me.contractor_id and s.goods_id = ${sql.raw(goods)})`;
export const averageNow = averageOf('m.goods_id');

/** The same as it was \`days\` ago, out of the day totals. */
export const averageThen = (
  days: number,
): RawBuilder<unknown> => sql`(select sum(t.value_after_fen)::numeric / nullif(sum(t.qty_after), 0)
  from (select distinct on (t.storehouse_id) t.qty_after, t.value_after_fen from stock_day t
    where t.contractor_id = me.contractor_id and t.goods_id = m.goods_id and t.business_date <= me.today - ${sql.lit(days)}
    order by t.storehouse_id, t.business_date desc) t)`;

/** Of the recipe that dish \`d\` is cooked by; \`what\` sees rl, fs, ls and m. */
export const ofRecipe = (
  what: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(select ${what} from recipe_line rl
  join food_stuff fs on fs.organization_id = rl.organization_id and fs.id = rl.food_stuff_id
  join food_stuff_type ft on ft.id = fs.type_id
  left join lib_food_stuff ls on ls.id = fs.lib_id
  left join ${mapping} m on true
  where rl.organization_id = d.organization_id and rl.version_id = coalesce(d.approved_id, d.version_id) and ft.food_class <> 'WATER' and ${where})`;
