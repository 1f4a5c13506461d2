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
export const boughtText = `(rl.grams * 1000 * (1 + rl.loss_ratio / 10000.0)
  * case rl.basis when 'NET' then 10000.0 / coalesce(fs.edible_ratio, ls.edible_ratio, 10000) else 1 end)`;
export const boughtMg = sql.raw<number>(boughtText);

/** The goods a food-stuff is bought as on \`me.today\`. */
export const mapping = sql`lateral (select b.goods_id, b.per_base_mg from bom_map b
  where b.contractor_id = me.contractor_id and b.lib_stuff_id = fs.lib_id and b.from_date <= me.today order by b.from_date desc limit 1)`;

/** Fen per base unit of goods \`m.goods_id\`: the average of all stores, what it cost last where there is none. */
export const averageNow = sql`(select coalesce(sum(s.value_fen)::numeric / nullif(sum(s.qty), 0),
    max(s.last_fen)::numeric / nullif(max(s.last_qty), 0))
  from stock_balance s where s.contractor_id = me.contractor_id and s.goods_id = m.goods_id)`;

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
