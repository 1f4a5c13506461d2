import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import {
  averageNow,
  averageOf,
  averageThen,
  boughtMg,
  costBy,
  hasOwnRecipe,
  mapping,
  me,
  ofRecipe,
} from '../bom-sql.ts';
import { dishParts } from '../dish-parts.ts';
import { mapStuff } from '../map-stuff.ts';
import { foodBom, foodBomLine, foodBomPart } from './food_bom.page.ts';

const costNow = costBy(averageNow);
/** Some line of the recipe is bought as nothing: known at the first that is found. */
const unmapped = sql<boolean>`(exists ${ofRecipe(sql`1`, sql`m.goods_id is null`)} and not ${hasOwnRecipe})`;
const unmappedCount = sql`case when ${hasOwnRecipe} then 0 else ${ofRecipe(sql`(count(*) filter (where m.goods_id is null))::int`)} end`;
/** Part `m.via_id` or `m.goods_id` of a line is made by the caterer itself. */
const isMade = sql`exists (select 1 from bom_flat f where f.contractor_id = me.contractor_id and f.goods_id = m.goods_id
  and me.today >= f.since and me.today < f.until)`;

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
        own: hasOwnRecipe,
        costFen: costNow,
        beforeFen: costBy(averageThen(30)),
        plannedFen: null,
        marginRatio: sql`((d.price_fen - ${costNow}) * 10000 / nullif(d.price_fen, 0))::int`,
      },
    },
    (from, ctx) =>
      from.innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue()).where('d.approved_id', 'is not', null),
  ),
  options: named('dish', {
    offered: 't.approved_id is not null',
    hint: '(select /* wall: the name of the unit whose dish it is */ o.name from organization o where o.id = t.organization_id)',
  }),
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
        source: sql`case when ${hasOwnRecipe} then '已改用料' when m.goods_id is null then '未配' when ${isMade} then '半成品' else '菜谱' end`,
        costFen: sql`(select round(sum(${boughtMg}::numeric / m.per_base_mg * coalesce(x.part_num / x.part_den, 1) * ${averageOf('coalesce(x.part_id, m.goods_id)')}))::bigint
          from (select 1) one left join bom_flat x on x.contractor_id = me.contractor_id and x.goods_id = m.goods_id and me.today >= x.since
            and me.today < x.until and not x.kept where not ${hasOwnRecipe})`,
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

const parts = bind(foodBomPart, { rows: dishParts });

export default [dishes, lines, parts];
