import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { averageNow, averageThen, boughtMg, mapping, me, ofRecipe } from '../bom-sql.ts';
import { mapStuff } from '../map-stuff.ts';
import { foodBom, foodBomLine } from './food_bom.page.ts';

const costBy = (average: ReturnType<typeof averageThen>) =>
  ofRecipe(sql`round(sum(${boughtMg} / m.per_base_mg * ${average}))::bigint`);
const costNow = costBy(averageNow);
/** Some line of the recipe is bought as nothing: known at the first that is found. */
const unmapped = sql<boolean>`exists ${ofRecipe(sql`1`, sql`m.goods_id is null`)}`;
const unmappedCount = ofRecipe(sql`(count(*) filter (where m.goods_id is null))::int`);

const dishes = bind(foodBom, {
  list: over(
    foodBom,
    'dish as d',
    {
      columns: {
        grams: ofRecipe(sql`round(sum(${boughtMg}) / 1000)::int`),
        lineCount: ofRecipe(sql`count(*)::int`),
        unmappedCount,
        unmapped,
        costFen: costNow,
        beforeFen: costBy(averageThen(30)),
        plannedFen: null,
        marginRatio: sql`((d.price_fen - ${costNow}) * 10000 / nullif(d.price_fen, 0))::int`,
      },
    },
    (from, ctx) =>
      from.innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue()).where('d.approved_id', 'is not', null),
  ),
  notice: async (ctx) => {
    const { n } = await ctx.db
      .selectFrom('dish as d')
      .innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue())
      .where('d.approved_id', 'is not', null)
      .where(unmapped)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow();
    return n === 0
      ? null
      : {
          tone: 'warning',
          text: `${n} 道菜品有食材没有配商品，采购需求算不全`,
          open: { label: '查看', path: '/admin/contractor/supermarket/food_bom?unmapped=true' },
        };
  },
});

const lines = bind(foodBomLine, {
  list: over(
    foodBomLine,
    'recipe_line as rl',
    {
      columns: {
        dishId: 'd.id',
        stuffName: 'fs.name',
        net: sql`round(rl.grams::numeric, 1) || case rl.basis when 'NET' then ' 克净' else ' 克毛' end`,
        bought: sql`round(${boughtMg}::numeric / 1000, 1) || ' 克'`,
        goodsId: sql`m.goods_id`,
        goodsQty: sql`(select round(${boughtMg}::numeric / m.per_base_mg, 2) || case g.base_unit when 'G' then ' 克' when 'ML' then ' 毫升' else ' 个' end
          from goods g where g.contractor_id = me.contractor_id and g.id = m.goods_id)`,
        source: sql`case when m.goods_id is null then '未配' else '菜谱' end`,
        costFen: sql`round((${boughtMg} / m.per_base_mg * ${averageNow})::numeric)::bigint`,
      },
      names: {
        goodsId: sql`(select g.name from goods g where g.contractor_id = me.contractor_id and g.id = m.goods_id)`,
      },
    },
    (from, ctx) =>
      from
        .innerJoin('dish as d', (on) =>
          on
            .onRef('d.organization_id', '=', 'rl.organization_id')
            .on(sql<boolean>`rl.version_id = coalesce(d.approved_id, d.version_id)`),
        )
        .innerJoin('food_stuff as fs', (on) =>
          on.onRef('fs.organization_id', '=', 'rl.organization_id').onRef('fs.id', '=', 'rl.food_stuff_id'),
        )
        .innerJoin('food_stuff_type as ft', (on) =>
          on.onRef('ft.id', '=', 'fs.type_id').on('ft.food_class', '<>', 'WATER'),
        )
        .leftJoin('lib_food_stuff as ls', 'ls.id', 'fs.lib_id')
        .innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue())
        .leftJoin(sql<{ goods_id: number | null; per_base_mg: number }>`${mapping}`.as<'m'>(sql`m`), (on) =>
          on.onTrue(),
        ),
  ),
  actions: { map: mapStuff },
});

export default [dishes, lines];
