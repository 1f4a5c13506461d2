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
  partsOfDish,
} from '../bom-sql.ts';
import { dishParts } from '../dish-parts.ts';
import { importMap, mapBack, mapOutcome, mapStuff } from '../map-stuff.ts';
import { printCard } from '../print-card.ts';
import { setTarget } from '../set-target.ts';
import { foodBom, foodBomLine, foodBomMap, foodBomPart } from './food_bom.page.ts';

const costNow = costBy(averageNow);
/** Some line of the recipe is bought as nothing: known at the first that is found. */
const unmapped = sql<boolean>`(exists ${ofRecipe(sql`1`, sql`m.goods_id is null`)} and not ${hasOwnRecipe})`;
const unmappedCount = sql`case when ${hasOwnRecipe} then 0 else ${ofRecipe(sql`(count(*) filter (where m.goods_id is null))::int`)} end`;
/** Part `m.via_id` or `m.goods_id` of a line is made by the caterer itself. */
const isMade = sql`exists (select 1 from bom_flat f where f.contractor_id = me.contractor_id and f.goods_id = m.goods_id
  and me.today >= f.since and me.today < f.until)`;

/** Units the caterer cooks for today that have dish `d`: out of the same dish of the library, or by the same name. */
const sameDish = sql`from contract_restaurant c
  join dish x on x.organization_id = c.organization_id and x.approved_id is not null and (x.name = d.name or x.lib_dish_id = d.lib_dish_id)
  where c.contractor_id = me.contractor_id and me.today between c.from_date and c.to_date`;
/** A part of what a portion cost then is no cost of it: goods that were in no store make it unknown. */
const costThen = sql`(select case when count(*) = count(a.fen) then round(sum(m.qty * a.fen))::bigint end
  from ${partsOfDish} m cross join lateral (select ${averageThen(30)} as fen) a)`;

const marginRatio = sql`((d.price_fen - ${costNow}) * 10000 / nullif(d.price_fen, 0))::int`;

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
        beforeFen: costThen,
        plannedFen: null,
        unitCount: sql`(select count(distinct x.organization_id)::int ${sameDish})`,
        priceRange: sql`(select case when min(x.price_fen) = max(x.price_fen) then to_char(min(x.price_fen) / 100.0, 'FM999999990.00')
          else to_char(min(x.price_fen) / 100.0, 'FM999999990.00') || '–' || to_char(max(x.price_fen) / 100.0, 'FM999999990.00') end ${sameDish})`,
        sameDishId: null,
        marginRatio,
        typeName: sql`(select t.name from food_type t where t.id = d.type_id)`,
        // What costs nothing yet is not below, it is not known.
        belowTarget: sql`coalesce(${marginRatio} < (select t.ratio_bp from bom_target t where t.contractor_id = me.contractor_id), false)`,
      },
      where: {
        sameDishId: (
          value,
        ) => sql`exists (select /* wall: by its name alone, to be compared with those in the scope */ 1 from dish o
          where o.id = any(${[value].flat()}::bigint[]) and (o.name = d.name or o.lib_dish_id = d.lib_dish_id))`,
      },
    },
    (from, ctx) =>
      from.innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue()).where('d.approved_id', 'is not', null),
  ),
  reads: ['card'],
  actions: { card: printCard, target: setTarget },
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
        // By the version's dish: the dish by the version it uses is found by no index.
        .innerJoin('dish_version as v', (on) =>
          on.onRef('v.organization_id', '=', 'rl.organization_id').onRef('v.id', '=', 'rl.version_id'),
        )
        .innerJoin('dish as d', (on) =>
          on
            .onRef('d.organization_id', '=', 'v.organization_id')
            .onRef('d.id', '=', 'v.dish_id')
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
  outcomes: { map: mapOutcome },
  actions: { map: mapStuff },
});

const parts = bind(foodBomPart, { rows: dishParts });

/** A later mapping of the same food-stuff has begun. */
const followed = sql`exists (select 1 from bom_map n where n.contractor_id = b.contractor_id and n.lib_stuff_id = b.lib_stuff_id
  and n.from_date > b.from_date and n.from_date <= me.today)`;

const maps = bind(foodBomMap, {
  list: over(
    foodBomMap,
    'bom_map as b',
    {
      columns: {
        stuffName: 'ls.name',
        stuffCode: 'ls.code',
        grams: sql`trim_scale(b.per_base_mg / 1000.0)`,
        beforeName: sql`(select g.name from bom_map o join goods g on g.contractor_id = o.contractor_id and g.id = o.goods_id
          where o.contractor_id = b.contractor_id and o.lib_stuff_id = b.lib_stuff_id and o.from_date < b.from_date
          order by o.from_date desc limit 1)`,
        dishCount: sql`(select count(distinct d.id)::int from food_stuff fs
          join recipe_line rl on rl.organization_id = fs.organization_id and rl.food_stuff_id = fs.id
          join dish d on d.organization_id = rl.organization_id and d.approved_id = rl.version_id
          join restaurant r on r.organization_id = fs.organization_id and r.contractor_id = b.contractor_id
          where fs.lib_id = b.lib_stuff_id)`,
        state: sql`case when b.from_date > me.today then 'COMING' when ${followed} then 'OVER' else 'NOW' end`,
      },
      names: {
        goodsId: sql`(select g.name from goods g where g.contractor_id = b.contractor_id and g.id = b.goods_id)`,
      },
    },
    (from, ctx) =>
      from
        .innerJoin('lib_food_stuff as ls', 'ls.id', 'b.lib_stuff_id')
        .innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue()),
  ),
  actions: { back: mapBack },
  importRows: importMap,
});

export default [dishes, lines, parts, maps];
