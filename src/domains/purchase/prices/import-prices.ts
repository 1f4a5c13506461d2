/** A supplier's price list out of a sheet: what changes against the list that holds, and what margin it leaves, is told before it is taken. */
import { sql } from 'kysely';
import { basisPoints, formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { idsNamed } from '../../../kit/server/jobs/import/ids-named.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { averageNow, boughtMg, exactCost, hasOwnRecipe, me } from '../bom/bom-sql.ts';
import '../tables.ts';
import { savePrice } from './save-price.ts';

interface Asked {
  supplierId: number;
  goodsId: number;
  unitId: number | null;
  priceFen: number;
}

const asked = ({ values }: ImportRow): Asked => values as unknown as Asked;

/** Units are named in the sheet, and every goods has its own 千克: the goods' unit of that name, undefined where it has none. */
async function ownUnits(
  tx: Sql,
  contractorId: number,
  rows: readonly ImportRow[],
): Promise<(number | null | undefined)[]> {
  const { rows: found } = await tx.query<{ nth: number; id: number }>(
    `select a.nth::int as nth, u.id from unnest($2::bigint[], $3::bigint[]) with ordinality as a (goods, unit, nth)
     join goods_unit n on n.contractor_id = $1 and n.id = a.unit
     join goods_unit u on u.contractor_id = $1 and u.goods_id = a.goods and u.name = n.name
     order by a.nth, u.id`,
    [contractorId, rows.map((row) => asked(row).goodsId), rows.map((row) => asked(row).unitId)],
  );
  const byRow = new Map(found.map(({ nth, id }) => [nth, id]));
  return rows.map((row, i) => (asked(row).unitId ? byRow.get(i + 1) : null));
}

interface Before {
  nth: number;
  goods: string;
  size: number;
  beforeFen: number | null;
}

/** What the supplier asks today, by the unit of the new price. */
async function pricesBefore(
  tx: Sql,
  contractorId: number,
  today: string,
  rows: readonly ImportRow[],
  unitIds: readonly (number | null | undefined)[],
) {
  const { rows: found } = await tx.query<Before>(
    `select a.nth::int as nth, g.name as goods, coalesce(u.size, 1)::float8 as size,
       round(p.price_fen::numeric * coalesce(u.size, 1) / p.unit_size)::bigint as "beforeFen"
     from unnest($3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as a (supplier, goods, unit, nth)
     join goods g on g.contractor_id = $1 and g.id = a.goods
     left join goods_unit u on u.contractor_id = $1 and u.id = a.unit
     left join lateral (select p.price_fen, p.unit_size from supply_price p where p.contractor_id = $1 and p.supplier_id = a.supplier
       and p.goods_id = a.goods and p.from_date <= $2::date order by p.from_date desc limit 1) p on true
     order by a.nth`,
    [
      contractorId,
      today,
      rows.map((row) => asked(row).supplierId),
      rows.map((row) => asked(row).goodsId),
      unitIds.map((id) => id ?? null),
    ],
  );
  return found;
}

interface Dearer {
  dishId: number;
  dish: string;
  priceFen: number;
  costFen: number;
  /** Base units of the goods in a portion. */
  qty: number;
}

/** The dish that each goods weighs most in, by what it is sold at. */
async function dishesOf(ctx: Ctx, goodsIds: readonly number[]): Promise<Map<number, Dearer>> {
  const today = dateAt(ctx.clock.now());
  const qty = sql<number>`(${boughtMg} / b.per_base_mg)::float8`;
  const found = await ctx.db
    .selectFrom('bom_map as b')
    .innerJoin('food_stuff as fs', 'fs.lib_id', 'b.lib_stuff_id')
    .leftJoin('lib_food_stuff as ls', 'ls.id', 'fs.lib_id')
    .innerJoin('recipe_line as rl', (on) =>
      on.onRef('rl.organization_id', '=', 'fs.organization_id').onRef('rl.food_stuff_id', '=', 'fs.id'),
    )
    .innerJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'rl.organization_id').onRef('d.approved_id', '=', 'rl.version_id'),
    )
    .innerJoin(me(ctx, today), (on) => on.onTrue())
    .distinctOn('b.goods_id')
    .select([
      'b.goods_id as goodsId',
      'd.id as dishId',
      'd.name as dish',
      sql<number>`d.price_fen`.as('priceFen'),
      qty.as('qty'),
    ])
    .where('b.goods_id', 'in', [0, ...goodsIds])
    .where('b.from_date', '<=', today)
    .where('d.price_fen', '>', 0)
    // What the caterer buys instead of the recipe is not weighed by it.
    .where(sql<boolean>`not ${hasOwnRecipe}`)
    .orderBy('b.goods_id')
    .orderBy(sql`${qty} / d.price_fen desc`)
    .orderBy('d.id')
    .execute();
  const costs = await ctx.db
    .selectFrom('dish as d')
    .innerJoin(me(ctx, today), (on) => on.onTrue())
    .select(['d.id', exactCost(averageNow).as('fen')])
    .where('d.id', 'in', [0, ...found.map(({ dishId }) => dishId)])
    .execute();
  const fen = new Map(costs.map((one) => [one.id, Number(one.fen ?? 0)]));
  return new Map(found.map((one) => [one.goodsId, { ...one, costFen: fen.get(one.dishId) ?? 0 }]));
}

