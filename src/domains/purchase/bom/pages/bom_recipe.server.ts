import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { averageOf, me } from '../bom-sql.ts';
import { giveUpRecipe, saveRecipe, withdrawRecipe } from '../save-recipe.ts';
import spec from './bom_recipe.page.ts';

/** Of the parts `p` of the recipe and their goods `g`. */
const ofParts = (what: string) =>
  sql`(select ${sql.raw(what)} from bom_recipe_part p join goods g on g.contractor_id = p.contractor_id and g.id = p.goods_id
    where p.contractor_id = r.contractor_id and p.recipe_id = r.id)`;
const per = `case r.kind when 'GOODS' then (select case g.base_unit when 'PIECE' then 1 else 1000 end from goods g
  where g.contractor_id = r.contractor_id and g.id = r.goods_id) else 1 end`;
/** The next recipe of the same has begun. */
const followed = sql`exists (select 1 from bom_recipe n where n.contractor_id = r.contractor_id and n.kind = r.kind
  and (n.goods_id = r.goods_id or n.dish_id = r.dish_id or n.lib_dish_id = r.lib_dish_id) and n.from_date > r.from_date
  and n.from_date <= me.today)`;

export default bind(spec, {
  list: over(
    spec,
    'bom_recipe as r',
    {
      version: true,
      columns: {
        made: sql`trim_scale(r.made_milli / 1000.0)`,
        lines: null,
        parts: ofParts(
          `string_agg(g.name || ' ' || trim_scale(p.qty_milli / 1000.0) || case g.base_unit when 'G' then ' 克' when 'ML' then ' 毫升' else ' 个' end,
             '、' order by p.qty_milli desc, g.id)`,
        ),
        costFen: sql`(select round(sum(p.qty_milli::numeric / r.made_milli * coalesce(x.part_num / x.part_den, 1)
            * ${averageOf('coalesce(x.part_id, p.goods_id)')}) * ${sql.raw(per)})::bigint
          from bom_recipe_part p left join bom_flat x on x.contractor_id = p.contractor_id and x.goods_id = p.goods_id
            and greatest(me.today, r.from_date) >= x.since and greatest(me.today, r.from_date) < x.until and not x.kept
          where p.contractor_id = r.contractor_id and p.recipe_id = r.id)`,
        state: sql`case when r.from_date > me.today then 'COMING' when ${followed} then 'OVER' when r.part_count = 0 then 'BACK' else 'NOW' end`,
      },
      names: {
        goodsId: sql`(select g.name from goods g where g.contractor_id = r.contractor_id and g.id = r.goods_id)`,
        dishId: 'r.name',
      },
    },
    (from, ctx) => from.innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue()),
  ),
  create: saveRecipe,
  actions: { giveUp: giveUpRecipe, withdraw: withdrawRecipe },
});