const percent = (part: number, whole: number) => {
  const points = basisPoints(part, whole);
  return points === null ? '—' : `${points > 0 ? '+' : ''}${points / 100}%`;
};
const marginOf = ({ priceFen }: Dearer, costFen: number) =>
  `${Math.round(((priceFen - costFen) * 1_000) / priceFen) / 10}%`;
/** Lines that are told one by one. */
const mostTold = 30;

async function changes(ctx: Ctx, rows: readonly ImportRow[]): Promise<string[]> {
  const tx = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const units = await ownUnits(tx, contractorId, rows);
  const before = await pricesBefore(tx, contractorId, dateAt(ctx.clock.now()), rows, units);
  const moved = before.flatMap(({ nth, goods, size, beforeFen }) => {
    const { goodsId, priceFen } = asked(rows[nth - 1]!);
    return beforeFen === null || beforeFen === priceFen ? [] : [{ goodsId, goods, size, beforeFen, priceFen }];
  });
  moved.sort((a, b) => (b.priceFen - b.beforeFen) / b.beforeFen - (a.priceFen - a.beforeFen) / a.beforeFen);
  const shown = moved.slice(0, mostTold);
  const dishes = await dishesOf(
    ctx,
    shown.map(({ goodsId }) => goodsId),
  );
  const told = shown.map(({ goodsId, goods, size, beforeFen, priceFen }) => {
    const change = `「${goods}」${formatFenGrouped(beforeFen)} → ${formatFenGrouped(priceFen)} 元（${percent(priceFen - beforeFen, beforeFen)}）`;
    const dish = dishes.get(goodsId);
    if (!dish) return change;
    const after = dish.costFen + ((priceFen - beforeFen) * dish.qty) / size;
    return `${change}，「${dish.dish}」毛利率 ${marginOf(dish, dish.costFen)} → ${marginOf(dish, after)}`;
  });
  const up = moved.filter(({ priceFen, beforeFen }) => priceFen > beforeFen).length;
  const fresh = before.filter(({ beforeFen }) => beforeFen === null).length;
  if (before.length === 0) return [];
  return [
    `与现行价格相比：${up} 种涨价，${moved.length - up} 种降价，${before.length - moved.length - fresh} 种不变，${fresh} 种第一次报价`,
    ...told,
    ...(moved.length > mostTold ? [`另有 ${moved.length - mostTold} 种变动没有列出`] : []),
  ];
}

export const importPrices: ImportBinding = {
  resolve: async (ctx, field, names) => {
    if (field === 'goodsId') {
      const goods = await ctx.db
        .selectFrom('goods')
        .select(['id', 'name', 'code'])
        .where((eb) => eb.or([eb('name', 'in', names), eb('code', 'in', names)]))
        .execute();
      return idsNamed(goods);
    }
    const table = field === 'supplierId' ? 'supplier' : 'goods_unit';
    const found = await ctx.db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('name', 'in', names)
      .orderBy('id')
      .execute();
    return new Map(found.map((one) => [one.name, one.id]));
  },
  check: async (ctx, rows) => {
    const units = await ownUnits(sqlOf(ctx.db), ownContractor(ctx), rows);
    return new Map(
      rows.flatMap(({ rowNo }, i) => (units[i] === undefined ? [[rowNo, { unitId: '不是该商品的单位' }]] : [])),
    );
  },
  warnings: changes,
  commit: async (ctx, rows) => {
    const refused = new Map<number, string>();
    const units = await ownUnits(sqlOf(ctx.db), ownContractor(ctx), rows);
    for (const [i, { rowNo, values }] of rows.entries()) {
      const made = await savePrice(ctx, { ...values, unitId: units[i] ?? null } as never, dateAt(ctx.clock.now()));
      if (isRefusal(made)) refused.set(rowNo, refusalMessage(made));
    }
    return refused;
  },
};
